// The end of the list: more is coming, this is all, or something went wrong.

import { make, part, textScale } from "./dom.js"
import { serviceLines } from "./credit.js"
import { measures } from "./rows.js"
import { count } from "./words.js"

const shapes = [1.5, 0.8, 1.3, 1, 1.6, 0.7, 1.4, 1.2]

/** Shows a mark. A new node replaces the old one, so that nothing moves. */
function put(...children) {
  const end = make("div", { id: "end" }, children)
  part("end").replaceWith(end)
}

/** Empty frames in the shape of rows: more is coming. */
export function loading(lines) {
  const { height, caption, between, gap } = measures(part("wall").clientWidth, textScale())
  const ghosts = Array.from({ length: lines }, (_, line) => {
    const row = make("div", { className: "row ghosts", "aria-hidden": "true" }, shapes.map((_, index) => {
      const ghost = make("span", { className: "ghost" })
      ghost.style.flexBasis = `${shapes[(index + 3 * line) % shapes.length] * height}px`
      return ghost
    }))
    row.style.blockSize = `${height}px`
    row.style.marginBlockEnd = `${caption + between}px`
    row.style.columnGap = `${gap}px`
    return row
  })
  put(ghosts, make("p", { className: "unseen" }, "More results are coming."))
}

/** Nothing: more can be requested. */
export const nothing = () => put()

/** This is all, or all that was received, with suggestions for other searches. */
export function whole(items, unfinished, { meant, also }) {
  const notices = serviceLines(items)
  put(make("div", { className: "mark" },
    make("p", {}, `That is all${unfinished.length ? " that was received" : ""}: ${count(items.length, "result")}.`),
    lines(unfinished),
    meant, also,
    notices.length > 0 && make("p", { className: "lines" }, notices.flatMap((line, index) => (index ? [" · ", line] : [line])))))
}

/** No results, with reasons; `meant` and `also` suggest other searches. */
export function none(words, reasons, { meant, also }) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, words ? "Nothing found." : "Nothing new."),
    meant || (!reasons.length && make("p", {}, "Try fewer or other words, or fewer filters.")),
    reasons.length > 0 && make("p", {}, "Not all providers could answer:"),
    lines(reasons),
    also))
}

/** Providers were chosen that cannot list anything without words. */
export const needsWords = sentence => put(make("div", { className: "mark" }, make("p", { className: "large" }, sentence)))

/** No provider could answer, with reasons. */
export function nobody(reasons) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, "No provider could answer."),
    reasons.length ? lines(reasons) : make("p", {}, "“Providers” shows why for each of them.")))
}

/** Every provider was left out at the reader's request, which can be undone. */
export function leftOut(reasons, takeBack) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, "All providers were left out."),
    lines(reasons),
    make("button", { type: "button", className: "strong", onclick: takeBack }, "Show all")))
}

const lines = texts => texts.length > 0 && make("ul", {}, texts.map(text => make("li", {}, text)))

/** An error, with a button to try again. */
export function failed(refusal, again) {
  put(make("div", { className: "mark" },
    make("p", { role: "alert" }, refusal.message),
    make("button", { type: "button", className: "strong", onclick: again }, "Try again")))
}
