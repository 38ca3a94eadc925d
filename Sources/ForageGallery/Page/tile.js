// One result on the wall: a picture with its credit, or a card.

import { make } from "./dom.js"
import { blurred } from "./blurhash.js"
import { short } from "./credit.js"
import { isPicked, tick } from "./picks.js"
import { forget, loadNearby } from "./pictures.js"
import { nameOf } from "./providers.js"
import { mark } from "./rights.js"
import { shape } from "./rows.js"
import { named, text } from "./strings.js"
import { day, duration } from "./words.js"

let number = 0

/** The nodes of an item; `address` opens its large view. */
export class Tile {
  constructor(item, address) {
    this.item = item
    this.name = `tile-${++number}`
    this.element = make("article", { className: `tile ${item.kind === "photo" ? "photo" : "card"}`, "aria-labelledby": this.name })
    this.element.dataset.id = item.id
    this.address = address
    this.element.append(...(item.kind === "photo" ? this.#photo() : this.#card()).filter(Boolean))
  }

  /** The link to the large view, which takes the focus. */
  get opener() {
    return this.element.querySelector(".open")
  }

  /** The button that picks it; none for what has no file. */
  get tick() {
    return this.element.querySelector(".tick")
  }

  /** Shows whether it is picked. */
  showPick() {
    this.tick?.setAttribute("aria-pressed", isPicked(this.item))
  }

  /** Shows changes of the item, at the same size. */
  update(item) {
    this.showPick()
    if (item === this.item) return
    this.item = item
    this.element.querySelector(".credit").replaceChildren(...this.#credit())
    this.element.querySelector(".rights")?.replaceWith(mark(item))
  }

  /** Gives it its width in a row, if the row has widths. */
  place(width) {
    this.element.style.inlineSize = width ? `${width}px` : ""
    // On paper, rows are laid out by CSS alone.
    this.element.style.setProperty("--shape", shape(this.item))
    if (!this.image) return
    // On a small screen, more than two pixels for each of CSS cost time and cannot be seen.
    const part = Math.min(1, 2 / devicePixelRatio)
    this.image.sizes = width && this.item.kind === "photo" ? `${Math.ceil(part * width)}px` : `${6 * part}rem`
    if (this.isAsked) return
    this.isAsked = true
    loadNearby(this.image, this.item.pictures)
  }

  /** Stops loading its picture. */
  leave() {
    if (this.image) forget(this.image)
  }

  #photo() {
    const { item } = this
    return [
      make("a", { className: "open", href: this.address }, this.#frame(item.altText ?? item.title, mark(item))),
      tick(item, this.name),
      make("div", { className: "caption" },
        make("p", { className: "title", id: this.name, dir: "auto", title: item.title }, item.title),
        make("p", { className: "credit" }, this.#credit())),
    ]
  }

  #card() {
    const { item } = this
    const facts = [named("kind", item.kind), item.seconds && duration(item.seconds), item.publishedAt && day(item.publishedAt)]
    return [
      make("div", { className: "head" },
        make("div", {},
          make("p", { className: "facts whole", dir: "auto" }, facts.filter(Boolean).map(fact => make("span", {}, fact))),
          item.collection && make("p", { className: "facts", dir: "auto", title: item.collection }, item.collection),
          make("h2", { className: "title", id: this.name, dir: "auto" }, make("a", { className: "open", href: this.address }, item.title))),
        item.pictures?.small && this.#frame("")),
      make("div", { className: "rest" }, make("p", { className: "summary", dir: "auto" }, item.summary ?? "")),
      make("p", { className: "credit" }, this.#credit()),
    ]
  }

  #credit() {
    const line = this.item.kind !== "photo" && this.item.attribution.serviceLine
    return [...short(this.item, nameOf), ...(line ? [` · ${line.name}`] : [])]
  }

  /** The picture, with a placeholder below it until it is loaded. */
  #frame(alternative, ...marks) {
    const { item } = this
    const frame = make("span", { className: "frame" }, marks)
    const blur = blurred(item.pictures?.blurHash)
    if (blur) frame.append(blur)
    else frame.style.setProperty("--hue", hue(item.id))
    if (!item.pictures?.small) {
      frame.append(make("span", { className: "none" }, alternative || text("tile.none")))
      return frame
    }
    this.image = make("img", { alt: alternative, decoding: "async" })
    frame.append(this.image, make("span", { className: "none lost" }, text("tile.lost")))
    if (item.sources.length > 1) frame.append(make("span", { className: "badge" }, text("tile.sources", { count: item.sources.length })))
    return frame
  }
}

/** A hue for the placeholder of an item. */
const hue = id => [...id].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 360, 7)
