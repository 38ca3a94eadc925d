// Credits: as nodes made of the HTML that came, of which only texts and links to the web are kept.

import { link, make } from "./dom.js"

/** The nodes of a credit in HTML. */
export function nodes(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html")
  return [...body.childNodes].map(node =>
    node.nodeName === "A" ? link(node.textContent, node.getAttribute("href")) : document.createTextNode(node.textContent))
}

/** What each source is called: as its credit names it, or as the provider is where another goes by that name already. */
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

const shortNames = { "No known copyright restrictions": "No known restrictions", "United States Government Work": "US Government work" }

/** The name of a licence where there is little room; a service's own need not say again whose it is. */
function shortName({ name }, sources) {
  const terse = shortNames[name] ?? name.replace(/ licen[cs]e$/i, "")
  return sources.includes(terse) ? "own licence" : terse
}

/** Who made it, where it is from and what may be done with it, in as few words as say it. */
export function short(item, nameOf) {
  const names = sourceNames(item.sources, nameOf)
  const parts = [
    item.creator && link(item.creator.name, item.creator.url),
    item.sources.flatMap((source, index) => [index ? ", " : "", link(names[index], source.pageURL)]),
    item.licence ? link(shortName(item.licence, names), item.licence.url, { title: item.licence.name }) : "licence unknown",
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index ? [" · ", part] : [part])).flat()
}

/** A button that puts a text on the clipboard and says so. */
export function copyButton(label, text) {
  const button = make("button", { type: "button", className: "copy", name: label, onclick: copy }, label)
  async function copy() {
    button.parentElement.querySelector("textarea")?.remove()
    const done = (await navigator.clipboard?.writeText(text).then(() => true, () => false)) || copySelected(text, button)
    button.textContent = done ? "Copied" : "Copy this"
    button.setAttribute("aria-live", "polite")
    setTimeout(() => (button.textContent = label), 2000)
  }
  return button
}

/** The way of a page that came over http from another machine, which has no clipboard. Where that fails too, the text stands selected. */
function copySelected(text, button) {
  const field = make("textarea", { value: text, readOnly: true, rows: 4, "aria-label": "The credit" })
  button.parentElement.append(field)
  field.select()
  if (!document.execCommand("copy")) return false
  field.remove()
  button.focus({ preventScroll: true })
  return true
}
