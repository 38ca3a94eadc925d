// The pictures that the reader has picked, which all tabs of this browser share.

import { make } from "./dom.js"
import { ids } from "./listing.js"
import { onRemembered, recall, remember } from "./memory.js"
import { text } from "./strings.js"

export const greatestCount = 200

let picks = read()
let known = new Set(picks.flatMap(ids))
let changed = () => {}

/** Calls back after each change, also one that another tab made. */
export function onPicks(callback) {
  changed = callback
  onRemembered("basket", () => take(read()))
}

function read() {
  try {
    return JSON.parse(recall("basket")).filter(item => item.id && item.sources)
  } catch {
    return []
  }
}

/** The picked items, in the order in which they were picked. */
export const picked = () => picks

export const isPicked = item => ids(item).some(id => known.has(id))

/** Adds items that are not picked yet, as many as there is room for. Returns the number of items without room. */
export function pick(items) {
  const free = items.filter(item => !isPicked(item))
  const room = Math.max(0, greatestCount - picks.length)
  put([...picks, ...free.slice(0, room).map(kept)])
  return Math.max(0, free.length - room)
}

export const drop = item => put(picks.filter(each => !ids(each).some(id => ids(item).includes(id))))

/** Replaces all picks. */
export function put(items) {
  remember("basket", items.length ? JSON.stringify(items) : "")
  take(items)
}

function take(items) {
  picks = items
  known = new Set(items.flatMap(ids))
  changed()
}

/** An item without the addresses that are valid only until the gallery ends, except for that of a small picture. */
const kept = ({ explain: _, media: __, pictures, ...item }) => ({ ...item, pictures: { small: pictures?.small } })

/** The button of a tile that picks it. `name` is the id of the element with its title. */
export const tick = (item, name) => item.pictures?.large &&
  make("button", { type: "button", className: "tick", title: text("basket.pick"), "aria-label": text("basket.pick"), "aria-describedby": name, "aria-pressed": String(isPicked(item)) })
