// What narrows a list: kinds and providers as toggles, a few filters as choices. Nothing pressed is everything.

import { make, part } from "./dom.js"
import { handling } from "./handling.js"
import { all, nameOf, standing } from "./providers.js"
import { filters, says } from "./query.js"
import { kinds } from "./words.js"

/** No rights, or none known: given up, run out, or of a government's work. */
const free = "cc0,pdm,public-domain,no-known-copyright-restrictions,united-states-government-work"

const options = {
  licence: ["Any licence", ["commercial", "Commercial use"], ["modify", "May be changed"], ["commercial,modify", "Both of these"], [free, "Public domain"]],
  orientation: ["Any shape", ["landscape", "Landscape"], ["portrait", "Portrait"], ["square", "Square"]],
  content: ["Safe search", ["any", "Any content"]],
  sort: ["Best first", ["newest", "Newest first"], ["interesting", "Most interesting"]],
}

const labels = { licence: "Licence", orientation: "Shape", content: "Content", sort: "Order" }

/** Builds the toggles; `chosen` is called with a filter and its new value. */
export function build(chosen) {
  const toggle = (filter, value, ...children) => make("button", {
    type: "button", className: "chip", "data-filter": filter, "data-value": value, "aria-pressed": "false",
    onclick: ({ currentTarget }) => chosen(filter, pressedAfter(currentTarget)),
  }, ...children)

  part("kinds").replaceChildren(...Object.entries(kinds).map(([kind, name]) => toggle("kind", kind, name)))
  part("providers").replaceChildren(...all().filter(({ state }) => state !== "off").map(({ id }) => toggle("from", id,
    make("span", { className: "dot", "aria-hidden": "true" }), nameOf(id), " ", make("span", { className: "figure" }))))
  part("choices").replaceChildren(...Object.entries(options).map(([filter, [none, ...others]]) =>
    make("select", { "aria-label": labels[filter], "data-filter": filter, onchange: event => chosen(filter, event.currentTarget.value) },
      make("option", { value: "" }, none), others.map(([value, text]) => make("option", { value }, text)))))
  if (all().some(({ requests }) => requests?.includes("browse days"))) part("choices").append(dayPicker(chosen))
}

/** What was new on a day, for whom nothing is searched. */
const dayPicker = chosen => make("label", { className: "day" }, "New on",
  make("input", { type: "date", "data-filter": "day", "aria-describedby": "complaint", max: new Date().toISOString().slice(0, 10), onchange: event => chosen("day", event.currentTarget.value) }))

function pressedAfter(chip) {
  const chips = [...chip.parentElement.children]
  const isOn = each => (each.getAttribute("aria-pressed") === "true") !== (each === chip)
  return chips.filter(isOn).map(each => each.dataset.value).join(",")
}

/** Shows what the address bar says. What the words already say cannot be toggled, and says so. */
export function show(state) {
  for (const control of document.querySelectorAll("[data-filter]")) {
    const { filter, value } = control.dataset
    if (value) control.setAttribute("aria-pressed", state[filter].split(",").includes(value))
    else control.value = state[filter]
    control.disabled = says(state.q, filter)
    if (filter !== "from") control.title = settled(control)
  }
  part("choices").classList.toggle("browsing", !state.q.trim())
  part("choices").classList.toggle("any", filters.some(filter => filter in options && state[filter]))
}

const settled = control => (control.disabled ? "The query already sets this." : "")

/** Shows how the providers stand. */
export function showStanding(listing) {
  for (const chip of part("providers").children) {
    const { mark, tone, sentence } = standing(chip.dataset.value, listing)
    chip.dataset.tone = tone
    chip.lastChild.textContent = mark
    chip.title = `${nameOf(chip.dataset.value)} ${sentence} ${settled(chip)}`.trim()
  }
  for (const choice of part("choices").querySelectorAll("select:enabled")) choice.title = handling(listing, choice.dataset.filter)
}
