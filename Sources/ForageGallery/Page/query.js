// The words and what narrows them, as one query in the language of queries.

/** What narrows a search without being typed; each is a filter of the language. */
export const filters = ["kind", "from", "licence", "orientation", "sort"]

const otherNames = { from: "from|provider", licence: "licence|license" }

/** Whether the words already say this filter, outside of quotes. */
export function says(words, filter) {
  const name = otherNames[filter] ?? filter
  const typed = filter === "from" ? `(?:${name}):|!(?=[a-z])` : `(?:${name}):`
  return new RegExp(`(?:^|\\s)(?:${typed})`, "i").test(words.replace(/"[^"]*"?/g, " "))
}

/** The query of what the address bar says; nothing where nothing is searched for. */
export function query(state) {
  const words = state.q.trim()
  if (!words) return ""
  const narrowing = filters.filter(name => state[name] && !says(words, name)).map(name => `${name}:${state[name]}`)
  return [words, ...narrowing].join(" ")
}
