// The providers and their states, before and after a search.

import { providers } from "./api.js"
import { text } from "./strings.js"
import { list, sentence, time } from "./words.js"

let known = new Map()

/** Loads the providers. */
export async function learn() {
  known = new Map((await providers()).map(provider => [provider.id, provider]))
}

/** All providers, in order. */
export const all = () => [...known.values()]

/** Whether a kind of item may come of a list: it is not filtered out, and a provider that is asked has it. */
export const mayBring = (listing, kinds, kind) =>
  (!kinds || kinds.split(",").includes(kind)) && (!listing.asked.length || listing.asked.some(id => known.get(id)?.kinds?.includes(kind) ?? true))

/** The name of a provider. */
export const nameOf = id => known.get(id)?.name ?? id

/** The state of a provider: a short mark, a tone, and a sentence. */
export function standing(id, listing) {
  const outcome = listing?.outcomes.get(id)
  if (outcome) return ended(outcome)
  if (listing?.state === "asking" && listing.asked.includes(id)) return { mark: "…", tone: "asked", sentence: because(text("provider.asked", { provider: nameOf(id) })) }
  return before(id)
}

function before(id) {
  const { state, reason, until } = known.get(id) ?? {}
  const fact = (key, values) => text(key, { provider: nameOf(id), ...values })
  switch (state) {
  case "throttled":
    return { mark: text("mark.wait"), tone: "warning", sentence: because(fact(time(until) ? "provider.pausedUntil" : "provider.paused", { time: time(until) }), reason) }
  case "skipped": return { mark: skipped(id), tone: "idle", sentence: because(fact("provider.paused"), reason) }
  case "off": return { mark: text("mark.off"), tone: "idle", sentence: because(fact("provider.off"), text("provider.enable", { command: `\`forage providers enable ${id}\`` })) }
  case "refused": return { mark: "!", tone: "bad", sentence: because(fact("provider.refused"), reason) }
  default: return { mark: "", tone: "idle", sentence: because(fact("provider.ready")) }
  }
}

const returned = { cached: "provider.returnedCached", stale: "provider.returnedStale" }
const empty = { cached: "provider.emptyCached", stale: "provider.emptyStale" }

function ended({ provider: id, result, reason, count, origin, until, notes = [] }) {
  const isDamaged = notes.some(({ note }) => ["incomplete", "drift"].includes(note))
  const fact = (key, values) => text(key, { provider: nameOf(id), ...values })
  switch (result) {
  case "answered":
    return { mark: String(count), tone: isDamaged ? "warning" : "good", sentence: noted(fact(returned[origin] ?? "provider.returned", { count }), notes) }
  case "empty": return { mark: "0", tone: isDamaged ? "warning" : "idle", sentence: noted(fact(empty[origin] ?? "provider.empty"), notes) }
  case "skipped": return { mark: skipped(id), tone: "idle", sentence: because(fact("provider.skipped"), reason) }
  case "throttled":
    return { mark: text("mark.wait"), tone: "warning", sentence: because(fact(time(until) ? "provider.throttledUntil" : "provider.throttled", { time: time(until) }), reason) }
  case "denied": return { mark: text("mark.key"), tone: "bad", sentence: because(fact("provider.denied"), reason) }
  case "timedOut": return { mark: text("mark.slow"), tone: "warning", sentence: because(fact("provider.slow")) }
  case "drift": return { mark: text("mark.odd"), tone: "bad", sentence: because(fact("provider.odd"), reason) }
  case "cancelled": return { mark: "–", tone: "idle", sentence: because(fact("provider.cancelled")) }
  default: return { mark: "!", tone: "bad", sentence: because(fact("provider.failed"), reason) }
  }
}

const because = (fact, reason) => (reason ? text("provider.because", { fact, reason: sentence(reason) }) : text("provider.fact", { fact }))

function noted(fact, notes) {
  const note = notes.map(({ text }) => text).filter(Boolean).map(sentence).join(" ")
  return note ? text("provider.noted", { fact, note }) : because(fact)
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

/** Sentences on the providers whose results are incomplete. */
export function unfinished(listing) {
  return [...listing.outcomes.values()].flatMap(({ provider, notes = [] }) =>
    notes.filter(({ note }) => note === "incomplete").map(note => text("provider.says", { provider: nameOf(provider), sentence: sentence(note.text) })))
}

/** Sentences on the providers that could not answer; a `brief` one has only the beginning of the reason. */
export function silent(listing, { brief = false } = {}) {
  return [...listing.outcomes.values()]
    .filter(({ result }) => !["answered", "empty", "skipped", "cancelled"].includes(result))
    .map(outcome => (brief ? { ...outcome, reason: gist(outcome.reason) } : outcome))
    .map(outcome => ended(outcome).sentence)
}

/** The part of a reason before the details, unless that is long as well. */
function gist(reason = "") {
  const [start] = reason.split(/[:;.] /)
  return start.length < 80 ? start : ""
}
