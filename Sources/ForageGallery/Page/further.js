// Links to other searches: “Did you mean” and “See also”.

import { address } from "./address.js"
import { make } from "./dom.js"
import { compose, parse } from "./query.js"

const either = new Intl.ListFormat("en-GB", { type: "disjunction" })

/** "Did you mean “barn owl” or “barn owls”?" as text; empty without suggestions. */
export const question = ({ suggestions }) =>
  suggestions.length ? `Did you mean ${either.format(suggestions.map(each => `“${parse(each).q}”`))}?` : ""

/** The same as a line of links; `search` is called with the words of one. A suggestion has the filters of the search. */
export function didYouMean({ suggestions }, state, search) {
  const parts = either.formatToParts(suggestions.map(each => parse(each).q))
  return suggestions.length > 0 && make("p", { className: "meant" }, "Did you mean ",
    parts.map(({ type, value }) => (type === "element" ? linkTo(value, state, search) : value)), "?")
}

/** Related searches, as the services suggest them. */
export function seeAlso({ seeAlso }, state, search) {
  return seeAlso.length > 0 && make("p", { className: "also" }, "See also: ",
    seeAlso.flatMap((each, index) => [index ? " · " : "", linkTo(each, state, search)]))
}

/** The sentence on a mistake in a query, where what was meant is a link. */
export function corrected(sentence, state, search) {
  const [, start, wrong, middle, meant, end] = sentence.match(/^(.*?")([^"]*)(".*did you mean ")([^"]*)("\?.*)$/s) ?? []
  const query = state && compose(state)
  if (!meant || !query?.includes(wrong)) return [sentence]
  return [start + wrong + middle, linkTo(query.replace(wrong, meant), state, search, meant), end]
}

/** A link to a search for other words with the same filters. */
export function linkTo(words, state, search, label = words) {
  return make("a", { href: address({ ...state, q: words, strict: "", item: "" }), dir: "auto", onclick: follow }, label)
  function follow(event) {
    if (isForElsewhere(event)) return
    event.preventDefault()
    search(words)
  }
}

/** Whether a click on a link opens another tab or window. */
export const isForElsewhere = event => event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0
