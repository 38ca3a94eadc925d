// The lists that were left last, to go back to.

const greatestCount = 12
const left = new Map()

/** Stores a list with its request and the reader's place. */
export function leave(asked, listing, place) {
  listing.cancel()
  left.delete(asked)
  left.set(asked, { listing, place })
  if (left.size > greatestCount) left.delete(left.keys().next().value)
}

/** The list of a request with the reader's place; undefined if it is no longer stored. */
export const comeBackTo = asked => left.get(asked)
