// What the page remembers of one visit for the next. A browser may refuse to, which costs only the comfort.

export function recall(name) {
  try {
    return localStorage.getItem(`forage.${name}`) ?? ""
  } catch {
    return ""
  }
}

export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`forage.${name}`, value)
    else localStorage.removeItem(`forage.${name}`)
  } catch {}
}
