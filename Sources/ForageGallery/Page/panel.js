// The panel that explains the providers while they answer: their states, reasons and keys, and what can be done about them.

import { serviceLines } from "./credit.js"
import { link, make, part, unfolding } from "./dom.js"
import { handled } from "./handling.js"
import { languageChoice } from "./language.js"
import { all, learn, standing } from "./providers.js"
import { named, text } from "./strings.js"
import { Controls } from "./switches.js"
import { list, sentence as ended } from "./words.js"

let entries = []
let current = null
let wasAsking = false

/** Opens the panel; `currentListing` returns the list, and `searchAgain` requests it again after a change. */
export function explain(currentListing, searchAgain) {
  const panel = part("panel")
  current = currentListing
  const listing = current()
  const notices = serviceLines(listing.items(Infinity))
  entries = all().map(provider => new Entry(provider, searchAgain))
  panel.replaceChildren(
    make("div", { className: "top" },
      make("h2", { id: "panel-title" }, text("page.providers")),
      make("button", { type: "button", className: "plain", onclick: () => panel.close() }, text("viewer.close"))),
    languageChoice(),
    make("p", {}, text("panel.purpose")),
    make("ul", {}, entries.map(({ element }) => element)),
    ...notices.map(line => make("p", { className: "quiet notice" }, line)))
  panel.onclick = event => {
    if (event.target === panel) panel.close()
  }
  panel.showModal()
  refresh(listing)
  relearn()
}

/** Loads the states of the providers, such as their pauses and quotas. */
const relearn = () => learn().then(() => refresh(current()), () => {})

/** Shows changes, if it is open. */
export function refresh(listing) {
  if (!part("panel").open) return
  const isAsking = listing.state === "asking"
  if (wasAsking && !isAsking) relearn()
  wasAsking = isAsking
  const known = new Map(all().map(provider => [provider.id, provider]))
  for (const entry of entries) entry.refresh(known.get(entry.id), listing)
}

/** A provider in the panel. What a person has opened, typed or focused stays while the rest changes. */
class Entry {
  #facts = make("div")
  #controls
  #shown = ""
  #isUnfolded = false

  constructor(provider, searchAgain) {
    this.id = provider.id
    this.#controls = new Controls(provider, searchAgain)
    // A provider whose definition is refused has no kinds.
    const brings = (provider.kinds ?? []).map(kind => named("kinds", kind))
    this.element = make("li", {},
      make("span", { className: "dot", "aria-hidden": "true" }),
      make("div", {},
        make("p", {}, link(provider.name, provider.site, { className: "name" }), brings.length > 0 && make("span", { className: "quiet" }, ` ${list(brings)}`)),
        provider.summary && make("p", { className: "quiet", dir: "auto" }, ended(provider.summary)),
        this.#facts, this.#controls.element),
      this.#controls.toggle)
  }

  refresh(provider, listing) {
    if (!provider) return
    const outcome = listing.outcomes.get(this.id)
    const { tone, ...said } = standing(this.id, listing)
    this.element.dataset.tone = tone
    this.#controls.refresh(provider, outcome)
    const filters = handled(outcome)
    const shown = JSON.stringify([said, filters, provider.quota])
    if (shown === this.#shown) return
    this.#shown = shown
    // While the provider is asked again, there is nothing to unfold.
    this.#isUnfolded = this.#facts.querySelector("details")?.open ?? this.#isUnfolded
    this.#facts.replaceChildren(...[
      unfolding(said),
      filters.length > 0 && make("p", { className: "quiet" }, text("panel.filters", { filters: list(filters) })),
      provider.quota && make("p", { className: "quiet" }, text("panel.quota", { remaining: provider.quota.remaining, count: provider.quota.limit })),
    ].filter(Boolean))
    this.#facts.querySelector("details")?.toggleAttribute("open", this.#isUnfolded)
  }
}
