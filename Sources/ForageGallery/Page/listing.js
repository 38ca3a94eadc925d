// One list of results while it grows, in the best order so far.

import { results } from "./api.js"

const pageSize = 30

/** The IDs of an item at all of its sources. */
export const ids = item => [item.id, ...item.sources.map(source => source.id)]

/** The items that are not among others by any ID. */
export function without(items, others) {
  const known = new Set(others.flatMap(ids))
  return known.size ? items.filter(item => !ids(item).some(id => known.has(id))) : items
}

/** A list, page by page. It calls `changed` at every change. */
export class Listing {
  #list
  #changed
  #giveUp
  #settled = []
  #unsettled = []
  #page = null
  #former = new Map()
  #patience

  /** `stored` is what a former page has stored of the same list. */
  constructor(list, changed, stored) {
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
    if (stored) this.#restore(stored)
  }

  /** What can be stored, to show the list again when the page is loaded again. */
  get stored() {
    const { asked, cursor, hint, suggestions, seeAlso } = this
    const unsettled = [...this.#unsettled, ...without(this.#page?.arrived ?? [], this.#unsettled)]
    return { settled: this.#settled, unsettled, outcomes: [...this.outcomes], isWhole: this.state === "whole", asked, cursor, hint, suggestions, seeAlso }
  }

  #restore({ settled, unsettled, outcomes, isWhole, ...others }) {
    this.#settled = settled
    this.#unsettled = unsettled
    this.outcomes = new Map(outcomes)
    this.state = isWhole ? "whole" : "waiting"
    Object.assign(this, others)
  }

  /** Requests the next page; results are added while providers answer. */
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

  /** Cancels the request for a page. */
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

  /** Stores the remarks on the query. Related searches come mostly with the first page. */
  #remark({ hint, suggestions, seeAlso }) {
    this.hint = hint ?? ""
    this.suggestions = suggestions ?? []
    if (!this.seeAlso.length) this.seeAlso = seeAlso ?? []
  }

  /** Stores the outcome of a provider. It counts the results of one page, so the list may have more. */
  #note(outcome) {
    const shown = this.#settled.filter(({ sources }) => sources.some(({ provider }) => provider === outcome.provider)).length
    const isMore = ["answered", "empty"].includes(outcome.result) && shown > (outcome.count ?? 0)
    this.outcomes.set(outcome.provider, isMore ? { ...outcome, result: "answered", count: shown } : outcome)
  }

  /** Lets providers that answer at about the same time share the first screen. */
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

  /** Keeps the results of an incomplete page until it is requested again. */
  #putOff() {
    this.#unsettled.push(...without(this.#page.arrived, this.#unsettled))
    for (const [provider, outcome] of this.#former) if (!this.outcomes.has(provider)) this.outcomes.set(provider, outcome)
    this.#page = null
  }

  /** The results of complete pages, in their final order. */
  get settled() {
    return this.#settled
  }

  /** Whether providers still share the first screen. */
  get isShared() {
    return Boolean(this.#page?.isPatient) && this.#settled.length + this.#unsettled.length === 0
  }

  /** The results, the best first. While a first screen of `room` items is shared, each provider has a part of it. */
  items(room) {
    const share = this.isShared ? Math.max(1, Math.ceil(room / this.#page.witnesses(this.outcomes))) : Infinity
    return [...this.#settled, ...this.#unsettled, ...without(this.#page?.ranked(share) ?? [], this.#unsettled)]
  }

  /** The latest state of the item with an ID. */
  find(id) {
    return this.items(Infinity).find(item => ids(item).includes(id))
  }
}

/** The results of one page. */
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

  /** The number of providers that have results, or may have some. */
  witnesses(outcomes) {
    return this.asked.filter(id => !this.ended.has(id) || outcomes.get(id)?.result === "answered").length || 1
  }

  /** The first result of each provider, then the second of each, and so on. */
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

  /** The final list of the page. */
  finish({ order, changed }) {
    const last = new Map([...this.#entries].map(([id, entry]) => [id, entry.item]))
    for (const item of changed) last.set(item.id, item)
    return order.map(id => last.get(id)).filter(Boolean)
  }
}
