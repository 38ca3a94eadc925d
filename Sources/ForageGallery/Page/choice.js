// The size and the format of downloads, chosen for all of them until the page is left.

import { make } from "./dom.js"
import { named, text } from "./strings.js"
import { size } from "./words.js"

const chosen = { size: "", format: "" }
const roles = ["thumbnail", "small", "regular", "large", "full", "original"]
const formats = [["", text("choice.asIs")], ["jpeg", "JPEG"], ["png", "PNG"], ["webp", "WebP"]]

/** The parameters of a download: what is chosen, and others. */
export const parameters = others => new URLSearchParams(Object.entries({ ...chosen, ...others }).filter(([, value]) => value))

/** The two choices for the file of an item, if it may be downloaded. */
export function choice(item) {
  if (item.kind !== "photo" || !item.pictures?.large || item.pictures.unkept) return null
  const files = new Map((item.renditions ?? []).filter(({ type }) => !type || type.startsWith("image/")).map(file => [file.role, file]))
  const offered = roles.filter(role => files.has(role) || role === chosen.size)
  const entry = role => [role, [named("role", role), files.get(role)?.width && files.get(role).height && size(files.get(role))].filter(Boolean).join(" · ")]
  return make("div", { className: "choice" }, select("size", text("choice.size"), [["", text("choice.usual")], ...offered.map(entry)]), select("format", text("choice.format"), formats))
}

function select(name, label, options) {
  const element = make("select", { name, "aria-label": label, onchange: () => (chosen[name] = element.value) },
    options.map(([value, name]) => make("option", { value }, name)))
  element.value = chosen[name]
  return element
}
