// Credits, as nodes made of HTML from outside, of which only texts and links to the web are kept.

import { link, make } from "./dom.js"
import { text } from "./strings.js"

/** The nodes of a credit in HTML. */
export function nodes(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html")
  return [...body.childNodes].map(node =>
    node.nodeName === "A" ? link(node.textContent, node.getAttribute("href")) : document.createTextNode(node.textContent))
}

/** The name of each source: as in its credit, or that of the provider if another source has the same name. */
export function sourceNames(sources, nameOf) {
  const owners = new Map()
  return sources.map(({ provider, attribution }) => {
    const { name } = attribution.source
    if (!owners.has(name)) owners.set(name, provider)
    return owners.get(name) === provider ? name : nameOf(provider)
  })
}

/** The lines that the services of these items ask for, such as "Results from DuckDuckGo", each once. */
export function serviceLines(items) {
  const lines = items.flatMap(item => item.sources.map(source => source.attribution.serviceLine)).filter(Boolean)
  return [...new Map(lines.map(({ name, url }) => [name, link(name, url)])).values()]
}

const shortNames = { "No known copyright restrictions": text("credit.unrestricted"), "United States Government Work": text("credit.government") }

/** The short name of a licence; a service's own does not repeat the service's name. */
function shortName({ name }, sources) {
  const terse = shortNames[name] ?? name.replace(/ licen[cs]e$/i, "")
  return sources.includes(terse) ? text("credit.own") : terse
}

/** The creator, the sources and the licence, in few words. */
export function short(item, nameOf) {
  const names = sourceNames(item.sources, nameOf)
  const parts = [
    item.creator && link(item.creator.name, item.creator.url),
    item.sources.flatMap((source, index) => [index ? ", " : "", link(names[index], source.pageURL)]),
    item.licence ? link(shortName(item.licence, names), item.licence.url, { title: item.licence.name }) : text("credit.unknown"),
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index ? [" · ", part] : [part])).flat()
}

/** A button that copies a credit. */
export function copyButton(label, credit) {
  const button = make("button", { type: "button", className: "copy", name: label, onclick: copy }, label)
  async function copy() {
    button.parentElement.querySelector("textarea")?.remove()
    const done = (await navigator.clipboard?.writeText(credit).then(() => true, () => false)) || copySelected(credit, button)
    button.textContent = text(done ? "credit.copied" : "credit.copyThis")
    button.setAttribute("aria-live", "polite")
    setTimeout(() => (button.textContent = label), 2000)
  }
  return button
}

/** Copies without the clipboard API, which a page over http from another machine does not have. If that fails, the text is selected. */
function copySelected(credit, button) {
  const field = make("textarea", { value: credit, readOnly: true, rows: 4, "aria-label": text("credit.field") })
  button.parentElement.append(field)
  field.select()
  if (!document.execCommand("copy")) return false
  field.remove()
  button.focus({ preventScroll: true })
  return true
}
