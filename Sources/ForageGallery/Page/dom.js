// Builds nodes. Text from outside only ever becomes text, and an address only ever one of the web.

/** An element with properties, and children that are nodes or texts; what is null or false is left out. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
    else if (key in element && !key.includes("-") && typeof value !== "object") element[key] = value
    else element.setAttribute(key, value)
  }
  element.append(...children.flat(Infinity).filter(child => child != null && child !== false))
  return element
}

/** The address, where it is one that a person may be sent to. */
export function webAddress(text) {
  try {
    const address = new URL(text)
    return ["http:", "https:"].includes(address.protocol) ? address.href : null
  } catch {
    return null
  }
}

/** A link to a page elsewhere; the text alone where the address leads nowhere. */
export function link(text, address, properties = {}) {
  const href = webAddress(address)
  if (!href) return make("span", properties, text)
  return make("a", { ...properties, href, target: "_blank", rel: "noopener noreferrer" }, text)
}

/** How many times as large the reader has texts as a browser has them by itself. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** The element of the page with this id. */
export const part = id => document.getElementById(id)

/** Says the sentence to those who listen instead of look. */
export function announce(sentence) {
  part("announcement").textContent = sentence
}
