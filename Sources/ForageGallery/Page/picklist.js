// The list of what is picked, in a dialog: each can be opened, and taken out.

import { collections } from "./collections.js"
import { make } from "./dom.js"
import { short } from "./credit.js"
import { drop, picked } from "./picks.js"
import { nameOf } from "./providers.js"
import { mark } from "./rights.js"
import { text } from "./strings.js"

let dialog = null

/**
 * `open` opens the large view of an item, `reasons` are those for which items were missing in a ZIP file, and `reserved` is
 * the choice of what the licences do not permit, if there is any. `openItems` adds the items with some IDs, and `say` tells
 * what was done.
 */
export function showPicks({ open, openSet, reasons, reserved, openItems, say }) {
  dialog?.remove()
  const list = make("ul", {}, picked().map(item => entry(item, reasons.get(item.id), open)))
  dialog = document.body.appendChild(make("dialog", { className: "picks", "aria-labelledby": "picks-title" },
    make("div", { className: "top" },
      make("h2", { id: "picks-title" }, text("basket.picks")),
      make("button", { type: "button", className: "plain", onclick: openSet }, text("basket.open")),
      make("button", { type: "button", className: "plain", onclick: () => dialog.close() }, text("viewer.close"))),
    list, reserved && choice(reserved), collections({
      ids: () => picked().map(({ id }) => id), say: close(say), open: close(openItems) })))
  dialog.addEventListener("click", event => event.target === dialog && dialog.close())
  dialog.showModal()
}

/** The same function after the dialog is closed, as it would hide what the function says. */
const close = work => (...values) => {
  dialog.close()
  return work(...values)
}

function entry(item, reason, open) {
  const name = `pick-${item.id}`
  const picture = make("img", { alt: "", src: item.pictures?.small, decoding: "async", loading: "lazy", onerror: () => picture.classList.add("gone") })
  const element = make("li", {}, picture,
    make("div", {},
      make("button", { type: "button", className: "name", id: name, dir: "auto", onclick: () => {
        dialog.close()
        open(item.id)
      } }, item.title),
      make("p", { className: "quiet", dir: "auto" }, short(item, nameOf)),
      reason && make("p", { className: "bad" }, reason)),
    mark(item),
    make("button", { type: "button", className: "plain", "aria-describedby": name, onclick: remove }, text("basket.remove")))
  function remove() {
    const next = element.nextElementSibling ?? element.previousElementSibling
    drop(item)
    element.remove()
    if (next) next.querySelector(".plain").focus()
    else dialog.close()
  }
  return element
}

function choice({ isWanted, choose }) {
  const box = make("input", { type: "checkbox", checked: isWanted, onchange: () => choose(box.checked) })
  return make("label", { className: "reserved" }, box, " ", text("basket.reserved"))
}
