// The queries that were searched for last, on this machine alone.

import { recall, remember } from "./memory.js"

const greatestCount = 6

/** The latest first. */
export const recent = () => recall("recent").split("\n").filter(Boolean)

/** Remembers a query whose results were used. */
export function note(query) {
  if (query) remember("recent", [query, ...recent().filter(each => each !== query)].slice(0, greatestCount).join("\n"))
}
