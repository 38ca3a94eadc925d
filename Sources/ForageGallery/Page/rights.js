// What a picture is wanted for, and what its licence permits, as the program says for each item.

import { make } from "./dom.js"

/** The uses, as a sentence has them: "not for print". */
export const uses = { web: "the web", print: "print", advert: "adverts", change: "changes" }

let wanted = ""

/** Sets the use that the pictures are wanted for; "" if it is not known. */
export const want = use => (wanted = use in uses ? use : "")

/** Whether the use is permitted; without one, whether anything is. */
export const isAllowed = ({ rights }) => (wanted ? Boolean(rights?.uses?.includes(wanted)) : Boolean(rights) && rights.summary !== "ask")

/** Why a picture cannot be used, in a few words. */
export const refusal = ({ rights }) => (rights?.uses ? `Not for ${uses[wanted]}` : "Rights reserved")

const summaries = {
  free: ["Free", "Free to use"],
  credit: ["Credit", "Free to use with a credit"],
  "non-commercial": ["Non-com.", "Not for commercial use"],
  ask: ["Ask", "Rights reserved: ask before use"],
}

/** A small mark of what is permitted. */
export function mark({ rights }) {
  const [short, whole] = summaries[rights?.summary] ?? summaries.ask
  const element = make("span", { className: "rights", title: whole }, make("span", { "aria-hidden": "true" }, short), make("span", { className: "unseen" }, ` ${whole}`))
  element.dataset.summary = rights?.summary ?? "ask"
  element.dataset.uses = rights?.uses?.join(" ") ?? ""
  return element
}
