// The keys, and the list of them that the question mark opens.

import { make } from "./dom.js"

const keys = [
  ["Anywhere", [["/", "Search"], ["?", "Show or hide this list"]]],
  ["Results", [["← → ↑ ↓", "Move from result to result"], ["Home, End", "The first and the last result"], ["Enter", "Open a result"]]],
  ["Large view", [
    ["← →", "Previous and next result"], ["z", "Zoom to the picture's own size, and back"], ["+ − 0", "Zoom in, zoom out, whole picture"],
    ["← → ↑ ↓", "Move a zoomed picture"], ["c", "Copy the credit"], ["d", "Download"], ["i", "Show or hide the details"],
    ["f", "Full screen"], ["Esc", "Close"],
  ]],
]

let dialog = null

/** Shows the list, or closes it. */
export function showKeys() {
  if (dialog?.open) return dialog.close()
  dialog ??= document.body.appendChild(make("dialog", { className: "keys", "aria-labelledby": "keys-title" },
    make("div", { className: "top" },
      make("h2", { id: "keys-title" }, "Keys"),
      make("button", { type: "button", className: "plain", onclick: () => dialog.close() }, "Close")),
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
