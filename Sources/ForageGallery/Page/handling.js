// The way in which each provider handles a filter: by the service, by Forage, or not at all.

import { nameOf } from "./providers.js"
import { named, text } from "./strings.js"
import { list } from "./words.js"

/** The providers with results that handled a filter in this way. */
const those = (listing, filter, way) => [...listing.outcomes.values()]
  .filter(outcome => outcome.result === "answered" && outcome.filters?.some(each => each.filter === filter && each.handling === way))
  .map(outcome => nameOf(outcome.provider))

/** Sentences on how providers handled a filter; empty if the filter is not set. */
export function handling(listing, filter) {
  const [honoured, applied, impossible] = ["honoured", "applied", "impossible"].map(way => those(listing, filter, way))
  return [
    honoured.length > 0 && text("handling.honoured", { providers: list(honoured) }),
    applied.length > 0 && text("handling.applied", { providers: list(applied) }),
    impossible.length > 0 && text("handling.impossible", { count: impossible.length, providers: list(impossible), aspect: named("aspect", filter) }),
  ].filter(Boolean).join(" ")
}

/** Values of a text: the names of few providers, or the number of many. */
const few = names => ({ count: names.length, providers: names.length < 3 ? list(names) : text("handling.many", { count: names.length }) })

/** Sentences on the providers that cannot apply a filter. */
export function allUnheld(listing) {
  const filters = new Set([...listing.outcomes.values()].flatMap(outcome => outcome.filters ?? []).map(each => each.filter))
  return [...filters].map(filter => [those(listing, filter, "impossible"), filter])
    .filter(([names]) => names.length > 0)
    .map(([names, filter]) => text("handling.unheld", { ...few(names), aspect: named("aspect", filter) }))
}

/** A sentence on the providers that have no listing of a day. */
export function dayless(listing) {
  const names = [...listing.outcomes.values()]
    .filter(({ result, notes }) => result === "answered" && notes?.some(({ note }) => note === "unsupportedDay"))
    .map(({ provider }) => nameOf(provider))
  return names.length ? [text("handling.dayless", few(names))] : []
}

/** The filters because of which a strict search left a provider out, as text. */
const unheldBy = ({ result, filters = [] }) => result === "skipped" && list(filters.filter(({ handling }) => handling === "impossible").map(({ filter }) => named("aspect", filter)))

/** Sentences on the providers that were left out because they cannot apply a filter. */
export function allLeftOut(listing) {
  return [...Map.groupBy(listing.outcomes.values(), unheldBy)].filter(([filters]) => filters)
    .map(([filters, outcomes]) => text("handling.leftOut", { count: outcomes.length, filters, providers: list(outcomes.map(({ provider }) => nameOf(provider))) }))
}

const ways = { honoured: "handling.byService", applied: "handling.byForage", impossible: "handling.notPossible" }

/** The way in which a provider handled each filter. */
export const handled = outcome => (outcome?.filters ?? []).map(each => text(ways[each.handling], { aspect: named("aspect", each.filter) }))
