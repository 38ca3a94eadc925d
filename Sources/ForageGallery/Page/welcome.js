// What a visitor sees first: what this is, examples, and what was searched for last.

import { make, part } from "./dom.js"
import { recent } from "./recent.js"
import { parts, text } from "./strings.js"

const examples = ["barn owl", "lighthouse orientation:portrait", "\"wild geese\" licence:commercial"]

/** Shows it above a list without a query, and hides it otherwise; `linkTo` makes a link that searches. */
export function welcome(isWanted, linkTo, openSet) {
  part("welcome").hidden = !isWanted
  if (!isWanted) return
  const line = (key, queries) => queries.length > 0 && make("p", { className: "quiet" }, parts(key, { queries: queries.flatMap((each, index) => [index ? " · " : "", linkTo(each)]) }))
  part("welcome").replaceChildren(...[
    make("p", { className: "large" }, text("welcome.purpose")), line("welcome.examples", examples), line("welcome.recent", recent()),
    make("button", { type: "button", className: "plain", onclick: openSet }, text("basket.open")),
  ].filter(Boolean))
}
