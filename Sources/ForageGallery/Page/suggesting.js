// Suggestions while a query is typed: the last queries, and phrases of results of earlier searches.

import { suggestions } from "./api.js"
import { make } from "./dom.js"
import { compose, parse } from "./query.js"
import { recent } from "./recent.js"
import { text } from "./strings.js"

const pause = 120
const greatestCount = 8

/** Offers suggestions below a field; `chosen` is called with the query that a person takes. */
export function suggesting(field, chosen) {
  const box = make("ul", { id: "suggestions", role: "listbox", ariaLabel: text("suggest.label"), hidden: true })
  let timer = null
  let request = null
  let active = -1

  field.after(box)
  field.setAttribute("role", "combobox")
  field.setAttribute("aria-autocomplete", "list")
  field.setAttribute("aria-controls", box.id)
  field.addEventListener("input", later)
  field.addEventListener("keydown", press)
  field.addEventListener("blur", hide)
  field.form.addEventListener("submit", hide)
  // A press on a suggestion must not take the focus from the field.
  box.addEventListener("pointerdown", event => event.preventDefault())
  box.addEventListener("click", event => take(event.target.closest("li")))
  hide()
  later()

  function later() {
    clearTimeout(timer)
    timer = setTimeout(ask, pause)
  }

  async function ask() {
    request?.abort()
    const { q } = parse(field.value)
    // One letter says little, and signs of the query language are not words.
    if (q.length < 2 || /["“”„«»]|(^|\s)-/.test(q)) return hide()
    const giveUp = (request = new AbortController())
    const seen = await suggestions(q, giveUp.signal).catch(() => [])
    if (giveUp.signal.aborted || document.activeElement !== field) return
    const former = recent().filter(each => each !== field.value.trim() && each.toLowerCase().startsWith(field.value.trim().toLowerCase()))
    show([...new Set([...former.slice(0, 3), ...seen.map(words => compose({ ...parse(field.value), q: words }))])].slice(0, greatestCount))
  }

  function show(queries) {
    box.replaceChildren(...queries.map((query, index) => make("li", { id: `suggestion-${index}`, role: "option", ariaSelected: "false", dir: "auto" }, query)))
    box.hidden = queries.length === 0
    field.setAttribute("aria-expanded", !box.hidden)
    mark(-1)
  }

  function hide() {
    clearTimeout(timer)
    request?.abort()
    show([])
  }

  function mark(index) {
    active = index
    for (const [place, option] of [...box.children].entries()) option.ariaSelected = String(place === index)
    if (box.children[index]) field.setAttribute("aria-activedescendant", box.children[index].id)
    else field.removeAttribute("aria-activedescendant")
  }

  function take(option) {
    if (!option) return
    const query = option.textContent
    hide()
    chosen(query)
  }

  function press(event) {
    const { length } = box.children
    if (!length || event.isComposing) return
    switch (event.key) {
    case "ArrowDown": mark(active + 1 < length ? active + 1 : -1); break
    case "ArrowUp": mark(active < 0 ? length - 1 : active - 1); break
    case "Enter":
      if (active < 0) return
      take(box.children[active])
      break
    case "Escape": hide(); break
    default: return
    }
    event.preventDefault()
  }
}
