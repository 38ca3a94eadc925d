// The basket: a bar that counts what is picked, the list of it, its files as a ZIP, and sets to pass on.

import * as api from "./api.js"
import { parameters } from "./choice.js"
import { make, part } from "./dom.js"
import { recall } from "./memory.js"
import { pick, picked, put } from "./picks.js"
import { showPicks } from "./picklist.js"
import { isAllowed, use } from "./rights.js"
import { lookedUp, openSet, saveSet } from "./sets.js"
import { text } from "./strings.js"
import { bytes } from "./words.js"

const counts = make("p", { className: "counts", role: "status" })
const told = make("p", { className: "message", role: "status" })
const bar = make("progress", { "aria-label": text("basket.progress"), hidden: true })
const undo = button("basket.undo", () => {
  put(undo.former)
  say("")
})
const cancel = button("download.cancel", () => giveUp.abort())
const dismiss = button("viewer.close", () => say(""))
const save = button("basket.zip", order, "strong")
const controls = make("div", { className: "controls" },
  save, button("basket.list", list), button("basket.save", () => saveSet(picked())), button("basket.clear", clear))
const element = make("section", { className: "basket", "aria-label": text("basket.name"), hidden: true },
  make("div", { className: "words" }, counts, make("div", { className: "news" }, told, bar)), undo, cancel, dismiss, controls)
const chooser = make("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => {
  open(chooser.files[0])
  chooser.value = ""
} })

let giveUp = null
let ways = null
let reserved = false
/** The reasons why picks were not in the last ZIP file. */
let reasons = new Map()

/** Puts the bar into the page; `open` opens the large view of an item. */
export async function begin(others) {
  ways = others
  const style = make("link", { rel: "stylesheet", href: new URL("./basket.css", import.meta.url).href })
  const isStyled = new Promise(resolve => ["load", "error"].forEach(kind => style.addEventListener(kind, resolve)))
  document.head.append(style)
  await isStyled
  document.body.append(element, chooser)
  show()
}

/** Shows the picks, or nothing if there are none and there is nothing to say. */
export function show() {
  const items = picked()
  const hadFocus = element.contains(document.activeElement)
  if (items.length && !undo.hidden) told.textContent = ""
  undo.hidden ||= items.length > 0
  cancel.hidden = bar.hidden = !giveUp
  dismiss.hidden = items.length > 0
  controls.hidden = items.length === 0
  save.disabled = Boolean(giveUp)
  counts.textContent = items.length ? [text("basket.picked", { count: items.length }), ...tally(items)].join(" · ") : ""
  element.hidden = !items.length && !told.textContent
  const { activeElement } = document
  if (hadFocus && (activeElement.disabled || !element.contains(activeElement) || !activeElement.checkVisibility()))
    [cancel, undo, save, part("wall")].find(each => !each.disabled && each.checkVisibility()).focus({ preventScroll: true })
}

/** The numbers of items that are free, need a credit, or are not permitted for the use. */
function tally(items) {
  const group = item => (isAllowed(item) ? (item.rights.summary === "free" ? "basket.free" : "basket.credit") : "basket.refused")
  const groups = items.map(group)
  return ["basket.free", "basket.credit", "basket.refused"]
    .map(key => [key, groups.filter(each => each === key).length])
    .filter(([, count]) => count > 0).map(([key, count]) => text(key, { count }))
}

/** Says what became of something, until something else is said. */
function say(sentence, isBad = false) {
  told.textContent = sentence
  told.classList.toggle("bad", isBad)
  undo.hidden = true
  show()
}

function button(key, onclick, className = "plain") {
  return make("button", { type: "button", className, onclick }, text(key))
}

function clear() {
  const former = picked()
  put([])
  say(text("basket.cleared"))
  Object.assign(undo, { former, hidden: false })
  undo.focus({ preventScroll: true })
}

/** Says that there is no room for some items. */
export const full = count => say(text("basket.full", { count }), true)

function list() {
  const refused = picked().some(item => !isAllowed(item)) && { isWanted: reserved, choose: value => (reserved = value) }
  showPicks({ open: ways.open, openSet: chooseSet, reasons, reserved: refused, openItems, say })
}

// The ZIP file

async function order() {
  const embed = recall("credit") === "inside"
  const { signal } = (giveUp = new AbortController())
  bar.removeAttribute("value")
  say(text("basket.collecting"))
  try {
    report(await collected(parameters({ use: use(), ...(reserved && { reserved }), ...(embed && { embed }) }), signal))
  } catch (error) {
    giveUp = null
    say(signal.aborted ? "" : error.message, !signal.aborted)
  }
}

/** The last event of the work on the ZIP file. */
async function collected(wanted, signal) {
  for await (const [kind, event] of api.zip(picked().map(({ id }) => id), wanted, signal)) {
    if (kind !== "progress") return { kind, ...event };
    [bar.max, bar.value] = [event.of, event.got]
    told.textContent = text("basket.collected", { count: event.of, got: event.got })
  }
  throw new api.Refusal({ detail: text("download.early") })
}

/** Saves the ZIP file, and says what is missing in it for which reason. */
function report({ kind, address, name, files, bytes: size, missing, detail }) {
  giveUp = null
  reasons = new Map(missing.map(({ id, reason }) => [id, reason]))
  if (kind === "done") make("a", { href: address, download: name }).click()
  sayAll(kind === "done" ? text("basket.saved", { count: files, size: bytes(size) }) : detail,
    missing.map(({ id, title, reason }) => `${title ?? id}: ${reason}`))
}

/** Says what was done, and what could not be. */
const sayAll = (sentence, missing) => say(
  missing.length ? `${sentence} ${text("basket.missing", { count: missing.length, reasons: missing.join("; ") })}` : sentence, missing.length > 0)

// Sets

/** Lets the reader choose the file of a set. */
export const chooseSet = () => chooser.click()

/** Adds what a file lists. */
export const open = file => add(openSet(file, ways.find))

/** Adds the items with some IDs. */
const openItems = ids => add(lookedUp(ids, ways.find))

async function add(set) {
  say(text("basket.opening"))
  try {
    const { items, missing } = await set
    const rest = pick(items)
    sayAll(text("basket.opened", { count: items.length - rest }), rest ? [...missing, text("basket.full", { count: rest })] : missing)
  } catch ({ message }) {
    say(message, true)
  }
}
