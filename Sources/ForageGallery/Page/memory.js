// What the page remembers of one visit for the next. A browser may refuse to, which costs only the comfort.

export function recall(name) {
  try {
    return localStorage.getItem(`forage.${name}`) ?? ""
  } catch {
    return ""
  }
}

/** Calls back when another tab remembers another value. */
export const onRemembered = (name, changed) =>
  addEventListener("storage", ({ key }) => (key === `forage.${name}` || key === null) && changed())

export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`forage.${name}`, value)
    else localStorage.removeItem(`forage.${name}`)
  } catch {}
}
