// Makes nodes. Text from outside becomes only text, and an address only one of the web.

/** An element with properties, and children that are nodes or texts; null and false are left out. */
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

/** The address, if it is one of the web; else null. */
export function webAddress(text) {
  try {
    const address = new URL(text)
    return ["http:", "https:"].includes(address.protocol) ? address.href : null
  } catch {
    return null
  }
}

/** A link to a page elsewhere; only the text if the address is not one of the web. */
export function link(text, address, properties = {}) {
  const href = webAddress(address)
  if (!href) return make("span", properties, text)
  return make("a", { ...properties, href, target: "_blank", rel: "noopener noreferrer" }, text)
}

/** A sentence, which unfolds its details if there are any; text between backticks is a command. */
export function unfolding({ sentence, detail }) {
  if (!detail) return make("p", {}, sentence)
  const code = detail.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part))
  return make("details", {}, make("summary", {}, sentence), make("p", { className: "quiet", dir: "auto" }, code))
}

/** The reader's text size, relative to the default of browsers. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** The element of the page with this id. */
export const part = id => document.getElementById(id)

/** Announces a sentence to screen readers. */
export function announce(sentence) {
  part("announcement").textContent = sentence
}
