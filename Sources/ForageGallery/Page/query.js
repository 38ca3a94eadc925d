// The query: words and filters, as the field has them in one line and the address has them one by one.

/** The filters, each with its names in a query. */
const names = {
  kind: ["kind"], from: ["from", "provider"], licence: ["licence", "license"], colour: ["colour", "color", "hue"],
  orientation: ["orientation"], min: ["min", "min-size"], after: ["after"], before: ["before"], by: ["by", "creator"],
  content: ["content", "safe-search"], sort: ["sort"],
}

export const filters = Object.keys(names)

/** Filters with several values. */
const lists = ["kind", "from", "licence"]

const filterOf = name => filters.find(filter => names[filter].includes(name.toLowerCase()))

const token = /[a-z-]+:'[^']*'|(?:[^\s"“„«]|"(?:\\.|[^"\\])*"?|[“„][^”“]*[”“]?|«[^»]*»?)+/gi
const quotes = /["“”„«»]/

/** The words and the filters of a text; a filter that makes no sense is left among the words, where the program explains it. */
export function parse(text) {
  const state = Object.fromEntries(filters.map(filter => [filter, ""]))
  const words = (text.match(token) ?? []).filter(part => !take(part, state))
  return { ...state, q: words.join(" ") }
}

function take(part, state) {
  const [, name, typed] = part.match(/^([a-z-]+):(.+)$/is) ?? part.match(/^(!)([a-z][\w-]*(?:,!?[a-z][\w-]*)*)$/i) ?? []
  const filter = name === "!" ? "from" : filterOf(name ?? "")
  if (!filter) return false
  const value = name === "!" ? typed.replaceAll("!", "") : unquoted(typed)
  const isMore = state[filter] && lists.includes(filter)
  if (!value || quotes.test(value) || (state[filter] && !isMore)) return false
  state[filter] = isMore ? `${state[filter]},${value}` : value
  return true
}

const unquoted = value =>
  value.replace(/^"((?:\\.|[^"\\])*)"?$|^'(.*)'$|^[“„«](.*?)[”“»]?$/s, (_, plain, single, curly) => plain?.replace(/\\(.)/g, "$1") ?? single ?? curly)

const quoted = value => (/^[\p{L}\p{N}][^\s"“”„«»]*$/u.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`)

/** The line for the field. */
export const compose = state =>
  [state.q.trim(), ...filters.filter(name => state[name]).map(name => `${name}:${quoted(state[name])}`)].filter(Boolean).join(" ")

/** Words that are being typed: a phrase is closed, and a filter without a value left out. */
function finished(words) {
  const phrase = /(^|[\s:-])"(?:\\.|[^"\\])*"/g
  const isOpen = /(?:^|[\s:-])"(?:\\.|[^"\\])*$/.test(words.replace(phrase, "$1."))
  const closed = isOpen ? `${words}"`.replace(/[:-]?"\s*"$/, "") : words
  return closed.replace(/(^|\s)([a-z-]+):$/i, (whole, space, name) => (filterOf(name) ? space : whole)).trim()
}

/** The filters of a listing, which has an order of its own. */
const listing = state => ["day", ...filters].filter(name => state[name] && name !== "sort").map(name => [name, state[name]])

/** The list that the address bar asks for: results of a search, or what was new, of one day or lately. */
export function list(state) {
  const words = finished(state.q)
  const parameters = new URLSearchParams(words ? { q: compose({ ...state, q: words }) } : listing(state))
  if (state.strict) parameters.set("strict", "true")
  return { path: `/api/v1/${words ? "search" : "browse"}`, parameters: parameters.toString() }
}
