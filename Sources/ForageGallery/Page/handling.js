// Who holds results to a filter: the service itself, Forage, or nobody, where neither can tell.

import { nameOf } from "./providers.js"
import { list } from "./words.js"

/** Who brought something and dealt with a filter in this way. */
const those = (listing, filter, way) => [...listing.outcomes.values()]
  .filter(outcome => outcome.result === "answered" && outcome.filters?.some(each => each.filter === filter && each.handling === way))
  .map(outcome => nameOf(outcome.provider))

/** How all of them deal with a filter, in a sentence; nothing where nobody was asked for it. */
export function handling(listing, filter) {
  const [honoured, applied] = ["honoured", "applied"].map(way => those(listing, filter, way))
  return [
    honoured.length > 0 && `${list(honoured)}: by the service.`,
    applied.length > 0 && `${list(applied)}: by Forage.`,
    unheld(listing, filter),
  ].filter(Boolean).join(" ")
}

/** Who cannot be held to a filter. */
function unheld(listing, filter) {
  const names = those(listing, filter, "impossible")
  return names.length > 0 && `${list(names)} cannot be held to the ${filter}: all is shown.`
}

/** Who cannot be held to which filter, a sentence each. */
export function allUnheld(listing) {
  const filters = new Set([...listing.outcomes.values()].flatMap(outcome => outcome.filters ?? []).map(each => each.filter))
  return [...filters].map(filter => unheld(listing, filter)).filter(Boolean)
}

const ways = { honoured: "by the service", applied: "by Forage", impossible: "not possible" }

/** How one provider deals with each filter. */
export const handled = outcome => (outcome?.filters ?? []).map(each => `${each.filter} ${ways[each.handling] ?? each.handling}`)
