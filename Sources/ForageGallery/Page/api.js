// What the page asks the program that serves it.

import { events } from "./events.js"

/** Why something was refused: one sentence, and the character of the query that is at fault. */
export class Refusal extends Error {
  constructor({ detail, title, status, column }) {
    super(detail || title || `The gallery answered ${status}.`)
    this.status = status
    this.column = column
  }
}

async function ask(path, accept, signal) {
  let response
  try {
    response = await fetch(path, { headers: { Accept: accept }, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refusal({ detail: "The gallery does not answer. Is it still running?" })
  }
  if (response.ok) return response
  const problem = await response.json().catch(() => ({}))
  throw new Refusal({ ...problem, status: response.status })
}

async function json(path, signal) {
  return (await ask(path, "application/json", signal)).json()
}

/** The path of a page of results: of a search, or of what is new where nothing is searched for. */
function listing(query, { limit, cursor }) {
  const parameters = new URLSearchParams(query ? { q: query } : {})
  if (limit) parameters.set("limit", limit)
  if (cursor) parameters.set("cursor", cursor)
  return `/api/v1/${query ? "search" : "browse"}?${parameters}`
}

/** What happens while the providers answer, each with what it is about; it throws where the end is missing. */
export async function* results(query, page, signal) {
  const response = await ask(listing(query, page), "text/event-stream", signal)
  let last
  try {
    for await (const event of events(response.body)) {
      last = event[0]
      yield event
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  if (last !== "finished") throw new Refusal({ detail: "The answer broke off before its end." })
}

const itemPath = id => `/api/v1/items/${encodeURIComponent(id)}`

/** Everything known about one item. */
export const item = async (id, signal) => (await json(itemPath(id), signal)).item

/** The credit of an item as text, HTML and Markdown. */
export const credit = (id, signal) => json(`${itemPath(id)}/credit`, signal)

/** The providers, and whether they can be asked. */
export const providers = async () => (await json("/api/v1/providers")).providers
