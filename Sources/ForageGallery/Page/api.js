// What the page asks the program that serves it.

import { events } from "./events.js"
import { read } from "./foreign.js"
import { text } from "./strings.js"

/** Why something was refused: one sentence, and the character of the query that is at fault. */
export class Refusal extends Error {
  constructor({ detail, title, status, column }) {
    super(detail || title || text("api.status", { status: String(status) }))
    this.status = status
    this.column = column
  }
}

async function ask(path, accept, signal, method = "GET", body) {
  let response
  try {
    response = await fetch(path, { method, body, headers: { Accept: accept, ...(body && { "content-type": "application/json" }) }, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refusal({ detail: text("api.silent") })
  }
  if (response.ok) return response
  const problem = await response.text().then(read).catch(() => ({}))
  throw new Refusal({ ...problem, status: response.status })
}

async function json(path, signal) {
  return read(await (await ask(path, "application/json", signal)).text())
}

/** What happens while the providers answer, each with what it is about; it throws where the end is missing. */
export async function* results(list, { limit, cursor }, signal) {
  const parameters = new URLSearchParams(list.parameters)
  parameters.set("limit", limit)
  if (cursor) parameters.set("cursor", cursor)
  const response = await ask(`${list.path}?${parameters}`, "text/event-stream", signal)
  let last
  try {
    for await (const event of events(response.body)) {
      last = event[0]
      yield event
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  if (last !== "finished") throw new Refusal({ detail: text("api.early") })
}

const itemPath = id => `/api/v1/items/${encodeURIComponent(id)}`

/** Everything known about one item. */
export const item = async (id, signal) => (await json(itemPath(id), signal)).item

/** The credit of an item as text, HTML and Markdown. */
export const credit = (id, signal) => json(`${itemPath(id)}/credit`, signal)

/** The events of a download: `progress`, and at the end `done` or `failed`. */
export async function* file(id, parameters, signal) {
  const response = await ask(`${itemPath(id)}/file?${parameters}`, "text/event-stream", signal, "POST")
  yield* events(response.body)
}

/** The events of the work on a ZIP file of items: `progress`, and at the end `done` or `failed`. */
export async function* zip(ids, parameters, signal) {
  const body = JSON.stringify({ items: ids.map(id => ({ id })) })
  const response = await ask(`/api/v1/zip?${parameters}`, "text/event-stream", signal, "POST", body)
  yield* events(response.body)
}

const providersPath = "/api/v1/providers"

/** The providers, whether they can be asked, and whether they may be changed from here. */
export const providers = () => json(providersPath)

/** Changes a provider; the answer is the same as of `providers`. */
export async function change(id, wanted) {
  const response = await ask(`${providersPath}/${encodeURIComponent(id)}`, "application/json", undefined, "POST", JSON.stringify(wanted))
  return read(await response.text())
}

/** Phrases of results of earlier searches that words may become. */
export const suggestions = async (words, signal) => (await json(`/api/v1/suggestions?${new URLSearchParams({ q: words })}`, signal)).suggestions

const collectionPath = name => `/api/v1/collections/${encodeURIComponent(name)}`

/** The names of the collections, with the number of items in each. */
export const collections = () => json("/api/v1/collections")

/** The items of a collection, with only their IDs. */
export const collection = name => json(collectionPath(name))

/** Adds and removes the items with some IDs; the answer is the same as of `collections`. */
export async function changeCollection(name, change) {
  const response = await ask(`${collectionPath(name)}/items`, "application/json", undefined, "POST", JSON.stringify(change))
  return read(await response.text())
}
