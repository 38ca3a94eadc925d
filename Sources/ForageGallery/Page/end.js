// The end of the list: more is coming, this is all, or something went wrong.

import { make, part, textScale, unfolding } from "./dom.js"
import { serviceLines } from "./credit.js"
import { measures } from "./rows.js"
import { text } from "./strings.js"

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
  put(ghosts, make("p", { className: "unseen" }, text("end.coming")))
}

/** Nothing: more can be requested. */
export const nothing = () => put()

/** This is all, or all that was received, with suggestions for other searches. */
export function whole(items, unfinished, { meant, also }) {
  const notices = serviceLines(items)
  put(make("div", { className: "mark" },
    make("p", {}, text(unfinished.length ? "end.received" : "end.all", { count: items.length })),
    lines(unfinished),
    meant, also,
    notices.length > 0 && make("p", { className: "lines" }, notices.flatMap((line, index) => (index ? [" · ", line] : [line])))))
}

/** No results, with reasons; `meant` and `also` suggest other searches. */
export function none(words, reasons, { meant, also }) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, text(words ? "end.nothingFound" : "end.nothingNew")),
    meant || (!reasons.length && make("p", {}, text("end.advice"))),
    reasons.length > 0 && make("p", {}, text("end.unanswered")),
    lines(reasons),
    also))
}

/** Providers were chosen that cannot list anything without words. */
export const needsWords = sentence => put(make("div", { className: "mark" }, make("p", { className: "large" }, sentence)))

/** No provider could answer, with reasons. */
export function nobody(reasons) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, text("end.nobody")),
    reasons.length ? lines(reasons) : make("p", {}, text("end.why"))))
}

/** Every provider was left out at the reader's request, which can be undone. */
export function leftOut(reasons, takeBack) {
  put(make("div", { className: "mark" },
    make("p", { className: "large" }, text("end.leftOut")),
    lines(reasons),
    make("button", { type: "button", className: "strong", onclick: takeBack }, text("end.showAll"))))
}

const lines = reasons => reasons.length > 0 && make("ul", {}, reasons.map(reason => make("li", {}, unfolding(reason))))

/** An error, with a button to try again. */
export function failed(refusal, again) {
  put(make("div", { className: "mark" },
    make("p", { role: "alert", dir: "auto" }, refusal.message),
    make("button", { type: "button", className: "strong", onclick: again }, text("end.again"))))
}
