// The picture of one item in its shape: a blur or a plain area first, then the small file, the large one, and the whole.

import { blurredShape } from "./blurhash.js"
import { make } from "./dom.js"
import { drop } from "./pictures.js"
import { text } from "./strings.js"

export class Frame {
  /** Turns true when the large file is there. */
  isThere = false
  /** What is looked at closely. */
  held = make("div", { className: "held waiting" })
  element = make("div", { className: "slot" }, this.held)
  #item
  #large
  #whole = null
  #loaded

  /** `shown` is the address of a smaller file that the page has already; `loaded` is called when the large one is there. */
  constructor(item, { shown, loaded, tryAgain }) {
    this.#item = item
    this.#loaded = loaded
    const { pictures, size } = item
    const alternative = item.kind === "photo" ? item.altText ?? item.title : ""
    const small = make("img", { src: shown ?? pictures.small, alt: "", className: "before" })
    this.#large = make("img", { alt: alternative, className: "after", src: pictures.large })
    const blur = blurredShape(pictures.blurHash, size)
    this.held.append(...[blur, small, this.#large].filter(Boolean))
    this.#fit(size, size?.width)
    small.addEventListener("load", () => {
      blur?.remove()
      this.#fit(size ?? natural(small))
    })
    small.addEventListener("error", () => small.remove())
    this.#large.addEventListener("load", () => {
      blur?.remove()
      drop(small)
      small.remove()
      this.#there()
    })
    this.#large.addEventListener("error", () => {
      if (pictures.spare && this.#large.getAttribute("src") !== pictures.spare) return (this.#large.src = pictures.spare)
      this.#large.remove()
      small.alt = alternative
      this.held.classList.remove("waiting")
      this.element.append(make("div", { className: "lost", role: "alert" }, text("viewer.lost"), " ",
        make("button", { type: "button", className: "strong", onclick: tryAgain }, text("end.again"))))
    })
  }

  #there() {
    this.isThere = true
    this.held.classList.remove("waiting")
    this.#fit(this.#item.size ?? natural(this.#large))
    this.#loaded(this)
  }

  /** Gives the frame the shape of the picture, and no more room than it has pixels where their number is known. */
  #fit(size, most) {
    if (!(size?.width > 0 && size.height > 0)) return
    this.held.classList.add("shaped")
    this.held.style.setProperty("--shape", size.width / size.height)
    if (most) this.held.style.setProperty("--most", `${most}px`)
  }

  /** The scale at which one pixel of the picture is one of the screen. */
  get actual() {
    const width = Math.max(this.#large.naturalWidth, this.#item.pictures.whole ? this.#item.size?.width ?? 0 : 0)
    return width / (this.held.clientWidth || 1) / devicePixelRatio
  }

  /** Loads the whole file where the large one has too few pixels for this scale. It takes its place when it has come. */
  sharpen(scale) {
    const { whole } = this.#item.pictures
    const needed = this.held.clientWidth * scale * devicePixelRatio
    if (!whole || this.#whole || !this.isThere || needed < 1.05 * this.#large.naturalWidth) return
    this.#whole = make("img", { src: whole, alt: "", className: "whole", onload: () => this.held.append(this.#whole) })
  }

  /** Gives up what has not come. */
  leave() {
    for (const image of [...this.held.querySelectorAll("img"), this.#whole].filter(Boolean)) drop(image)
  }
}

const natural = ({ naturalWidth, naturalHeight }) => ({ width: naturalWidth, height: naturalHeight })
