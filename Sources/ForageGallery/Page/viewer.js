// The large view: one item in a dialog, with its neighbours at hand.

import * as api from "./api.js"
import { blurredShape } from "./blurhash.js"
import { make } from "./dom.js"
import { facts } from "./facts.js"
import { drop } from "./pictures.js"
import { swipes } from "./swipes.js"

export class Viewer {
  #dialog
  #stage = make("div", { className: "stage" })
  #facts = make("div", { className: "known", tabIndex: 0, role: "region", "aria-label": "Details" })
  #previous = this.#button("‹", "Previous", () => this.#move(-1))
  #next = this.#button("›", "Next", () => this.#move(1))
  #large = this.#button("⤢", "Full screen", () => this.#fullScreen())
  #close = this.#button("×", "Close", () => this.#dialog.close())
  #neighbour
  #moved
  #giveUp = null

  /** `neighbour` finds the item before or after another; `moved` is told of the item that is looked at, or of none. */
  constructor(dialog, { neighbour, moved }) {
    this.#dialog = dialog
    this.#neighbour = neighbour
    this.#moved = moved
    this.#close.classList.add("close")
    this.#previous.classList.add("previous")
    this.#next.classList.add("next")
    this.#large.classList.add("large")
    dialog.append(this.#close, make("div", { className: "looking" }, this.#stage, this.#previous, this.#next, this.#large), this.#facts)
    dialog.addEventListener("close", () => this.#left())
    // Not only where the focus is in it: a click on the picture takes the focus from everything.
    addEventListener("keydown", event => dialog.open && this.#key(event))
    dialog.addEventListener("click", event => event.target === dialog && dialog.close())
    dialog.addEventListener("fullscreenchange", () => this.#followFullScreen())
    swipes(this.#stage, step => this.#move(step))
  }

  /** Which item is looked at. */
  get id() {
    return this.#dialog.open ? this.item?.id : undefined
  }

  /** Shows an item, and asks for whatever else is known of it. */
  async show(item) {
    this.#giveUp?.abort()
    const { signal } = (this.#giveUp = new AbortController())
    this.item = item
    const isPassing = this.#dialog.open
    if (!isPassing) this.#dialog.showModal()
    this.#picture(item)
    this.#know(item, item.attribution)
    this.#facts.scrollTop = 0
    this.nameNeighbours()
    if (isPassing) await rest()
    if (signal.aborted) return
    const [full, credit] = await Promise.all([api.item(item.id, signal).catch(() => item), api.credit(item.id, signal).catch(() => item.attribution)])
    if (!signal.aborted) this.#know(full, credit)
  }

  /** Says anew whether there is one before and one after it. */
  nameNeighbours() {
    if (!this.id) return
    const focus = document.activeElement
    this.#previous.disabled = !this.#neighbour(this.id, -1)
    this.#next.disabled = !this.#neighbour(this.id, 1)
    if (focus.disabled) this.#handOver()
  }

  close() {
    if (this.#dialog.open) this.#dialog.close()
  }

  #left() {
    this.#giveUp?.abort()
    this.#hang()
    if (document.fullscreenElement) document.exitFullscreen()
    this.#moved(null)
  }

  #move(step) {
    const item = this.#neighbour(this.item.id, step)
    if (item) this.#moved(item)
  }

  #key(event) {
    if (event.key === "Tab" && document.fullscreenElement) return this.#circle(event)
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.#move(step)
  }

  /** The small picture, which is there already, stands until the large one has come. */
  #picture(item) {
    const { pictures, size } = item
    this.#dialog.classList.toggle("sheet", item.kind !== "photo" || !pictures?.large)
    if (!pictures?.large) return this.#hang()
    const alternative = item.kind === "photo" ? item.altText ?? item.title : ""
    const small = make("img", { src: shown(item.id) ?? pictures.small, alt: "", className: "before" })
    const large = make("img", { alt: alternative, className: "after", src: pictures.large })
    const blur = blurredShape(pictures.blurHash, size)
    small.addEventListener("load", () => blur?.remove())
    large.addEventListener("load", () => {
      blur?.remove()
      drop(small)
      small.remove()
    })
    small.addEventListener("error", () => small.remove())
    large.addEventListener("error", () => {
      if (pictures.spare && large.getAttribute("src") !== pictures.spare) return (large.src = pictures.spare)
      large.remove()
      small.alt = alternative
      this.#stage.append(make("div", { className: "lost", role: "alert" }, "The large picture could not be loaded. ",
        make("button", { type: "button", className: "strong", onclick: () => this.#picture(item) }, "Try again")))
    })
    const frame = make("div", { className: "held" }, blur, small, large)
    if (size) {
      frame.style.maxInlineSize = `${size.width}px`
      frame.style.maxBlockSize = `${size.height}px`
    }
    this.#hang(frame)
  }

  /** Takes away what was there, with what had not come of it, and puts this in its place. */
  #hang(...frame) {
    const hadFocus = this.#stage.contains(document.activeElement)
    this.#stage.querySelectorAll("img").forEach(drop)
    this.#stage.replaceChildren(...frame)
    if (hadFocus) this.#handOver()
  }

  /** Other facts take the place of these; the focus stays on what does the same. */
  #know(item, credit) {
    const focus = document.activeElement
    const hadFocus = focus !== this.#facts && this.#facts.contains(focus)
    this.#facts.replaceChildren(...facts({ ...item, pictures: item.pictures ?? this.item.pictures }, credit))
    if (!hadFocus) return
    const same = [...this.#facts.querySelectorAll("a, button, summary")].find(control => nameOf(control) === nameOf(focus))
    if (same) same.focus()
    else this.#handOver()
  }

  /** What had the focus is gone. The facts do no harm to who presses on; in full screen, where they are out of reach, a button has to do. */
  #handOver() {
    const heirs = [this.#facts, this.#previous, this.#next, this.#large]
    heirs.find(heir => !heir.inert && !heir.disabled).focus({ preventScroll: true })
  }

  #fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.#stage.parentElement.requestFullscreen?.()
  }

  /** Says what the button does now; what the picture covers cannot be reached. */
  #followFullScreen() {
    this.#close.inert = this.#facts.inert = Boolean(document.fullscreenElement)
    this.#large.title = this.#large.ariaLabel = document.fullscreenElement ? "Leave full screen" : "Full screen"
    // The full screen ends after the view where both are left at once, and takes the focus along.
    if (!document.fullscreenElement && !this.#dialog.open) this.#moved(null)
  }

  /** Where the picture is all there is on the screen, the keys go round, since there is nothing else to go to. */
  #circle(event) {
    event.preventDefault()
    const stops = [...document.fullscreenElement.querySelectorAll("button:enabled")]
    stops.at((stops.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1)) % stops.length)?.focus()
  }

  #button(sign, label, onclick) {
    return make("button", { type: "button", className: "round", "aria-label": label, title: label, onclick }, make("span", { "aria-hidden": "true" }, sign))
  }
}

/** What the wall shows of an item already. */
const shown = id => [...document.querySelectorAll(".tile img.there")].find(image => image.closest(".tile").dataset.id === id)?.currentSrc

/** Who hurries along the wall asks no service about what is passed by; each lets itself be asked only so often. */
const rest = () => new Promise(resolve => setTimeout(resolve, 250))

/** What a control is called, whatever it says at the moment. */
const nameOf = control => control.name || control.textContent
