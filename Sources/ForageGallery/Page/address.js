// What is asked and looked at, as the address bar has it, so that links, reloading and the back button are right.

const names = ["q", "day", "kind", "from", "licence", "orientation", "content", "sort", "strict", "item"]

// The page keeps its place by itself. What the browser restores is where the wall was before the large view led on along it.
history.scrollRestoration = "manual"

/** What the address bar says. */
export function read() {
  const parameters = new URLSearchParams(location.search)
  return Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ""]))
}

/** The address of what is asked and looked at. */
export function address(state) {
  const parameters = new URLSearchParams()
  for (const name of names) if (state[name]) parameters.set(name, state[name])
  const query = parameters.toString()
  return query ? `/?${query}` : "/"
}

/** Goes on to another address that the back button leads back from. */
export function push(state) {
  history.pushState({ within: true }, "", address(state))
}

/** Puts another address in place of this one. */
export function replace(state) {
  history.replaceState(history.state, "", address(state))
}

/** Leaves for what was there before, where that was this page; else puts the address in its place. */
export function leave(state) {
  if (history.state?.within) history.back()
  else replace(state)
}
