// The size and the format of downloads, chosen for all of them until the page is left.

import { make } from "./dom.js"
import { size } from "./words.js"

const chosen = { size: "", format: "" }
const roles = ["thumbnail", "small", "regular", "large", "full", "original"]
const formats = [["", "Format as it is"], ["jpeg", "JPEG"], ["png", "PNG"], ["webp", "WebP"]]

/** The parameters of a download: what is chosen, and others. */
export const parameters = others => new URLSearchParams(Object.entries({ ...chosen, ...others }).filter(([, value]) => value))

/** The two choices for the file of an item, if it may be downloaded. */
export function choice(item) {
  if (item.kind !== "photo" || !item.pictures?.large || item.pictures.unkept) return null
  const files = new Map((item.renditions ?? []).filter(({ type }) => !type || type.startsWith("image/")).map(file => [file.role, file]))
  const offered = roles.filter(role => files.has(role) || role === chosen.size)
  const named = role => [role, [role[0].toUpperCase() + role.slice(1), files.get(role)?.width && files.get(role).height && size(files.get(role))].filter(Boolean).join(" · ")]
  return make("div", { className: "choice" }, select("size", "Size", [["", "Usual size"], ...offered.map(named)]), select("format", "Format", formats))
}

function select(name, label, options) {
  const element = make("select", { name, "aria-label": label, onchange: () => (chosen[name] = element.value) },
    options.map(([value, text]) => make("option", { value }, text)))
  element.value = chosen[name]
  return element
}
