// Looking closely: by wheel, double click, fingers and keys. Fingers on a whole picture turn to the next, or close.

import { onward } from "./strings.js"

/** How far a finger goes before it means something, and before it turns to another picture or closes. */
const slop = 8
const far = { side: 48, down: 90 }

export class Zoom {
  #stage
  #frame = null
  #scale = 1
  #x = 0
  #y = 0
  #fingers = new Map()
  #begin = null
  #beside = null
  #zooms = false
  #ways

  /**
   * `beside` gives the frame of the next (1) or previous (-1) picture, `turn` goes there, `close` leaves, and `scaled` is
   * called with the percentage of the picture's own size.
   */
  constructor(stage, ways) {
    this.#stage = stage
    this.#ways = ways
    stage.addEventListener("dragstart", event => event.preventDefault())
    stage.addEventListener("wheel", event => this.#wheel(event), { passive: false })
    stage.addEventListener("dblclick", event => !event.target.closest("button") && this.toggle(event))
    stage.addEventListener("pointerdown", event => this.#down(event))
    addEventListener("pointermove", event => this.#move(event))
    addEventListener("pointerup", event => this.#up(event))
    addEventListener("pointercancel", event => this.#up(event, { isCancelled: true }))
    addEventListener("resize", () => this.#frame && this.#set(this.#scale, this.#x, this.#y))
  }

  /** Looks at another frame, as a whole; null for none. What is on a card `zooms` not. */
  attach(frame, { zooms = false } = {}) {
    this.#beside?.element.remove()
    for (const one of [this.#frame, frame, this.#beside].filter(Boolean)) {
      one.element.classList.remove("settling")
      one.element.style.transform = one.element.style.opacity = one.held.style.transform = ""
    }
    this.#beside = this.#begin = null
    this.#fingers.clear()
    this.#frame = frame
    this.#zooms = zooms
    this.#scale = 1
    this.#x = this.#y = 0
    this.#stage.classList.remove("close-up")
  }

  get isClose() {
    return this.#scale > 1
  }

  /** Makes it so many times as large, about the middle. */
  by(factor) {
    this.#about(this.#scale * factor, { x: 0, y: 0 })
  }

  reset() {
    if (this.#zooms) this.#set(1, 0, 0)
  }

  /** Between the whole picture and its own size, about a point. */
  toggle(event) {
    if (!this.#zooms) return
    if (this.isClose) return this.reset()
    const { actual } = this.#frame
    this.#about(actual > 1.05 ? actual : 2, event ? this.#point(event) : { x: 0, y: 0 })
  }

  /** Moves what is seen by parts of the stage. */
  pan(right, down) {
    this.#set(this.#scale, this.#x - right * this.#stage.clientWidth, this.#y - down * this.#stage.clientHeight)
  }

  get #most() {
    return Math.max(2, 1.5 * this.#frame.actual)
  }

  /** Changes the scale so that what is at a point stays there. */
  #about(scale, { x, y }) {
    if (!this.#zooms) return
    const next = Math.min(Math.max(scale, 1), this.#most)
    const change = next / this.#scale
    this.#set(next, x - (x - this.#x) * change, y - (y - this.#y) * change)
  }

  /** No edge of the picture comes farther in than that of the stage, and a smaller side stays in the middle. */
  #set(scale, x, y) {
    const { held } = this.#frame
    const within = (value, side) => {
      const room = Math.max(0, (scale * held[side] - this.#stage[side]) / 2)
      return Math.min(Math.max(value, -room), room)
    }
    const isOther = scale !== this.#scale
    this.#scale = scale
    this.#x = within(x, "clientWidth")
    this.#y = within(y, "clientHeight")
    held.style.transform = scale === 1 ? "" : `translate(${this.#x}px, ${this.#y}px) scale(${scale})`
    this.#stage.classList.toggle("close-up", this.isClose)
    this.#frame.sharpen(scale)
    if (isOther) this.#ways.scaled(Math.round((100 * scale) / this.#frame.actual))
  }

  /** A point as seen from the middle of the stage. */
  #point({ clientX, clientY }) {
    const { left, top, width, height } = this.#stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  #wheel(event) {
    if (!this.#zooms) return
    event.preventDefault()
    const pixels = event.deltaY * (event.deltaMode ? 16 : 1)
    this.#about(this.#scale * Math.exp(-Math.max(-200, Math.min(pixels, 200)) * (event.ctrlKey ? 0.01 : 0.0025)), this.#point(event))
  }

  #down(event) {
    if (!this.#frame || event.button > 0 || event.target.closest("button")) return
    this.#fingers.set(event.pointerId, this.#point(event))
    this.#start(event.pointerType)
  }

  /** What is moved from here on, by the fingers that are down now. */
  #start(type = this.#begin?.type) {
    const spots = [...this.#fingers.values()]
    this.#begin = spots.length === 0 ? null : { type, spots, scale: this.#scale, x: this.#x, y: this.#y }
  }

  #move(event) {
    if (!this.#begin || !this.#fingers.has(event.pointerId)) return
    this.#fingers.set(event.pointerId, this.#point(event))
    const [one, other] = this.#fingers.values()
    const { spots, scale, x, y } = this.#begin
    if (other) {
      if (!this.#zooms) return
      const [from, to] = [middle(...spots), middle(one, other)]
      const next = Math.min(Math.max((scale * distance(one, other)) / (distance(...spots) || 1), 1), this.#most)
      return this.#set(next, to.x - ((from.x - x) * next) / scale, to.y - ((from.y - y) * next) / scale)
    }
    const [right, down] = [one.x - spots[0].x, one.y - spots[0].y]
    if (this.isClose) return this.#set(scale, x + right, y + down)
    if (this.#begin.type === "mouse") return
    if (!this.#begin.way && Math.hypot(right, down) > slop) this.#begin.way = Math.abs(right) > Math.abs(down) ? "side" : "down"
    if (this.#begin.way === "side") this.#follow(right)
    if (this.#begin.way === "down") this.#drop(Math.max(0, down))
  }

  /** The picture goes along with the finger, and its neighbour comes with it. */
  #follow(right) {
    const step = stepOf(right)
    const beside = this.#bring(step)
    this.#frame.element.style.transform = `translateX(${beside ? right : right / 3}px)`
    if (beside) beside.element.style.transform = `translateX(${right + step * onward * this.#stage.clientWidth}px)`
  }

  /** The neighbour, at the edge that it comes from; none where there is none with a picture. */
  #bring(step) {
    const frame = this.#ways.beside(step)
    if (frame === this.#beside) return frame
    this.#beside?.element.remove()
    this.#beside = frame
    if (!frame) return null
    frame.element.classList.remove("settling")
    frame.element.style.transform = `translateX(${step * onward * 100}%)`
    this.#stage.append(frame.element)
    return frame
  }

  #drop(down) {
    const { style } = this.#frame.element
    style.transform = `translateY(${down}px)`
    style.opacity = Math.max(0.3, 1 - down / 400)
  }

  #up(event, { isCancelled = false } = {}) {
    if (!this.#fingers.has(event.pointerId)) return
    const { spots, type } = this.#begin
    const count = this.#fingers.size
    this.#fingers.delete(event.pointerId)
    this.#start()
    if (count > 1 || this.isClose || type === "mouse") return
    const { x, y } = this.#point(event)
    const [right, down] = isCancelled ? [0, 0] : [x - spots[0].x, y - spots[0].y]
    const step = stepOf(right)
    if (Math.abs(right) > far.side && Math.abs(right) > 2 * Math.abs(down)) return this.#turn(step)
    if (down > far.down && down > 2 * Math.abs(right)) return this.#ways.close()
    this.#settle(0)
  }

  #turn(step) {
    const frame = this.#frame
    if (!this.#bring(step)) {
      this.#settle(0)
      return this.#ways.turn(step)
    }
    // What moves from here on slides, which takes a place to start from.
    this.#stage.getBoundingClientRect()
    this.#settle(step)
    setTimeout(() => this.#frame === frame && this.#ways.turn(step), 180)
  }

  /** Both slide to where they belong. */
  #settle(step) {
    const slide = (frame, place) => {
      frame.element.classList.add("settling")
      frame.element.style.transform = place ? `translateX(${place * onward * 100}%)` : ""
      frame.element.style.opacity = ""
    }
    const beside = this.#beside
    slide(this.#frame, -step)
    if (!beside) return
    if (step) return slide(beside, 0)
    this.#beside = null
    beside.element.remove()
  }
}

/** The picture that a finger turns to: the one that comes in at the other side. */
const stepOf = right => (right * onward < 0 ? 1 : -1)

const middle = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y)
