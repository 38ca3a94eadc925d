// The large view: one item in a dialog, with its neighbours at hand.

import * as api from "./api.js"
import { make } from "./dom.js"
import { nodes } from "./credit.js"
import { facts } from "./facts.js"
import { Frame } from "./frame.js"
import { isForElsewhere } from "./further.js"
import { areKeysShown, isTaken, showKeys } from "./keys.js"
import { isPicked } from "./picks.js"
import { join } from "./player.js"
import { onward, text } from "./strings.js"
import { Zoom } from "./zoom.js"

export class Viewer {
  #dialog
  #stage = make("div", { className: "stage" })
  /** What the full screen says of an item: its title and its credits, and more of one without a picture. */
  #caption = make("div", { className: "told" })
  #scale = make("p", { className: "scale", role: "status" })
  #facts = make("div", { className: "known", tabIndex: 0, role: "region", "aria-label": text("viewer.details") })
  #previous = this.#button("‹", text("viewer.previous"), () => this.#move(-1))
  #next = this.#button("›", text("viewer.next"), () => this.#move(1))
  #large = this.#button("⤢", text("viewer.fullScreen"), () => this.#fullScreen())
  #close = this.#button("×", text("viewer.close"), () => this.#dialog.close())
  #pick = this.#button("✓", text("basket.pick"), () => this.#togglePick())
  #tools = make("div", { className: "tools" },
    this.#button("+", text("viewer.zoom"), () => this.#zoom.toggle()),
    this.#button("i", text("viewer.toggle"), () => this.#showFacts()),
    this.#button("?", text("viewer.keys"), showKeys))
  #zoom
  /** The frames of this item and of its neighbours. */
  #frames = new Map()
  #ways
  #giveUp = null

  /**
   * `neighbour` finds the item before or after another, `moved` is called with the item that is looked at, or with none,
   * `search` with other words to search for, and `pick` to pick an item or take it out.
   */
  constructor(dialog, ways) {
    this.#dialog = dialog
    this.#ways = ways
    this.#close.classList.add("close")
    this.#previous.classList.add("previous")
    this.#next.classList.add("next")
    this.#large.classList.add("large")
    this.#pick.classList.add("pick")
    const looking = make("div", { className: "looking" }, this.#stage, this.#caption, this.#previous, this.#next, this.#large, this.#pick, this.#tools, this.#scale)
    dialog.append(this.#close, looking, this.#facts)
    dialog.addEventListener("close", () => this.#left())
    // Not only where the focus is in it: a click on the picture takes the focus from everything.
    addEventListener("keydown", event => dialog.open && this.#key(event))
    dialog.addEventListener("click", event => event.target === dialog && dialog.close())
    dialog.addEventListener("fullscreenchange", () => this.#followFullScreen())
    this.#facts.addEventListener("click", event => this.#follow(event))
    this.#zoom = new Zoom(this.#stage, {
      beside: step => this.#beside(step),
      turn: step => this.#move(step),
      close: () => this.close(),
      scaled: percent => (this.#scale.textContent = this.#zoom.isClose && percent < Infinity ? text("viewer.percent", { percent }) : ""),
    })
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
    if (!isPassing) {
      this.#dialog.showModal()
      join(this.#dialog)
    }
    this.#picture()
    this.#caption.replaceChildren(
      make("p", { className: "name", dir: "auto" }, item.title),
      item.summary ? make("p", { className: "summary", dir: "auto" }, item.summary) : "",
      ...item.sources.map(source => make("p", { dir: "auto" }, nodes(source.attribution.html).map(node => node.textContent))))
    this.#know(item, item.attribution)
    this.showPick()
    this.#facts.scrollTop = 0
    this.nameNeighbours()
    if (isPassing) await rest()
    if (signal.aborted) return
    const [full, credit] = await Promise.all([api.item(item.id, signal).catch(() => item), api.credit(item.id, signal).catch(() => item.attribution)])
    if (!signal.aborted) this.#know(full, credit)
  }

  /** Shows whether the item is picked. */
  showPick() {
    if (!this.id) return
    this.#pick.hidden = !this.item.pictures?.large || this.item.kind !== "photo"
    this.#pick.setAttribute("aria-pressed", isPicked(this.item))
  }

  #togglePick() {
    if (this.#pick.hidden) return
    this.#ways.pick(this.item)
    this.#scale.textContent = text(isPicked(this.item) ? "basket.in" : "basket.out")
  }

  /** Says anew whether there is one before and one after it. */
  nameNeighbours() {
    if (!this.id) return
    const focus = document.activeElement
    this.#previous.disabled = !this.#neighbour(-1)
    this.#next.disabled = !this.#neighbour(1)
    if (focus.disabled) this.#handOver()
    this.#fetchAhead()
  }

  close() {
    if (this.#dialog.open) this.#dialog.close()
  }

  #left() {
    this.#giveUp?.abort()
    this.#hang(null)
    for (const frame of this.#frames.values()) frame.leave()
    this.#frames.clear()
    join(document.body)
    if (document.fullscreenElement) document.exitFullscreen()
    this.#ways.moved(null)
  }

  #neighbour(step) {
    return this.#ways.neighbour(this.item.id, step)
  }

  #move(step) {
    const item = this.#neighbour(step)
    if (item) this.#ways.moved(item)
  }

  #key(event) {
    if (event.key === "Tab" && document.fullscreenElement && !areKeysShown()) return this.#circle(event)
    if (isTaken(event)) return
    const does = this.#arrow(event.key) ?? this.#letters[event.key.toLowerCase()]
    if (!does) return
    event.preventDefault()
    does()
  }

  /** Arrows move a picture that is looked at closely, and else to the neighbours. */
  #arrow(key) {
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0]
    if (this.#zoom.isClose && (right || down)) return () => this.#zoom.pan(right / 4, down / 4)
    return right ? () => this.#move(right * onward) : null
  }

  #letters = {
    z: () => this.#zoom.toggle(),
    "+": () => this.#zoom.by(1.5),
    "=": () => this.#zoom.by(1.5),
    "-": () => this.#zoom.by(1 / 1.5),
    0: () => this.#zoom.reset(),
    c: () => this.#press(".copy"),
    d: () => this.#press("[name=download]"),
    x: () => this.#togglePick(),
    i: () => this.#showFacts(),
    f: () => this.#fullScreen(),
  }

  /** Presses a button among the facts, which then says what became of it. */
  #press(selector) {
    const button = this.#facts.querySelector(selector)
    if (!button || document.fullscreenElement) return
    this.#showFacts(true)
    if (button.value !== "cancel") button.click()
  }

  /** Shows or hides the facts; in full screen, what it says of the item. */
  #showFacts(isShown = this.#dialog.classList.contains("bare")) {
    const hadFocus = this.#facts.contains(document.activeElement)
    this.#dialog.classList.toggle("bare", !isShown)
    this.#zoom.reset()
    if (hadFocus && !isShown) this.#handOver()
  }

  /** Follows a link to another search within the page. */
  #follow(event) {
    const link = event.target.closest("a[data-words]")
    if (!link || isForElsewhere(event)) return
    event.preventDefault()
    this.#ways.search(link.dataset.words)
  }

  #picture() {
    const { item } = this
    const isSheet = item.kind !== "photo" || !item.pictures?.large
    this.#dialog.classList.toggle("sheet", isSheet)
    const frame = item.pictures?.large ? this.#frameOf(item) : null
    this.#hang(frame, { zooms: !isSheet })
    const near = [this.#neighbour(-1), item, this.#neighbour(1)].map(each => each?.id)
    for (const [id, frame] of this.#frames) {
      if (near.includes(id)) continue
      frame.leave()
      this.#frames.delete(id)
    }
    this.#fetchAhead()
  }

  #frameOf(item) {
    let frame = this.#frames.get(item.id)
    if (!frame) {
      frame = new Frame(item, {
        shown: shown(item.id),
        loaded: () => this.item.id === item.id && this.#fetchAhead(),
        tryAgain: () => {
          this.#frames.delete(item.id)
          if (this.id === item.id) this.#picture()
        },
      })
      this.#frames.set(item.id, frame)
    }
    return frame
  }

  /** Puts a frame in place of the one that was there. */
  #hang(frame, options) {
    const hadFocus = this.#stage.contains(document.activeElement)
    this.#zoom.attach(frame, options)
    this.#scale.textContent = ""
    this.#stage.replaceChildren(...(frame ? [frame.element] : []))
    if (hadFocus) this.#handOver()
  }

  /** The frame of a neighbour that is a picture as this one is. */
  #beside(step) {
    const item = this.#neighbour(step)
    return item?.kind === "photo" && item.pictures?.large && !this.#dialog.classList.contains("sheet") ? this.#frameOf(item) : null
  }

  /** The neighbours' large files are fetched once this one is there, for who does not save data. */
  #fetchAhead() {
    if (!this.id || navigator.connection?.saveData || !this.#frames.get(this.item.id)?.isThere) return
    this.#beside(1)
    this.#beside(-1)
  }

  /** Other facts take the place of these; the focus stays on what does the same. */
  #know(item, credit) {
    const focus = document.activeElement
    const hadFocus = focus !== this.#facts && this.#facts.contains(focus)
    this.#facts.replaceChildren(...facts({ ...item, pictures: item.pictures ?? this.item.pictures }, credit))
    if (!hadFocus) return
    const same = [...this.#facts.querySelectorAll("a, button, summary, select")].find(control => nameOf(control) === nameOf(focus))
    if (same) same.focus()
    else this.#handOver()
  }

  /** What had the focus is gone. The facts do no harm to who presses on; where they are out of reach, a button has to do. */
  #handOver() {
    const heirs = [this.#facts, this.#previous, this.#next, this.#large, this.#close]
    heirs.find(heir => !heir.inert && !heir.disabled && heir.checkVisibility()).focus({ preventScroll: true })
  }

  #fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.#stage.parentElement.requestFullscreen?.().catch(() => {})
  }

  /** Says what the button does now; what the picture covers cannot be reached. */
  #followFullScreen() {
    this.#close.inert = this.#facts.inert = Boolean(document.fullscreenElement)
    this.#large.title = this.#large.ariaLabel = text(document.fullscreenElement ? "viewer.leaveFullScreen" : "viewer.fullScreen")
    this.#zoom.reset()
    // The full screen ends after the view where both are left at once, and takes the focus along.
    if (!document.fullscreenElement && !this.#dialog.open) this.#ways.moved(null)
  }

  /** Where the picture is all there is on the screen, the keys go round, since there is nothing else to go to. */
  #circle(event) {
    event.preventDefault()
    const stops = [...document.fullscreenElement.querySelectorAll("button:enabled")].filter(stop => stop.checkVisibility())
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
