// What the user of this machine can do about a provider: turn it on or off, enter a key, and ask it again.

import { change } from "./api.js"
import { link, make } from "./dom.js"
import { isOnThisMachine, learn, take } from "./providers.js"
import { text } from "./strings.js"
import { time } from "./words.js"

/** The results that a second request may change. */
const failures = ["throttled", "denied", "timedOut", "failed", "drift", "cancelled"]

export class Controls {
  #provider
  #searchAgain
  #isBusy = false
  #said = make("p", { role: "status", dir: "auto" })
  #again = make("button", { type: "button", className: "plain", name: "again", onclick: () => this.#askAgain() })
  #keys

  /** `searchAgain` requests the list again. */
  constructor(provider, searchAgain) {
    this.#provider = provider
    this.#searchAgain = searchAgain
    this.#keys = (provider.keys ?? []).filter(({ state }) => state === "missing").map(key => ({ name: key.name, element: this.#keyField(key) }))
    this.toggle = make("input", {
      type: "checkbox", role: "switch", ariaLabel: text("panel.ask", { provider: provider.name }),
      onchange: () => this.#change({ enabled: this.toggle.checked }),
    })
    this.element = make("div", {}, this.#keys.map(({ element }) => element), this.#said, this.#again)
  }

  /** Shows what is possible now. */
  refresh(provider, outcome) {
    this.#provider = provider
    this.toggle.hidden = !isOnThisMachine() || provider.state === "refused"
    if (!this.#isBusy) this.toggle.checked = provider.state !== "off"
    const isPaused = provider.state === "throttled"
    const isAskable = isPaused ? isOnThisMachine() : provider.state === "ready" && failures.includes(outcome?.result)
    this.#again.hidden = !isAskable
    this.#again.textContent = text(isPaused ? "panel.insist" : "panel.again")
    for (const { name, element } of this.#keys) element.hidden = provider.keys.find(key => key.name === name)?.state !== "missing"
  }

  /** A field for a key, or its variable for those who must not enter one. */
  #keyField({ name, variable, page }) {
    const where = link(text("panel.key"), page)
    if (!isOnThisMachine()) return make("p", {}, text("panel.variable", { variable }), " ", where)
    const field = make("input", { type: "password", autocomplete: "off", required: true, maxLength: 1000 })
    return make("form", { className: "key", onsubmit: event => {
      event.preventDefault()
      const { value } = field
      field.value = ""
      this.#change({ key: { name, value } }, text("panel.saved"))
    } },
      make("label", {}, make("span", {}, text("panel.keyOf", { name })), field),
      make("button", { className: "plain" }, text("panel.save")), where)
  }

  #askAgain() {
    if (this.#provider.state === "throttled") this.#change({ insist: true })
    else this.#searchAgain()
  }

  async #change(wanted, done = "") {
    // The controls stay as they are meanwhile, so that the focus does.
    if (this.#isBusy) return
    this.#isBusy = true
    this.#said.textContent = ""
    try {
      take(await change(this.#provider.id, wanted))
      this.#said.textContent = done
    } catch (error) {
      await learn().catch(() => {})
      this.#said.textContent = wanted.insist && error.status === 409 && time(this.#provider.until)
        ? text("panel.notBefore", { provider: this.#provider.name, time: time(this.#provider.until) }) : error.message
      this.toggle.checked = this.#provider.state !== "off"
      return
    } finally {
      this.#isBusy = false
    }
    this.#searchAgain()
  }
}
