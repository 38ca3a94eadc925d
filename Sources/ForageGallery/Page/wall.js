// The wall of rows. What the reader has seen stays where it is: new results are put in order below it.

import { ids } from "./listing.js"
import { measures, rows } from "./rows.js"
import { Tile } from "./tile.js"
import { make, textScale } from "./dom.js"

export class Wall {
  #root
  #address
  #tiles = new Map()
  #rows = []
  #seenTo = 0
  #items = []
  #isWhole = false
  #mayWait = true
  #width = 0

  constructor(root, address) {
    this.#root = root
    this.#address = address
    addEventListener("scroll", () => this.#look(), { passive: true })
    new ResizeObserver(() => this.#resize()).observe(root)
  }

  /** How many results a screen has room for. */
  get room() {
    const { width, height, caption, between, gap } = measures(this.#root.clientWidth, textScale())
    return Math.max(4, Math.round((width / (height * 1.35 + gap)) * (innerHeight / (height + caption + between))))
  }

  /** The tiles in their order. */
  get tiles() {
    return this.#rows.flatMap(row => row.tiles)
  }

  /** How far it is from the lower edge of the window to the end of the wall. */
  get ahead() {
    return this.#root.getBoundingClientRect().bottom - innerHeight
  }

  /** What the reader looks at, and how far below the upper edge of the window it is; null at the start. */
  get place() {
    const tile = scrollY > 0 && this.tiles.find(tile => tile.element.getBoundingClientRect().bottom > 140)
    return tile ? { id: tile.item.id, height: edge(tile) } : null
  }

  /** Scrolls so that what was there is there again. */
  goTo(place) {
    const tile = place && this.tiles.find(tile => ids(tile.item).includes(place.id))
    if (tile) scrollBy({ top: edge(tile) - place.height, behavior: "instant" })
    this.#look()
  }

  /** Takes everything away, for another list. */
  clear() {
    for (const tile of this.#tiles.values()) tile.leave()
    this.#tiles.clear()
    this.#rows = []
    this.#items = []
    this.#seenTo = 0
    this.#root.replaceChildren()
  }

  /** Puts all in the order of the list, also what was seen. */
  rearrange() {
    this.#seenTo = 0
    this.#cut(0)
    this.#lay()
  }

  /**
   * Shows these items, the best first. Rows that were seen stay; the others are made anew of what remains. Unless the list
   * is whole, a row that is not full waits; the only one does so while it `mayWait`.
   */
  show(items, { isWhole, mayWait }) {
    this.#items = items
    this.#isWhole = isWhole
    this.#mayWait = mayWait
    this.#look()
    this.#lay()
  }

  /** How many results came too late for the place that they have in the list, which is taken. */
  get late() {
    const places = new Map(this.#items.map((item, index) => [item.id, index]))
    const seen = this.#seenRows.flatMap(row => row.tiles).map(tile => places.get(tile.item.id) ?? -1)
    const last = Math.max(-1, ...seen)
    return Math.max(0, last + 1 - seen.filter(place => place >= 0).length)
  }

  get #seenRows() {
    return this.#rows.filter(row => row.top < this.#seenTo)
  }

  #look() {
    this.#seenTo = Math.max(this.#seenTo, innerHeight - this.#root.getBoundingClientRect().top)
  }

  #lay() {
    const sizes = measures(this.#root.clientWidth, textScale())
    this.#width = sizes.width
    const seen = this.#seenRows
    const known = new Map(seen.flatMap(row => row.tiles).flatMap(tile => ids(tile.item).map(id => [id, tile])))
    const rest = []
    for (const item of this.#items) {
      const tile = ids(item).map(id => known.get(id)).find(Boolean)
      if (tile) {
        tile.update(item)
        continue
      }
      rest.push(item)
      for (const id of ids(item)) known.set(id, { update() {} })
    }
    let laid = rows(rest, sizes, this.#isWhole)
    if (seen.length + laid.rows.length === 0 && !this.#mayWait) laid = rows(rest, sizes, true)
    this.#keepEqual(seen.length, laid.rows)
    for (const row of laid.rows.slice(this.#rows.length - seen.length)) this.#append(row, sizes)
    // A feed of nothing is none.
    this.#root.setAttribute("role", this.#rows.length ? "feed" : "group")
    for (const tile of this.tiles) tile.element.setAttribute("aria-setsize", this.#isWhole ? this.tiles.length : -1)
  }

  /** Keeps the rows that would be made again as they are, and takes those away that would not. */
  #keepEqual(start, wanted) {
    let same = start
    while (same < this.#rows.length && isEqual(this.#rows[same], wanted[same - start])) {
      wanted[same - start].items.forEach((item, index) => this.#rows[same].tiles[index].update(item))
      same++
    }
    this.#cut(same)
  }

  #cut(length) {
    for (const row of this.#rows.splice(length)) row.element.remove()
  }

  #append({ items, height, widths }, { caption, between, gap }) {
    const last = this.#rows.at(-1)
    const top = last ? last.top + last.height : 0
    const before = last ? last.before + last.tiles.length : 0
    const tiles = items.map(item => this.#tile(item))
    const element = make("div", { className: "row", role: "presentation" }, tiles.map(tile => tile.element))
    element.style.blockSize = `${height + caption}px`
    element.style.marginBlockEnd = `${between}px`
    element.style.columnGap = `${gap}px`
    tiles.forEach((tile, index) => tile.place(widths[index], before + index + 1))
    this.#rows.push({ element, tiles, top, before, height: height + caption + between })
    this.#root.append(element)
  }

  #tile(item) {
    let tile = this.#tiles.get(item.id)
    if (!tile) this.#tiles.set(item.id, (tile = new Tile(item, this.#address(item.id))))
    tile.update(item)
    return tile
  }

  /** Another width makes other rows; what the reader looks at stays at its height in the window. */
  #resize() {
    if (this.#root.clientWidth === this.#width || this.#rows.length === 0) return
    const { place } = this
    const seen = this.#seenRows.flatMap(row => row.tiles).map(tile => tile.item)
    const others = this.#items.filter(item => !seen.some(one => one.id === item.id))
    const focus = document.activeElement
    this.#seenTo = 0
    this.#cut(0)
    this.#items = [...seen, ...others]
    this.#lay()
    focus?.focus({ preventScroll: true })
    this.goTo(place)
  }
}

const edge = tile => tile.element.getBoundingClientRect().top

const isEqual = (row, wanted) =>
  wanted && row.tiles.length === wanted.items.length && row.tiles.every((tile, index) => tile.item.id === wanted.items[index].id)
  && Math.abs(parseFloat(row.tiles[0].element.style.inlineSize) - wanted.widths[0]) < 0.01
