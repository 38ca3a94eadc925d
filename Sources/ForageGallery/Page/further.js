// What may have been meant instead, and what else may be searched for: links that search for other words.

import { address } from "./address.js"
import { make } from "./dom.js"
import { wordsOf } from "./query.js"

const either = new Intl.ListFormat("en-GB", { type: "disjunction" })

/** "Did you mean “barn owl” or “barn owls”?", for those who listen; nothing where nothing is suggested. */
export const question = ({ suggestions }, state) =>
  suggestions.length ? `Did you mean ${either.format(suggestions.map(each => `“${wordsOf(each, state)}”`))}?` : ""

/** The same as a line of links; `search` is called with the words of one. */
export function didYouMean({ suggestions }, state, search) {
  const parts = either.formatToParts(suggestions.map(each => wordsOf(each, state)))
  return suggestions.length > 0 && make("p", { className: "meant" }, "Did you mean ",
    parts.map(({ type, value }) => (type === "element" ? linkTo(value, state, search) : value)), "?")
}

/** What the services name beside their answers. */
export function seeAlso({ seeAlso }, state, search) {
  return seeAlso.length > 0 && make("p", { className: "also" }, "See also: ",
    seeAlso.flatMap((each, index) => [index ? " · " : "", linkTo(each, state, search)]))
}

/** Searches for other words, narrowed as now. Nobody is left out of another search unasked. */
function linkTo(words, state, search) {
  return make("a", { href: address({ ...state, q: words, strict: "", item: "" }), dir: "auto", onclick: follow }, words)
  function follow(event) {
    if (isForElsewhere(event)) return
    event.preventDefault()
    search(words)
  }
}

/** Whether a click on a link opens it in another place, which the browser sees to. */
export const isForElsewhere = event => event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0
