// One list of results while it grows: what came, in the order that is the best known so far.

import { results } from "./api.js"

const pageSize = 30

/** Every id that an item is known by, at every provider that brought it. */
export const ids = item => [item.id, ...item.sources.map(source => source.id)]

/** The items that are none of others, by whatever id. */
export function without(items, others) {
  const known = new Set(others.flatMap(ids))
  return known.size ? items.filter(item => !ids(item).some(id => known.has(id))) : items
}

/** A list, page by page. It calls `changed` whenever there is something new to show or to say. */
export class Listing {
  #list
  #changed
  #giveUp
  #settled = []
  #unsettled = []
  #page = null
  #former = new Map()
  #patience

  constructor(list, changed) {
    this.#list = list
    this.#changed = changed
    this.asked = []
    this.outcomes = new Map()
    this.state = "waiting"
    this.refusal = null
    this.cursor = null
    this.hint = ""
    this.suggestions = []
    this.seeAlso = []
  }

  /** Asks for the next page; the providers' answers come in as they come. */
  async goOn() {
    if (this.state === "asking" || this.state === "whole") return
    const giveUp = (this.#giveUp = new AbortController())
    this.state = "asking"
    this.#page = new Page()
    this.#changed()
    try {
      const page = { limit: pageSize, cursor: this.cursor }
      for await (const [kind, told] of results(this.#list, page, giveUp.signal)) this.#take(kind, told)
    } catch (error) {
      if (giveUp.signal.aborted) return
      this.state = "failed"
      this.refusal = error
      this.#putOff()
      this.#changed()
    } finally {
      clearTimeout(this.#patience)
    }
  }

  /** Nobody waits for the answers any more. */
  cancel() {
    this.#giveUp?.abort()
    clearTimeout(this.#patience)
    if (this.state !== "asking") return
    this.#putOff()
    this.state = "waiting"
  }

  #take(kind, told) {
    switch (kind) {
    case "began":
      this.asked = told.providers
      this.#former = new Map(this.outcomes)
      for (const provider of told.providers) this.outcomes.delete(provider)
      this.#page.asked = told.providers
      break
    case "item":
      this.#page.add(told)
      break
    case "measured":
      this.#page.measure(told.item, told.size)
      break
    case "outcome":
      this.#note(told.outcome)
      this.#page.ended.add(told.outcome.provider)
      this.#wait()
      break
    case "finished":
      this.#settle(this.#page.finish(told))
      told.outcomes.forEach(outcome => this.#note(outcome))
      this.#remark(told)
      this.cursor = told.next
      this.state = told.next ? "waiting" : "whole"
      this.refusal = null
    }
    this.#changed()
  }

  /** What is said of the query; what else may be searched for is told by the first answers, seldom by the pages behind them. */
  #remark({ hint, suggestions, seeAlso }) {
    this.hint = hint ?? ""
    this.suggestions = suggestions ?? []
    if (!this.seeAlso.length) this.seeAlso = seeAlso ?? []
  }

  /** How it went for a provider. Each page tells of the answers that it was made of, so what stands on the wall may be more. */
  #note(outcome) {
    const shown = this.#settled.filter(({ sources }) => sources.some(({ provider }) => provider === outcome.provider)).length
    const isMore = ["answered", "empty"].includes(outcome.result) && shown > (outcome.count ?? 0)
    this.outcomes.set(outcome.provider, isMore ? { ...outcome, result: "answered", count: shown } : outcome)
  }

  /** Those who answer soon after one another share the first screen; nobody holds up the others for longer. */
  #wait() {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => {
      if (!this.#page) return
      this.#page.isPatient = false
      this.#changed()
    }, 600)
  }

  #settle(items) {
    this.#settled.push(...items)
    this.#unsettled = without(this.#unsettled, items)
    this.#page = null
  }

  /** What came of a page that is not at its end stays where it is, until the page is asked for again. */
  #putOff() {
    this.#unsettled.push(...without(this.#page.arrived, this.#unsettled))
    for (const [provider, outcome] of this.#former) if (!this.outcomes.has(provider)) this.outcomes.set(provider, outcome)
    this.#page = null
  }

  /** Whether the providers are still sharing the first screen. */
  get isShared() {
    return Boolean(this.#page?.isPatient) && this.#settled.length + this.#unsettled.length === 0
  }

  /** What there is to show, the best first. While a first screen of `room` items is shared, each provider has a part of it. */
  items(room) {
    const share = this.isShared ? Math.max(1, Math.ceil(room / this.#page.witnesses(this.outcomes))) : Infinity
    return [...this.#settled, ...this.#unsettled, ...without(this.#page?.ranked(share) ?? [], this.#unsettled)]
  }

  /** The last thing known of the item with this id. */
  find(id) {
    return this.items(Infinity).find(item => ids(item).includes(id))
  }
}

/** What came of one page. */
class Page {
  asked = []
  ended = new Set()
  isPatient = true
  #entries = new Map()
  #counts = new Map()

  add(item) {
    const provider = item.sources[0].provider
    const rank = this.#entries.get(item.id)?.rank ?? (this.#counts.get(provider) ?? 0) + 1
    this.#counts.set(provider, Math.max(rank, this.#counts.get(provider) ?? 0))
    this.#entries.set(item.id, { item, rank, provider })
  }

  measure(id, size) {
    const entry = this.#entries.get(id)
    if (entry) entry.item = { ...entry.item, size }
  }

  /** How many have results or may still have some. */
  witnesses(outcomes) {
    return this.asked.filter(id => !this.ended.has(id) || outcomes.get(id)?.result === "answered").length || 1
  }

  /** As a fusion by ranks of equal weight would have it: the first of each provider, then the second of each. */
  ranked(share) {
    const place = entry => this.asked.indexOf(entry.provider)
    return [...this.#entries.values()]
      .filter(entry => entry.rank <= share)
      .sort((one, other) => one.rank - other.rank || place(one) - place(other))
      .map(entry => entry.item)
  }

  get arrived() {
    return this.ranked(Infinity)
  }

  /** The list as the program made it. */
  finish({ order, changed }) {
    const last = new Map([...this.#entries].map(([id, entry]) => [id, entry.item]))
    for (const item of changed) last.set(item.id, item)
    return order.map(id => last.get(id)).filter(Boolean)
  }
}
