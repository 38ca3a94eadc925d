// What narrows a list: kinds as toggles, a panel with all other filters, and chips that take off what is set.

import { make, part } from "./dom.js"
import { handling } from "./handling.js"
import { all, isOff, nameOf, standing } from "./providers.js"
import { filters } from "./query.js"
import { uses } from "./rights.js"
import { named, text } from "./strings.js"
import { day, list, size } from "./words.js"

const kinds = ["photo", "answer", "topic", "episode", "video", "audio"]

/** No rights, or none known: given up, run out, or of a government's work. */
const free = "cc0,pdm,public-domain,no-known-copyright-restrictions,united-states-government-work"

const options = {
  licence: [text("filters.anyLicence"), ["redistribute", text("filters.publish")], ["commercial", text("filters.commercial")],
    ["modify", text("filters.change")], ["commercial,modify", text("filters.commercialChange")], [free, text("filters.free")]],
  orientation: [text("filters.anyShape"), ["landscape", text("filters.landscape")], ["portrait", text("filters.portrait")], ["square", text("filters.square")]],
  min: [text("filters.anySize"), ...[[800, 600], [1600, 1200], [3000, 2000]].map(([width, height]) => [`${width}x${height}`, text("filters.atLeast", { size: size({ width, height }) })])],
  content: [text("filters.safe"), ["any", text("filters.anyContent")]],
  sort: [text("filters.best"), ["newest", text("filters.newest")], ["interesting", text("filters.interesting")]],
}

const colours = ["black_and_white", "black", "white", "yellow", "orange", "red", "purple", "magenta", "green", "teal", "blue"]

/** Builds the controls; `chosen` is called with the filters that change and their new values. */
export function build(chosen) {
  const choose = (filter, value) => chosen({ [filter]: value })
  const toggle = (filter, value, next, ...children) => make("button", {
    type: "button", className: "chip", "data-filter": filter, "data-value": value, "aria-pressed": "false",
    onclick: ({ currentTarget }) => choose(filter, next(currentTarget)),
  }, ...children)
  const select = (filter, [none, ...others]) => make("select", { "data-filter": filter, onchange: event => choose(filter, event.currentTarget.value) },
    make("option", { value: "" }, none), others.map(([value, label]) => make("option", { value }, label)))
  const input = (filter, properties) => make("input", { "data-filter": filter, "aria-describedby": "complaint", onchange: event => choose(filter, event.currentTarget.value.trim()), ...properties })
  const field = (filter, control) => make("label", { className: filter === "day" ? "day" : "" }, make("span", {}, named("filter", filter)), control)
  const group = (filter, id, ...children) => make("fieldset", {}, make("legend", {}, named("filter", filter)), make("div", { className: "chips", id }, ...children))
  const oneOf = chip => (chip.getAttribute("aria-pressed") === "true" ? "" : chip.dataset.value)
  const today = new Date().toISOString().slice(0, 10)

  part("kinds").replaceChildren(...kinds.map(kind => toggle("kind", kind, pressedAfter, named("kinds", kind))))
  part("choices").replaceChildren(
    field("licence", select("licence", options.licence)),
    field("min", select("min", options.min)),
    field("orientation", select("orientation", options.orientation)),
    field("by", input("by", { type: "text", autocomplete: "off", maxLength: 200 })),
    field("after", input("after", { type: "date", max: today })),
    field("before", input("before", { type: "date" })),
    field("sort", select("sort", options.sort)),
    field("content", select("content", options.content)),
    all().some(({ requests }) => requests?.includes("browse days")) ? field("day", input("day", { type: "date", max: today })) : "",
    group("colour", "colours", colours.map(colour => {
      const swatch = toggle("colour", colour, oneOf)
      swatch.title = swatch.ariaLabel = named("colour", colour)
      return swatch
    })),
    group("from", "providers", all().map(({ id }) => toggle("from", id, pressedAfter,
      make("span", { className: "dot", "aria-hidden": "true" }), nameOf(id), " ", make("span", { className: "figure" })))))
  part("use").replaceChildren(make("option", { value: "" }, text("filters.what")), ...uses.map(use => make("option", { value: use }, named("use", use))))
  part("use").addEventListener("change", event => choose("use", event.currentTarget.value))
  part("chosen").addEventListener("click", ({ target }) => {
    const button = target.closest("button")
    if (!button) return
    part("open-filters").focus({ preventScroll: true })
    chosen(button.value ? { [button.value]: "" } : Object.fromEntries(removable.map(filter => [filter, ""])))
  })
}

const removable = ["day", ...filters]

function pressedAfter(chip) {
  const chips = [...chip.parentElement.children]
  const isOn = each => (each.getAttribute("aria-pressed") === "true") !== (each === chip)
  return chips.filter(isOn).map(each => each.dataset.value).join(",")
}

/** Shows what the address bar says. */
export function show(state) {
  for (const control of document.querySelectorAll("[data-filter]")) {
    const { filter, value } = control.dataset
    if (value) control.setAttribute("aria-pressed", state[filter].toLowerCase().split(",").includes(value))
    else fill(control, state[filter])
  }
  part("use").value = state.use
  part("choices").classList.toggle("browsing", !state.q.trim())
  const set = removable.filter(filter => state[filter] && filter !== "kind" && (filter !== "day" || !state.q.trim()))
  part("chosen").replaceChildren(
    ...set.map(filter => make("button", { type: "button", className: "chip", value: filter, title: text("filters.remove") },
      text("filters.set", { filter: named("filter", filter), value: said(filter, state[filter]) }), make("span", { "aria-hidden": "true" }, "×"))),
    ...(set.length ? [make("button", { type: "button", className: "plain" }, text("filters.clear"))] : []))
}

/** Puts a value into a control; one that was typed may be none of its own, and "2024" begins on a day. */
function fill(control, value) {
  if (control.type === "date") value = value && `${value}-01-01`.slice(0, 10)
  control.value = value
  if (control.value === value || control.type === "date") return
  control.add(new Option(value, value))
  control.value = value
}

/** A value as people say it. */
function said(filter, value) {
  if (filter === "from") return list(value.split(",").map(nameOf))
  if (filter === "colour") return named("colour", value.toLowerCase())
  if (filter === "day") return day(value) ?? value
  return options[filter]?.find(([known]) => known === value)?.[1] ?? value
}

/** Shows the states of the providers. */
export function showStanding(listing) {
  for (const chip of part("providers")?.children ?? []) {
    const { mark, tone, sentence, detail } = standing(chip.dataset.value, listing)
    chip.dataset.tone = tone
    chip.lastChild.textContent = mark
    chip.title = [sentence, detail].filter(Boolean).join(" ")
    chip.hidden = isOff(chip.dataset.value)
  }
  for (const choice of part("choices").querySelectorAll("select, input")) choice.title = handling(listing, aspectOf[choice.dataset.filter] ?? choice.dataset.filter)
}

/** The names of filters in an outcome, where they differ. */
const aspectOf = { min: "min-size" }
