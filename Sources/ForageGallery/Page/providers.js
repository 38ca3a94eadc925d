// The providers and their states, before and after a search.

import { providers } from "./api.js"
import { count, list, sentence, time } from "./words.js"

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
  if (listing?.state === "asking" && listing.asked.includes(id)) return { mark: "…", tone: "asked", sentence: "is being asked." }
  return before(known.get(id))
}

function before(provider) {
  const reason = because(provider?.reason)
  switch (provider?.state) {
  case "throttled": return { mark: "wait", tone: "warning", sentence: `is not asked${until(provider)}${reason}` }
  case "skipped": return { mark: skipped(provider), tone: "idle", sentence: `is not asked${reason}` }
  case "off": return { mark: "off", tone: "idle", sentence: `is turned off. \`forage providers enable ${provider.id}\` turns it on.` }
  case "refused": return { mark: "!", tone: "bad", sentence: `cannot be used${reason}` }
  default: return { mark: "", tone: "idle", sentence: "is ready." }
  }
}

function ended(outcome) {
  const reason = because(outcome.reason)
  const notes = (outcome.notes ?? []).map(note => note.text).filter(Boolean).map(text => ` Note: ${sentence(text)}`).join("")
  switch (outcome.result) {
  case "answered":
    return { mark: String(outcome.count), tone: isDamaged(outcome) ? "warning" : "good", sentence: `returned ${count(outcome.count, "result")}${origin(outcome)}.${notes}` }
  case "empty": return { mark: "0", tone: isDamaged(outcome) ? "warning" : "idle", sentence: `found nothing${origin(outcome)}.${notes}` }
  case "skipped": return { mark: skipped(known.get(outcome.provider)), tone: "idle", sentence: `was not asked${reason}` }
  case "throttled": return { mark: "wait", tone: "warning", sentence: `must not be asked${until(outcome)}${reason}` }
  case "denied": return { mark: "key", tone: "bad", sentence: `denied access${reason}` }
  case "timedOut": return { mark: "slow", tone: "warning", sentence: "did not answer in time." }
  case "drift": return { mark: "odd", tone: "bad", sentence: `answered in a different form than documented${reason}` }
  case "cancelled": return { mark: "–", tone: "idle", sentence: "was cancelled." }
  default: return { mark: "!", tone: "bad", sentence: `failed${reason}` }
  }
}

const isDamaged = ({ notes }) => notes?.some(({ note }) => ["incomplete", "drift"].includes(note))
const because = reason => (reason ? `: ${sentence(reason)}` : ".")
const until = ({ until }) => (until && time(until) ? ` until ${time(until)}` : "")
const origin = ({ origin }) => ({ cached: ", from the cache", stale: ", from an old answer in the cache" })[origin] ?? ""
const skipped = provider => (lacksKey(provider) ? "key" : "–")
const lacksKey = provider => provider?.state === "skipped" && provider.keys?.some(key => key.state === "missing")

/** Whether a provider could answer, so that an empty list means that there are no results. */
export const isAnswered = listing => [...listing.outcomes.values()].some(({ result }) => ["answered", "empty"].includes(result))

/** A sentence on the providers without a key, if there are any. */
export function keyless(listing) {
  const names = [...listing.outcomes.values()].filter(({ result, provider }) => result === "skipped" && lacksKey(known.get(provider)))
    .map(({ provider }) => nameOf(provider))
  return names.length ? [`${list(names)} ${names.length > 1 ? "lack" : "lacks"} a key; “Providers” says where to get one.`] : []
}

/** The names of the chosen providers that were left out because they only search. */
export const searchOnly = (listing, { q, kind, from }) => (q || !(kind || from) ? [] : [...listing.outcomes.values()])
  .filter(({ result }) => result === "skipped").map(({ provider }) => known.get(provider))
  .filter(provider => provider?.requests && !provider.requests.includes("browse") && (!kind || provider.kinds.some(each => kind.split(",").includes(each))))
  .map(({ name }) => name)

/** Sentences on the providers whose results are incomplete. */
export function unfinished(listing) {
  return [...listing.outcomes.values()].flatMap(({ provider, notes = [] }) =>
    notes.filter(({ note }) => note === "incomplete").map(({ text }) => `${nameOf(provider)}: ${sentence(text)}`))
}

/** Sentences on the providers that could not answer; a `brief` one has only the beginning of the reason. */
export function silent(listing, { brief = false } = {}) {
  return [...listing.outcomes.values()]
    .filter(({ result }) => !["answered", "empty", "skipped", "cancelled"].includes(result))
    .map(outcome => (brief ? { ...outcome, reason: gist(outcome.reason) } : outcome))
    .map(outcome => `${nameOf(outcome.provider)} ${ended(outcome).sentence}`)
}

/** The part of a reason before the details, unless that is long as well. */
function gist(reason = "") {
  const [start] = reason.split(/[:;.] /)
  return start.length < 80 ? start : ""
}
