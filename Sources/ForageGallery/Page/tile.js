// One result on the wall: a picture with its credit, or a card.

import { make } from "./dom.js"
import { blurred } from "./blurhash.js"
import { short } from "./credit.js"
import { forget, loadNearby } from "./pictures.js"
import { nameOf } from "./providers.js"
import { shape } from "./rows.js"
import { count, day, duration, kind } from "./words.js"

let number = 0

/** The nodes of one item; `address` is where its large view is. */
export class Tile {
  constructor(item, address) {
    this.item = item
    this.name = `tile-${++number}`
    this.element = make("article", { className: `tile ${item.kind === "photo" ? "photo" : "card"}`, "aria-labelledby": this.name })
    this.element.dataset.id = item.id
    this.address = address
    this.element.append(...(item.kind === "photo" ? this.#photo() : this.#card()))
  }

  /** Where the focus goes. */
  get opener() {
    return this.element.querySelector(".open")
  }

  /** Shows what is now known of it, at the size that it has. */
  update(item) {
    if (item === this.item) return
    this.item = item
    this.element.querySelector(".credit").replaceChildren(...this.#credit())
  }

  /** Gives it its size in a row. */
  place(width, position) {
    this.element.style.inlineSize = `${width}px`
    // Paper is as wide as it is, and takes the rows apart.
    this.element.style.setProperty("--shape", shape(this.item))
    this.element.setAttribute("aria-posinset", position)
    if (!this.image) return
    this.image.sizes = this.item.kind === "photo" ? `${Math.ceil(width)}px` : "6rem"
    if (this.isAsked) return
    this.isAsked = true
    loadNearby(this.image, this.item.pictures)
  }

  /** It has left the wall. */
  leave() {
    if (this.image) forget(this.image)
  }

  #photo() {
    const { item } = this
    return [
      make("a", { className: "open", href: this.address }, this.#frame(item.altText ?? item.title)),
      make("div", { className: "caption" },
        make("p", { className: "title", id: this.name, dir: "auto", title: item.title }, item.title),
        make("p", { className: "credit" }, this.#credit())),
    ]
  }

  #card() {
    const { item } = this
    const facts = [kind[item.kind] ?? item.kind, item.seconds && duration(item.seconds), item.publishedAt && day(item.publishedAt)]
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

  /** The picture above what stands for it until it comes. */
  #frame(alternative) {
    const { item } = this
    const frame = make("span", { className: "frame" })
    const blur = blurred(item.pictures?.blurHash)
    if (blur) frame.append(blur)
    else frame.style.setProperty("--hue", hue(item.id))
    if (!item.pictures?.small) {
      frame.append(make("span", { className: "none" }, alternative || "No picture"))
      return frame
    }
    this.image = make("img", { alt: alternative, decoding: "async" })
    frame.append(this.image, make("span", { className: "none lost" }, "The picture could not be loaded"))
    if (item.sources.length > 1) frame.append(make("span", { className: "badge" }, count(item.sources.length, "source")))
    return frame
  }
}

/** A hue that is always the same for one item, so that no two neighbours wait in the same colour. */
const hue = id => [...id].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 360, 7)
