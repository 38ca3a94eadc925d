// What a picture is wanted for, and what its licence permits, as the program says for each item.

import { make } from "./dom.js"
import { named, text } from "./strings.js"

export const uses = ["web", "print", "advert", "change"]

let wanted = ""

/** Sets the use that the pictures are wanted for; "" if it is not known. */
export const want = use => (wanted = uses.includes(use) ? use : "")

/** The use that pictures are wanted for; "" if it is not known. */
export const use = () => wanted

/** Whether the use is permitted; without one, whether anything is. */
export const isAllowed = ({ rights }) => (wanted ? Boolean(rights?.uses?.includes(wanted)) : Boolean(rights) && rights.summary !== "ask")

/** Why a picture cannot be used, in a few words. */
export const refusal = ({ rights }) => (rights?.uses ? named("notFor", wanted) : text("rights.reserved"))

/** A small mark of what is permitted. */
export function mark({ rights }) {
  const summary = rights?.summary ?? "ask"
  const whole = named("permits", summary)
  const element = make("span", { className: "rights", title: whole }, make("span", { "aria-hidden": "true" }, named("brief", summary)), make("span", { className: "unseen" }, ` ${whole}`))
  element.dataset.summary = summary
  element.dataset.uses = rights?.uses?.join(" ") ?? ""
  return element
}
