// The state of the page in the address bar, so that links, reloading and the back button work.

import { filters, parse } from "./query.js"

const names = ["q", "use", "day", ...filters, "strict", "item"]

// The page restores its place by itself: the browser does not know that the large view moves along the wall.
history.scrollRestoration = "manual"

/** The state in the address bar. Filters among the words count like all others. */
export function read() {
  const parameters = new URLSearchParams(location.search)
  const typed = parse(parameters.get("q") ?? "")
  return Object.fromEntries(names.map(name => [name, typed[name] || (name === "q" ? "" : parameters.get(name) ?? "")]))
}

/** The address of a state. */
export function address(state) {
  const parameters = new URLSearchParams()
  for (const name of names) if (state[name]) parameters.set(name, state[name])
  const query = parameters.toString()
  return query ? `/?${query}` : "/"
}

/** Goes to the address of a state, as a new step of the history. */
export function push(state) {
  history.pushState({ within: true }, "", address(state))
}

/** Replaces the address. */
export function replace(state) {
  history.replaceState(history.state, "", address(state))
}

/** Goes back if the previous step was on this page; else replaces the address. */
export function leave(state) {
  if (history.state?.within) history.back()
  else replace(state)
}
