// The panel that explains the providers: their states, reasons and keys.

import { serviceLines } from "./credit.js"
import { link, make, part } from "./dom.js"
import { handled } from "./handling.js"
import { languageChoice } from "./language.js"
import { all, standing } from "./providers.js"
import { named, text } from "./strings.js"
import { list, sentence as ended } from "./words.js"

/** Opens the panel with the current states. */
export function explain(listing) {
  const panel = part("panel")
  const notices = serviceLines(listing.items(Infinity))
  panel.replaceChildren(
    make("div", { className: "top" },
      make("h2", { id: "panel-title" }, text("page.providers")),
      make("button", { type: "button", className: "plain", onclick: () => panel.close() }, text("viewer.close"))),
    languageChoice(),
    make("p", {}, text("panel.purpose")),
    make("ul", {}, all().map(provider => entry(provider, listing))),
    ...notices.map(line => make("p", { className: "quiet notice" }, line)))
  panel.addEventListener("click", event => event.target === panel && panel.close(), { once: true })
  panel.showModal()
}

function entry(provider, listing) {
  const { tone, sentence } = standing(provider.id, listing)
  const pages = (provider.keys ?? []).filter(key => key.state === "missing").map(key => key.page)
  const filters = handled(listing?.outcomes.get(provider.id))
  // A provider whose definition is refused has no kinds.
  const brings = (provider.kinds ?? []).map(kind => named("kinds", kind))
  return make("li", { "data-tone": tone },
    make("span", { className: "dot", "aria-hidden": "true" }),
    make("div", {},
      make("p", {}, link(provider.name, provider.site, { className: "name" }), brings.length > 0 && make("span", { className: "quiet" }, ` ${list(brings)}`)),
      provider.summary && make("p", { className: "quiet", dir: "auto" }, ended(provider.summary)),
      make("p", {}, withCode(sentence)),
      filters.length > 0 && make("p", { className: "quiet" }, text("panel.filters", { filters: list(filters) })),
      ["idle", "bad"].includes(tone) && pages.map(page => make("p", {}, link(text("panel.key"), page))),
      provider.quota && make("p", { className: "quiet" }, text("panel.quota", { remaining: provider.quota.remaining, count: provider.quota.limit }))))
}

/** Text between backticks is a command. */
const withCode = sentence => sentence.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part))
