// The lists that were left lately, for who comes back to them.

const greatestCount = 12
const left = new Map()

/** Lets go of a list: what was asked, what came of it, and how far down the reader was. */
export function leave(asked, listing, place) {
  listing.cancel()
  left.delete(asked)
  left.set(asked, { listing, place })
  if (left.size > greatestCount) left.delete(left.keys().next().value)
}

/** The list with the place where it was left; undefined if that is too long ago. */
export const comeBackTo = asked => left.get(asked)
