// Collections of pictures, which the gallery keeps: the picks can be put into one, and one can be opened.

import * as api from "./api.js"
import { make } from "./dom.js"
import { text } from "./strings.js"

/**
 * The row of the list of picks. `ids` gives those of the picks, `open` adds the items with these IDs to the picks, and
 * `say` tells what was done.
 */
export function collections({ ids, open, say }) {
  const choices = make("datalist", { id: "collection-names" })
  const name = make("input", { name: "collection", required: true, maxLength: 100, autocomplete: "off", placeholder: text("collection.name"), "aria-label": text("collection.name") })
  name.setAttribute("list", choices.id)
  const put = make("button", { className: "plain", type: "submit" }, text("collection.put"))
  const show = make("button", { className: "plain", type: "button", onclick: () => attempt(openNamed) }, text("collection.open"))
  const remove = make("button", { className: "plain", type: "button", onclick: () => attempt(removeNamed) }, text("collection.delete"))
  const form = make("form", { className: "collections", onsubmit: event => {
    event.preventDefault()
    attempt(putNamed)
  } }, name, choices, put, show, remove)

  const list = ({ collections }) => choices.replaceChildren(...collections.map(each =>
    make("option", { value: each.name }, text("collection.count", { count: each.count }))))

  async function attempt(work) {
    const chosen = name.value.trim()
    if (!chosen) return name.focus()
    try {
      await work(chosen)
    } catch ({ message }) {
      say(message, true)
    }
  }

  async function putNamed(chosen) {
    const added = ids()
    if (!added.length) return
    list(await api.changeCollection(chosen, { add: added }))
    say(text("collection.done", { count: added.length, name: chosen }))
  }

  const openNamed = async chosen => open((await api.collection(chosen)).items.map(({ id }) => id))

  async function removeNamed(chosen) {
    const removed = (await api.collection(chosen)).items.map(({ id }) => id)
    list(await api.changeCollection(chosen, { remove: removed }))
    name.value = ""
    say(text("collection.deleted", { name: chosen }))
  }

  api.collections().then(list, () => {})
  return form
}
