// The keys, and the list of them that the question mark opens.

import { make } from "./dom.js"
import { text } from "./strings.js"

const keys = [
  [text("keys.anywhere"), [["/", text("keys.search")], ["?", text("keys.list")]]],
  [text("keys.results"), [["← → ↑ ↓", text("keys.move")], [text("keys.homeEnd"), text("keys.ends")], [text("keys.enter"), text("keys.open")], ["x", text("keys.pick")]]],
  [text("keys.large"), [
    ["← →", text("keys.neighbours")], ["z", text("keys.zoom")], ["+ − 0", text("keys.scale")], ["← → ↑ ↓", text("keys.pan")],
    ["c", text("keys.copy")], ["d", text("download.offer")], ["x", text("keys.pick")], ["i", text("viewer.toggle")], ["f", text("viewer.fullScreen")],
    [text("keys.escape"), text("viewer.close")],
  ]],
]

let dialog = null

/** Shows the list, or closes it. */
export function showKeys() {
  if (dialog?.open) return dialog.close()
  dialog ??= document.body.appendChild(make("dialog", { className: "keys", "aria-labelledby": "keys-title" },
    make("div", { className: "top" },
      make("h2", { id: "keys-title" }, text("viewer.keys")),
      make("button", { type: "button", className: "plain", onclick: () => dialog.close() }, text("viewer.close"))),
    keys.map(([name, rows]) => make("section", {}, make("h3", {}, name),
      make("dl", {}, rows.flatMap(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)]))))))
  dialog.showModal()
}

export const areKeysShown = () => Boolean(dialog?.open)

/** Whether a key is for what has the focus, or for the browser, and not for the page. */
export const isTaken = event =>
  event.altKey || event.ctrlKey || event.metaKey || Boolean(event.target.matches?.("input, select, textarea")) || areKeysShown()

addEventListener("keydown", event => {
  if (event.key !== "?" || (isTaken(event) && !areKeysShown())) return
  event.preventDefault()
  showKeys()
})
