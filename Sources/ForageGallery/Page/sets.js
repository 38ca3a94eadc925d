// Sets of pictures as files: the document of a search, which the command reads and another gallery opens.

import { item as lookUp } from "./api.js"
import { make } from "./dom.js"
import { read } from "./foreign.js"
import { greatestCount } from "./picks.js"
import { text } from "./strings.js"

const greatestSize = 16e6
const greatestLength = 2000

/** Saves items as a file. */
export function saveSet(items) {
  const document = { version: 1, query: null, items: items.map(({ pictures: _, rights: __, ...item }) => item), outcomes: [], next: null }
  const href = URL.createObjectURL(new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" }))
  make("a", { href, download: `basket-${new Date().toISOString().slice(0, 10)}.forage.json` }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/**
 * The items that a file lists, and the reasons why others are missing. Only the IDs are taken from the file; `find` finds
 * an item that is known already.
 */
export async function openSet(file, find) {
  const ids = await idsIn(file)
  if (!ids?.length) throw new Error(text("basket.notASet"))
  return lookedUp(ids, find)
}

/** The items with some IDs, and the reasons why others are missing. */
export async function lookedUp(ids, find) {
  const found = new Map()
  const missing = ids.splice(greatestCount).length ? [text("basket.tooMany", { count: greatestCount })] : []
  const rest = ids.values()
  await Promise.all([1, 2, 3, 4].map(async () => {
    for (const id of rest) {
      try {
        const item = find(id) ?? await lookUp(id)
        if (item.kind === "photo") found.set(id, item)
        else missing.push(text("basket.noPicture", { title: item.title }))
      } catch ({ message }) {
        missing.push(`${id}: ${message}`)
      }
    }
  }))
  return { items: ids.filter(id => found.has(id)).map(id => found.get(id)), missing }
}

async function idsIn(file) {
  if (file.size > greatestSize) return null
  try {
    const ids = read(await file.text()).items.map(({ id }) => id)
    return ids.every(id => typeof id === "string" && id.length <= greatestLength) ? [...new Set(ids)] : null
  } catch {
    return null
  }
}
