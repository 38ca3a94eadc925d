// What a visitor sees first: what this is, examples, and what was searched for last.

import { make, part } from "./dom.js"
import { recent } from "./recent.js"

const examples = ["barn owl", "lighthouse orientation:portrait", "\"wild geese\" licence:commercial"]

/** Shows it above a list without a query, and hides it otherwise; `linkTo` makes a link that searches. */
export function welcome(isWanted, linkTo) {
  part("welcome").hidden = !isWanted
  if (!isWanted) return
  const line = (name, queries) => queries.length > 0 && make("p", {}, make("span", { className: "quiet" }, `${name}: `), queries.flatMap((each, index) => [index ? " · " : "", linkTo(each)]))
  part("welcome").replaceChildren(...[
    make("p", { className: "large" }, "Search many sources of pictures at once, with the rights and the credit of each picture."),
    line("Examples", examples), line("Recent", recent()),
  ].filter(Boolean))
}
