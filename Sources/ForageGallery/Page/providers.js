// The providers and their states, before and after a search.

import { providers } from "./api.js"
import { make, part } from "./dom.js"
import { text } from "./strings.js"
import { list, sentence, time } from "./words.js"

/** The greatest number of providers that are named in a sentence. */
const few = 8

let known = new Map()
let isLocal = false

/** Loads the providers. */
export const learn = async () => take(await providers())

/** Stores the providers of an answer. */
export function take({ providers, local }) {
  known = new Map(providers.map(provider => [provider.id, provider]))
  isLocal = Boolean(local)
}

/** Whether the reader is on the gallery's own machine, and so may change the providers. */
export const isOnThisMachine = () => isLocal

/** Whether a provider is turned off. */
export const isOff = id => known.get(id)?.state === "off"

/** All providers, in order. */
export const all = () => [...known.values()]

/** Whether a kind of item may come of a list: it is not filtered out, and a provider that is asked has it. */
export const mayBring = (listing, kinds, kind) =>
  (!kinds || kinds.split(",").includes(kind)) && (!listing.asked.length || listing.asked.some(id => known.get(id)?.kinds?.includes(kind) ?? true))

/** The name of a provider. */
export const nameOf = id => known.get(id)?.name ?? id

/** The state of a provider: a short mark, a tone, a sentence, and the details of the program or the service. */
export function standing(id, listing) {
  const outcome = listing?.outcomes.get(id)
  if (outcome && !isOff(id)) return ended(outcome)
  if (listing?.state === "asking" && listing.asked.includes(id)) return { mark: "…", tone: "asked", sentence: said(id, "provider.asked") }
  return before(id)
}

/** A sentence about a provider. */
const said = (id, key, values) => text("provider.fact", { fact: text(key, { provider: nameOf(id), ...values }) })

function before(id) {
  const { state, reason, until } = known.get(id) ?? {}
  const detail = reason && sentence(reason)
  switch (state) {
  case "throttled":
    return { mark: text("mark.wait"), tone: "warning", sentence: said(id, time(until) ? "provider.pausedUntil" : "provider.paused", { time: time(until) }), detail }
  case "skipped": return { mark: skipped(id), tone: "idle", sentence: said(id, lacksKey(known.get(id)) ? "provider.needsKey" : "provider.paused"), detail }
  case "off":
    return { mark: text("mark.off"), tone: "idle", sentence: said(id, "provider.off"), detail: isLocal ? "" : text("provider.enable", { command: `\`forage providers enable ${id}\`` }) }
  case "refused": return { mark: "!", tone: "bad", sentence: said(id, "provider.refused"), detail }
  default: return { mark: "", tone: "idle", sentence: said(id, "provider.ready") }
  }
}

const returned = { cached: "provider.returnedCached", stale: "provider.returnedStale" }
const empty = { cached: "provider.emptyCached", stale: "provider.emptyStale" }

function ended({ provider: id, result, reason, count, origin, until, notes = [] }) {
  const tone = notes.some(({ note }) => ["incomplete", "drift"].includes(note)) ? "warning" : result === "answered" ? "good" : "idle"
  const remarks = notes.map(({ text }) => text).filter(Boolean).map(sentence).join(" ")
  const detail = reason && sentence(reason)
  switch (result) {
  case "answered": return { mark: String(count), tone, sentence: said(id, returned[origin] ?? "provider.returned", { count }), detail: remarks }
  case "empty": return { mark: "0", tone, sentence: said(id, empty[origin] ?? "provider.empty"), detail: remarks }
  case "skipped": return { mark: skipped(id), tone: "idle", sentence: said(id, lacksKey(known.get(id)) ? "provider.needsKey" : "provider.skipped"), detail }
  case "throttled":
    return { mark: text("mark.wait"), tone: "warning", sentence: said(id, time(until) ? "provider.throttledUntil" : "provider.throttled", { time: time(until) }), detail }
  case "denied": return { mark: text("mark.key"), tone: "bad", sentence: said(id, "provider.denied"), detail }
  case "timedOut": return { mark: text("mark.slow"), tone: "warning", sentence: said(id, "provider.slow"), detail }
  case "drift": return { mark: text("mark.odd"), tone: "bad", sentence: said(id, "provider.odd"), detail }
  case "cancelled": return { mark: "–", tone: "idle", sentence: said(id, "provider.cancelled") }
  default: return { mark: "!", tone: "bad", sentence: said(id, "provider.failed"), detail }
  }
}

const skipped = id => (lacksKey(known.get(id)) ? text("mark.key") : "–")
const lacksKey = provider => provider?.state === "skipped" && provider.keys?.some(key => key.state === "missing")

/** Whether a provider could answer, so that an empty list means that there are no results. */
export const isAnswered = listing => [...listing.outcomes.values()].some(({ result }) => ["answered", "empty"].includes(result))

/** A sentence on the providers without a key, if there are any. */
export function keyless(listing) {
  const names = [...listing.outcomes.values()].filter(({ result, provider }) => result === "skipped" && lacksKey(known.get(provider)))
    .map(({ provider }) => nameOf(provider))
  return names.length ? [text("provider.keyless", { count: names.length, providers: list(names) })] : []
}

/** The names of the chosen providers that were left out because they only search. */
export const searchOnly = (listing, { q, kind, from }) => (q || !(kind || from) ? [] : [...listing.outcomes.values()])
  .filter(({ result }) => result === "skipped").map(({ provider }) => known.get(provider))
  .filter(provider => provider?.requests && !provider.requests.includes("browse") && (!kind || provider.kinds.some(each => kind.split(",").includes(each))))
  .map(({ name }) => name)

/** Sentences on the providers whose results are incomplete, with details. */
export function unfinished(listing) {
  return [...listing.outcomes.values()].flatMap(({ provider, notes = [] }) =>
    notes.filter(({ note }) => note === "incomplete").map(note => ({ sentence: said(provider, "provider.incomplete"), detail: sentence(note.text) })))
}

/** Sentences on the providers that could not answer, with details. */
export function silent(listing) {
  return [...listing.outcomes.values()].filter(({ result }) => !["answered", "empty", "skipped", "cancelled"].includes(result)).map(ended)
}

/** Whether too many providers are asked to name them. */
const areMany = listing => listing.asked.length > few

/** Shows on the button of the panel how many of many providers have answered, and whether one failed. */
export function showAnswered(listing) {
  const answered = listing.asked.filter(id => ["answered", "empty"].includes(listing.outcomes.get(id)?.result))
  const failed = silent(listing).length
  const total = listing.asked.length
  const words = areMany(listing)
    ? [
      make("span", { className: "answered" }, text("page.answered", { answered: answered.length, total })),
      make("span", { className: "count", "aria-hidden": "true" }, `${answered.length}/${total}`),
    ]
    : [make("span", {}, text("page.providers"))]
  part("about").dataset.tone = failed ? "bad" : ""
  part("about").replaceChildren(
    ...words,
    failed ? make("span", { className: "dot", role: "img", ariaLabel: text("page.failed", { count: failed }) }) : "")
}
