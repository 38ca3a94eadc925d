// The line above the wall: the number of results, the providers that are missing and why, and mistakes in the query.

import { announce, part } from "./dom.js"
import { corrected, question } from "./further.js"
import { allLeftOut, allUnheld, dayless } from "./handling.js"
import { isAnswered, keyless, nameOf, searchOnly, showAnswered, silent } from "./providers.js"
import { compose } from "./query.js"
import { text } from "./strings.js"
import { day, list } from "./words.js"

/** More providers than these are only counted. */
const mostNames = 3

export class Statement {
  #late
  #search
  #said = ""
  #complaint = null

  /** `late` returns the number of results that came too late for their place; `search` searches for a query. */
  constructor(late, search) {
    this.#late = late
    this.#search = search
  }

  /** Sentences on the providers that could not answer, with details. Missing keys count only if no provider answered. */
  reasons(listing) {
    const plain = [...allLeftOut(listing), ...(isAnswered(listing) ? [] : keyless(listing))]
    return [...plain.map(sentence => ({ sentence })), ...silent(listing)]
  }

  /** The same in few words: of many failures only the number. */
  #brief(listing) {
    const count = silent(listing).length
    const failed = count > mostNames ? count : 0
    const reasons = failed ? this.reasons(listing).slice(0, -failed) : this.reasons(listing)
    return [...reasons.map(({ sentence }) => sentence), ...(failed ? [text("state.unanswered", { count: failed })] : [])]
  }

  /** Whether every provider was left out, so that none failed. */
  isOfNobody(listing) {
    return !isAnswered(listing) && silent(listing).length === 0 && allLeftOut(listing).length > 0
  }

  /** A sentence on the chosen providers that need words; empty if there are none. */
  needsWords(listing, state) {
    const names = searchOnly(listing, state)
    return names.length ? text("state.needsWords", { count: names.length, providers: list(names) }) : ""
  }

  show(listing, number, state) {
    const isRefused = listing.state === "failed" && listing.refusal.status === 400
    this.#accuse(isRefused ? listing.refusal : this.#complaint, state)
    const sentence = isRefused ? "" : this.#sentence(listing, number, state)
    part("state").textContent = sentence
    showAnswered(listing)
    const told = [sentence, !isRefused && question(listing)].filter(Boolean).join(" ")
    if (listing.state !== "asking" && told !== this.#said) {
      this.#said = told
      if (told) announce(told)
    }
    this.#offer(listing)
    this.#offerStrictness(listing, isRefused)
  }

  /** Shows an error of the address, independent of the list; null removes it. */
  complain(refusal) {
    this.#complaint = refusal
    this.#accuse(refusal)
  }

  #accuse(refusal, state) {
    const sentence = refusal?.message ?? ""
    // The link of the same sentence may be for another query.
    if (sentence === part("complaint").textContent && !part("complaint").firstElementChild) return
    part("complaint").replaceChildren(...corrected(sentence, state, this.#search))
    // Without a query, something else is wrong.
    part("words").setAttribute("aria-invalid", Boolean(refusal?.status === 400 && state && compose(state)))
    if (refusal) announce(sentence)
  }

  #sentence(listing, number, state) {
    const { q, day: on } = state
    const waiting = listing.asked.filter(id => !listing.outcomes.has(id)).map(nameOf)
    const out = waiting.length > mostNames ? [] : waiting
    if (listing.state === "asking" && !number) return text(out.length ? "state.askingThese" : "state.asking", { count: out.length, providers: list(out) })
    if (listing.state === "asking") return text(out.length ? "state.soFarWaiting" : "state.soFar", { count: number, providers: list(out) })
    const needs = this.needsWords(listing, state)
    const missing = [...(listing.hint ? [listing.hint] : []), ...(number && needs ? [needs] : []), ...dayless(listing), ...allUnheld(listing), ...this.#brief(listing)]
    const brought = [...listing.outcomes.values()].filter(({ result }) => result === "answered").length
    if (!number && listing.state === "failed") return ""
    if (this.isOfNobody(listing)) return missing.join(" ")
    if (!number && needs && !isAnswered(listing)) return needs
    if (!number) return [text(isAnswered(listing) ? "state.none" : "end.nobody"), ...missing].join(" ")
    const found = text(listing.state === "whole" ? "state.found" : "state.foundSoFar", { count: number, providers: text("state.fromProviders", { count: brought }) })
    return [q ? found : on ? text("state.ofDay", { day: day(on), found }) : text("state.new", { found }), ...missing].join(" ")
  }

  /** Offers to leave out providers that cannot apply a filter, or to include them again. */
  #offerStrictness(listing, isRefused) {
    const isStrict = allLeftOut(listing).length > 0
    const button = part("strictness")
    button.hidden = listing.state === "asking" || isRefused || !(isStrict || allUnheld(listing).length)
    button.textContent = text(isStrict ? "end.showAll" : "state.leaveOut")
    button.value = isStrict ? "" : "true"
  }

  /** Offers to sort late results into their places; nothing moves by itself. */
  #offer(listing) {
    const number = listing.state === "asking" ? 0 : this.#late()
    const button = part("late")
    button.hidden = number < 3
    button.textContent = text("state.late", { count: number })
  }
}
