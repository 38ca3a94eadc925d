// Links to other searches: “Did you mean” and “See also”.

import { address } from "./address.js"
import { make } from "./dom.js"
import { compose, parse } from "./query.js"
import { locale, parts, text } from "./strings.js"

const either = new Intl.ListFormat(locale, { type: "disjunction" })

/** "Did you mean “barn owl” or “barn owls”?" as text; empty without suggestions. */
export const question = ({ suggestions }) =>
  suggestions.length ? text("further.meant", { queries: either.format(suggestions.map(each => text("further.quoted", { query: parse(each).q }))) }) : ""

/** The same as a line of links; `search` is called with the words of one. A suggestion has the filters of the search. */
export function didYouMean({ suggestions }, state, search) {
  const queries = either.formatToParts(suggestions.map(each => parse(each).q))
    .map(({ type, value }) => (type === "element" ? linkTo(value, state, search) : value))
  return queries.length > 0 && make("p", { className: "meant" }, parts("further.meant", { queries }))
}

/** Related searches, as the services suggest them. */
export function seeAlso({ seeAlso }, state, search) {
  const queries = seeAlso.flatMap((each, index) => [index ? " · " : "", linkTo(each, state, search)])
  return queries.length > 0 && make("p", { className: "also" }, parts("further.also", { queries }))
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
