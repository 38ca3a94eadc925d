// What is printed: everything that is listed, with the words that were searched for and the date.

import { make, part } from "./dom.js"
import { loadAll } from "./pictures.js"
import { compose } from "./query.js"
import { day } from "./words.js"

/** Completes the page before it is printed; `current` returns the wall and the state of the page. */
export function printing(current) {
  addEventListener("beforeprint", () => {
    const { wall, state } = current()
    part("printed")?.remove()
    part("heading").before(make("p", { id: "printed" }, make("strong", { dir: "auto" }, compose(state)), " ", day(new Date())))
    wall.isPrinted = true
    loadAll(part("wall").querySelectorAll("img"))
  })
  addEventListener("afterprint", () => {
    part("printed")?.remove()
    current().wall.isPrinted = false
  })
}
