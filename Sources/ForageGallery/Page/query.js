// What the page asks for: the words and what narrows them as one query, or what was new and what narrows that.

/** What narrows a search without being typed; each is a filter of the language. */
export const filters = ["kind", "from", "licence", "orientation", "content", "sort"]

const otherNames = { from: "from|provider", licence: "licence|license", content: "content|safe-search" }

/** Whether the words already say this filter, outside of quotes. */
export function says(words, filter) {
  const name = otherNames[filter] ?? filter
  const typed = filter === "from" ? `(?:${name}):|!(?=[a-z])` : `(?:${name}):`
  return new RegExp(`(?:^|\\s)(?:${typed})`, "i").test(words.replace(/"[^"]*"?/g, " "))
}

/** What the address bar says in the language of queries; nothing where nothing is searched for. */
function query(state) {
  const words = state.q.trim()
  if (!words) return ""
  const narrowing = filters.filter(name => state[name] && !says(words, name)).map(name => `${name}:${state[name]}`)
  return [words, ...narrowing].join(" ")
}

/** The words of a whole query, without the filters that the address bar says beside the words. */
export function wordsOf(text, state) {
  const own = filters.filter(name => state[name] && !says(state.q, name)).map(name => `${name}:`)
  const parts = text.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? []
  return parts.filter(part => !own.some(name => part.startsWith(name))).join(" ")
}

/** What narrows what was new, which has an order of its own. */
const listing = state => ["day", ...filters].filter(name => state[name] && name !== "sort").map(name => [name, state[name]])

/** The list that the address bar asks for: results of a search, or what was new, of one day or lately. */
export function list(state) {
  const words = query(state)
  const parameters = new URLSearchParams(words ? { q: words } : listing(state))
  if (state.strict) parameters.set("strict", "true")
  return { path: `/api/v1/${words ? "search" : "browse"}`, parameters: parameters.toString() }
}
