// The lists that were left last, to go back to.

import { read } from "./foreign.js"

const greatestCount = 12
const left = new Map()

/** For how long a list is shown again when the page is loaded again. */
const greatestAge = 3_600_000
const name = "forage-list"

/** Stores a list with its request and the reader's place. */
export function leave(asked, listing, place) {
  listing.cancel()
  left.delete(asked)
  left.set(asked, { listing, place })
  if (left.size > greatestCount) left.delete(left.keys().next().value)
}

/** Stores the list of a page that is closed or loaded again. A browser may refuse to, which costs only the comfort. */
export function keep(asked, { stored }, place) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ asked, stored, place, time: Date.now() }))
  } catch {
    forget()
  }
}

const forget = () => {
  try {
    sessionStorage.removeItem(name)
  } catch {}
}

/** The list of a request with the reader's place; undefined if it is no longer stored. */
export const comeBackTo = asked => left.get(asked)

/** The same of the page before this one, if that was loaded again or gone back to. */
export function kept(asked) {
  try {
    if (performance.getEntriesByType("navigation")[0]?.type === "navigate") return
    const list = read(sessionStorage.getItem(name) ?? "null")
    if (list?.asked === asked && Date.now() - list.time < greatestAge) return list
  } catch {}
}
