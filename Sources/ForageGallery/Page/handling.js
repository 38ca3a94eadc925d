// The way in which each provider handles a filter: by the service, by Forage, or not at all.

import { nameOf } from "./providers.js"
import { aspect, count, list } from "./words.js"

/** The providers with results that handled a filter in this way. */
const those = (listing, filter, way) => [...listing.outcomes.values()]
  .filter(outcome => outcome.result === "answered" && outcome.filters?.some(each => each.filter === filter && each.handling === way))
  .map(outcome => nameOf(outcome.provider))

/** Sentences on how providers handled a filter; empty if the filter is not set. */
export function handling(listing, filter) {
  const [honoured, applied, impossible] = ["honoured", "applied", "impossible"].map(way => those(listing, filter, way))
  return [
    honoured.length > 0 && `${list(honoured)}: by the service.`,
    applied.length > 0 && `${list(applied)}: by Forage.`,
    impossible.length > 0 && `${list(impossible)} cannot filter by ${aspect(filter)}: all results are shown.`,
  ].filter(Boolean).join(" ")
}

/** The names of few providers, or the number of many. */
const few = names => (names.length < 3 ? list(names) : count(names.length, "provider"))

/** Sentences on the providers that cannot apply a filter. */
export function allUnheld(listing) {
  const filters = new Set([...listing.outcomes.values()].flatMap(outcome => outcome.filters ?? []).map(each => each.filter))
  return [...filters].map(filter => [those(listing, filter, "impossible"), filter])
    .filter(([names]) => names.length > 0)
    .map(([names, filter]) => `${few(names)} cannot filter by ${aspect(filter)}.`)
}

/** A sentence on the providers that have no listing of a day. */
export function dayless(listing) {
  const names = [...listing.outcomes.values()]
    .filter(({ result, notes }) => result === "answered" && notes?.some(({ note }) => note === "unsupportedDay"))
    .map(({ provider }) => nameOf(provider))
  return names.length ? [`${few(names)} ${names.length > 1 ? "list" : "lists"} only what is new now.`] : []
}

const strictly = "left out: cannot honour "

/** Sentences on the providers that were left out because they cannot apply a filter. */
export function allLeftOut(listing) {
  const left = [...listing.outcomes.values()].filter(({ result, reason }) => result === "skipped" && reason?.startsWith(strictly))
  return [...Map.groupBy(left, ({ reason }) => reason.slice(strictly.length))]
    .map(([filters, outcomes]) => [filters, outcomes.map(({ provider }) => nameOf(provider))])
    .map(([filters, names]) => `${names.length} left out (cannot filter by ${filters}): ${list(names)}.`)
}

const ways = { honoured: "by the service", applied: "by Forage", impossible: "not possible" }

/** The way in which a provider handled each filter. */
export const handled = outcome => (outcome?.filters ?? []).map(each => `${aspect(each.filter)} ${ways[each.handling] ?? each.handling}`)
