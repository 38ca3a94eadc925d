// The line above the wall: how much there is, who is still out, who could not answer and why, what is wrong with the words.

import { announce, part } from "./dom.js"
import { question } from "./further.js"
import { allLeftOut, allUnheld, dayless } from "./handling.js"
import { isAnswered, keyless, nameOf, silent } from "./providers.js"
import { count, day, list } from "./words.js"

export class Statement {
  #late
  #said = ""
  #complaint = null

  /** `late` tells how many results came too late for their place. */
  constructor(late) {
    this.#late = late
  }

  /** Those who could not answer, each in a sentence, whole or brief; who lacks a key is missed only where nobody answered. */
  reasons(listing, brevity) {
    return [...allLeftOut(listing), ...silent(listing, brevity), ...(isAnswered(listing) ? [] : keyless(listing))]
  }

  /** Whether all who could have been asked were left out, so that nobody failed either. */
  isOfNobody(listing) {
    return !isAnswered(listing) && silent(listing).length === 0 && allLeftOut(listing).length > 0
  }

  show(listing, number, state) {
    const isRefused = listing.state === "failed" && listing.refusal.status === 400
    this.#accuse(isRefused ? listing.refusal : this.#complaint, state)
    const sentence = isRefused ? "" : this.#sentence(listing, number, state)
    part("state").textContent = sentence
    const told = [sentence, !isRefused && question(listing, state)].filter(Boolean).join(" ")
    if (listing.state !== "asking" && told !== this.#said) {
      this.#said = told
      if (told) announce(told)
    }
    this.#offer(listing)
    this.#offerStrictness(listing, isRefused)
  }

  /** Says what is wrong with what the address bar leads to, beside whatever the list comes to; null takes it back. */
  complain(refusal) {
    this.#complaint = refusal
    this.#accuse(refusal)
  }

  #accuse(refusal, state) {
    const sentence = refusal?.message ?? ""
    if (sentence === part("complaint").textContent) return
    part("complaint").textContent = sentence
    // Where there are no words, something else is at fault.
    part("words").setAttribute("aria-invalid", Boolean(refusal?.status === 400 && state?.q.trim()))
    if (refusal) announce(sentence)
  }

  #sentence(listing, number, { q, day: on }) {
    const out = listing.asked.filter(id => !listing.outcomes.has(id)).map(nameOf)
    if (listing.state === "asking" && !number) return out.length ? `Asking ${list(out)} …` : "Asking …"
    if (listing.state === "asking") return `${count(number, "result")} so far${out.length ? `; waiting for ${list(out)}` : ""} …`
    const missing = [...(listing.hint ? [listing.hint] : []), ...dayless(listing), ...allUnheld(listing), ...this.reasons(listing, { brief: true })]
    const brought = [...listing.outcomes.values()].filter(({ result }) => result === "answered").length
    if (!number && listing.state === "failed") return ""
    if (this.isOfNobody(listing)) return missing.join(" ")
    if (!number) return [isAnswered(listing) ? "No results." : "No provider could answer.", ...missing].join(" ")
    const found = `${count(number, "result")}${listing.state === "whole" ? "" : " so far"} from ${count(brought, "provider")}`
    const start = q ? "" : on ? `New on ${day(on)}: ` : "New and interesting: "
    return [`${start}${found}.`, ...missing].join(" ")
  }

  /** Offers to leave out those who cannot be held to a filter, and to have them again. */
  #offerStrictness(listing, isRefused) {
    const isStrict = allLeftOut(listing).length > 0
    const button = part("strictness")
    button.hidden = listing.state === "asking" || isRefused || !(isStrict || allUnheld(listing).length)
    button.textContent = isStrict ? "Show all" : "Leave them out"
    button.value = isStrict ? "" : "true"
  }

  /** Offers to put what came late where it belongs; nothing moves by itself. */
  #offer(listing) {
    const number = listing.state === "asking" ? 0 : this.#late()
    const button = part("late")
    button.hidden = number < 3
    button.textContent = `${count(number, "result")} arrived late and should be higher. Sort now`
  }
}
