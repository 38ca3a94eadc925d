// The wall of rows. Rows that the reader has seen stay where they are; new results are sorted in below them.

import { ids } from "./listing.js"
import { layoutOf, measures, rows } from "./rows.js"
import { Tile } from "./tile.js"
import { make, textScale } from "./dom.js"

/** The greatest length of a row that is extended. */
const longest = 12

export class Wall {
  #root
  #address
  #tiles = new Map()
  #rows = []
  #seenTo = 0
  #items = []
  #isWhole = false
  #mayWait = true
  #hasPictures = true
  #isPrinted = false
  #width = 0

  constructor(root, address) {
    this.#root = root
    this.#address = address
    addEventListener("scroll", () => this.#look(), { passive: true })
    new ResizeObserver(() => this.#resize()).observe(root)
  }

  /** The number of results on a screen. */
  get room() {
    const { width, height, caption, between, gap } = measures(this.#root.clientWidth, textScale())
    return Math.max(4, Math.round((width / (height * 1.35 + gap)) * (innerHeight / (height + caption + between))))
  }

  /** The tiles in their order. */
  get tiles() {
    return this.#rows.flatMap(row => row.tiles)
  }

  /** The distance from the lower edge of the window to the end of the wall. */
  get ahead() {
    return this.#root.getBoundingClientRect().bottom - innerHeight
  }

  /** The first visible result and its distance from the upper edge of the window; null at the start. */
  get place() {
    const tile = scrollY > 0 && this.tiles.find(tile => tile.element.getBoundingClientRect().bottom > 140)
    return tile ? { id: tile.item.id, height: edge(tile) } : null
  }

  /** Scrolls back to a place. */
  goTo(place) {
    const tile = place && this.tiles.find(tile => ids(tile.item).includes(place.id))
    if (tile) scrollBy({ top: edge(tile) - place.height, behavior: "instant" })
    this.#look()
  }

  /** Removes everything, for another list. */
  clear() {
    for (const tile of this.#tiles.values()) tile.leave()
    this.#tiles.clear()
    this.#rows = []
    this.#items = []
    this.#seenTo = 0
    this.#root.replaceChildren()
  }

  /** Sorts all rows, also those that were seen. */
  rearrange() {
    this.#seenTo = 0
    this.#cut(0)
    this.#lay()
  }

  /**
   * Shows these items, the best first. Rows that were seen stay; the others are made again of what remains. Unless the list
   * is whole, a row that is not full waits; the only one does so while it `mayWait`.
   */
  show(items, { isWhole, mayWait, hasPictures }) {
    this.#items = items
    this.#isWhole = isWhole
    this.#mayWait = mayWait
    this.#hasPictures = hasPictures
    this.#look()
    this.#lay()
  }

  /** Whether everything is laid out, also what waits for a full row. */
  set isPrinted(isPrinted) {
    this.#isPrinted = isPrinted
    this.#lay()
  }

  /** The number of results that came too late for their place among the others of their layout, which is taken. */
  get late() {
    const counts = item => !this.#hasPictures || item.kind === "photo"
    const places = new Map(this.#items.filter(counts).map((item, index) => [item.id, index]))
    const seen = this.seen.filter(tile => counts(tile.item)).map(tile => places.get(tile.item.id) ?? -1)
    const last = Math.max(-1, ...seen)
    return Math.max(0, last + 1 - seen.filter(place => place >= 0).length)
  }

  /** The tiles that the reader has seen, which stay where they are. */
  get seen() {
    return this.#seenRows.flatMap(row => row.tiles)
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
      if (!this.#extend(seen, item)) rest.push(item)
      for (const id of ids(item)) known.set(id, { update() {} })
    }
    const laid = rows(rest, sizes, {
      whole: this.#isWhole || this.#isPrinted, mayWait: this.#mayWait || seen.length > 0, hasPictures: this.#hasPictures,
    })
    this.#keepEqual(seen.length, laid.rows)
    for (const row of laid.rows.slice(this.#rows.length - seen.length)) this.#append(row, sizes)
    // A feed must not be empty.
    this.#root.setAttribute("role", this.#rows.length ? "feed" : "group")
    this.tiles.forEach(({ element }, index, { length }) => {
      element.setAttribute("aria-posinset", index + 1)
      element.setAttribute("aria-setsize", this.#isWhole ? length : -1)
    })
  }

  /** Adds an item to the last seen row of its layout, if that row scrolls and is short, so that nothing moves. */
  #extend(seen, item) {
    const layout = layoutOf(item)
    const row = this.#hasPictures && ["topics", "shelf"].includes(layout) && seen.findLast(each => each.layout === layout)
    if (!row || row.tiles.length >= longest) return false
    const tile = this.#tile(item)
    tile.place()
    row.tiles.push(tile)
    row.element.append(tile.element)
    return true
  }

  /** Keeps the rows that are still wanted, and removes all after the first that is not. */
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

  #append({ items, layout, height, widths = [] }, { caption, between, gap }) {
    const last = this.#rows.at(-1)
    const top = last ? last.top + last.height : 0
    const tiles = items.map(item => this.#tile(item))
    const element = make("div", { className: `row ${layout}`, role: "presentation" }, tiles.map(tile => tile.element))
    element.style.marginBlockEnd = `${between}px`
    element.style.columnGap = `${gap}px`
    element.style.setProperty("--caption", `${caption}px`)
    tiles.forEach((tile, index) => tile.place(widths[index]))
    this.#root.append(element)
    // A row of texts keeps its first height, also if the credits of its items get longer.
    const tall = height ? height + caption : Math.ceil(element.getBoundingClientRect().height)
    element.style.blockSize = `${tall}px`
    this.#rows.push({ element, layout, tiles, top, height: tall + between })
  }

  #tile(item) {
    let tile = this.#tiles.get(item.id)
    if (!tile) this.#tiles.set(item.id, (tile = new Tile(item, this.#address(item.id))))
    tile.update(item)
    return tile
  }

  /** Makes the rows again for another width; the first visible result stays at its height in the window. */
  #resize() {
    if (this.#root.clientWidth === this.#width || this.#rows.length === 0) return
    const { place } = this
    const seen = this.seen.map(tile => tile.item)
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
  wanted && row.layout === wanted.layout && row.tiles.length === wanted.items.length
  && row.tiles.every((tile, index) => tile.item.id === wanted.items[index].id)
  && (!wanted.widths || Math.abs(parseFloat(row.tiles[0].element.style.inlineSize) - wanted.widths[0]) < 0.01)
