// Who holds results to a filter: the service itself, Forage, or nobody, where neither can tell.

import { nameOf } from "./providers.js"
import { aspect, count, list } from "./words.js"

/** Who brought something and dealt with a filter in this way. */
const those = (listing, filter, way) => [...listing.outcomes.values()]
  .filter(outcome => outcome.result === "answered" && outcome.filters?.some(each => each.filter === filter && each.handling === way))
  .map(outcome => nameOf(outcome.provider))

/** How all of them deal with a filter, in a sentence; nothing where nobody was asked for it. */
export function handling(listing, filter) {
  const [honoured, applied, impossible] = ["honoured", "applied", "impossible"].map(way => those(listing, filter, way))
  return [
    honoured.length > 0 && `${list(honoured)}: by the service.`,
    applied.length > 0 && `${list(applied)}: by Forage.`,
    impossible.length > 0 && `${list(impossible)} cannot filter by ${aspect(filter)}: all results are shown.`,
  ].filter(Boolean).join(" ")
}

/** A few are named; of more it is said how many they are. */
const few = names => (names.length < 3 ? list(names) : count(names.length, "provider"))

/** Who brought something that cannot be held to which filter, a sentence each. */
export function allUnheld(listing) {
  const filters = new Set([...listing.outcomes.values()].flatMap(outcome => outcome.filters ?? []).map(each => each.filter))
  return [...filters].map(filter => [those(listing, filter, "impossible"), filter])
    .filter(([names]) => names.length > 0)
    .map(([names, filter]) => `${few(names)} cannot filter by ${aspect(filter)}.`)
}

/** Who brought what is new now where a day was asked for, in a sentence. */
export function dayless(listing) {
  const names = [...listing.outcomes.values()]
    .filter(({ result, notes }) => result === "answered" && notes?.some(({ note }) => note === "unsupportedDay"))
    .map(({ provider }) => nameOf(provider))
  return names.length ? [`${few(names)} ${names.length > 1 ? "list" : "lists"} only what is new now.`] : []
}

const strictly = "left out: cannot honour "

/** Who was left out because nothing holds them to which filters, a sentence each. */
export function allLeftOut(listing) {
  const left = [...listing.outcomes.values()].filter(({ result, reason }) => result === "skipped" && reason?.startsWith(strictly))
  return [...Map.groupBy(left, ({ reason }) => reason.slice(strictly.length))]
    .map(([filters, outcomes]) => [filters, outcomes.map(({ provider }) => nameOf(provider))])
    .map(([filters, names]) => `${names.length} left out (cannot filter by ${filters}): ${list(names)}.`)
}

const ways = { honoured: "by the service", applied: "by Forage", impossible: "not possible" }

/** How one provider deals with each filter. */
export const handled = outcome => (outcome?.filters ?? []).map(each => `${aspect(each.filter)} ${ways[each.handling] ?? each.handling}`)
