// Downloading the file of an item: a button, a bar while it comes, and then the browser saves it with its credit.

import { Refusal, file } from "./api.js"
import { parameters } from "./choice.js"
import { announce, make } from "./dom.js"
import { recall, remember } from "./memory.js"
import { isAllowed } from "./rights.js"
import { parts, text } from "./strings.js"
import { bytes, sentence } from "./words.js"

const downloads = new Map()

/** The download of an item: the same each time, so that a transfer can be left and found again. */
export function downloadOf(item) {
  if (item.kind !== "photo" || !item.pictures?.large) return null
  if (item.pictures.unkept) return make("p", { className: "quiet", dir: "auto" }, sentence(item.pictures.unkept))
  if (!downloads.has(item.id)) downloads.set(item.id, new Download(item.id))
  return downloads.get(item.id).of(item)
}

/** The choice of a place for the credits of downloads. */
export function creditPlace() {
  const select = make("select", { onchange: () => remember("credit", select.value) },
    make("option", { value: "" }, text("download.apart")), make("option", { value: "inside" }, text("download.inside")))
  select.value = recall("credit")
  return make("label", { className: "quiet place" }, parts("download.credit", { place: select }))
}

class Download {
  element = make("div", { className: "download" })
  #id
  #giveUp = null
  #isIdle = true

  constructor(id) {
    this.#id = id
  }

  /** What to show; as long as nothing was downloaded, the offer follows the rights. */
  of(item) {
    if (this.#isIdle) this.#begin(isAllowed(item))
    return this.element
  }

  #begin(isAllowed) {
    this.#isIdle = true
    if (isAllowed) return this.#offer(text("download.offer"))
    this.#show(make("button", { type: "button", className: "plain", name: "download", onclick: () => {
      this.#isIdle = false
      this.#offer(text("download.anyway"), make("span", { className: "quiet" }, text("download.advice")))
    } }, text("download.private")))
  }

  #offer(label, ...told) {
    this.#show(make("button", { type: "button", className: "strong", name: "download", onclick: () => this.#take() }, label), ...told)
  }

  async #take() {
    this.#isIdle = false
    const embed = recall("credit") === "inside"
    const { signal } = (this.#giveUp = new AbortController())
    const bar = make("progress", { "aria-label": text("download.progress") })
    const told = make("span", { className: "quiet" }, text("download.starting"))
    this.#show(bar, told, make("button", { type: "button", className: "plain", name: "download", value: "cancel", onclick: () => this.#giveUp.abort() }, text("download.cancel")))
    try {
      for await (const [kind, event] of file(this.#id, parameters(embed && { embed: true }), signal)) {
        if (kind === "progress") advance(bar, told, event)
        else if (kind === "done") return this.#save(event, !embed || event.notes)
        else throw new Refusal(event)
      }
      throw new Refusal({ detail: text("download.early") })
    } catch (error) {
      if (signal.aborted) this.#offer(text("download.offer"))
      else this.#fail(error)
    }
  }

  #save(file, isCreditApart) {
    make("a", { href: file.address, download: file.name }).click()
    if (isCreditApart) make("a", { href: file.credit, download: `${file.name}.credit.json` }).click()
    announce(text("download.saving", { name: file.name }))
    this.#offer(text("download.repeat"), make("span", { className: "quiet", dir: "auto" }, [file.name, bytes(file.bytes), ...(file.notes ?? [])].join(" · ")))
  }

  #fail({ message }) {
    this.#offer(text("end.again"), make("span", { className: "bad", role: "alert", dir: "auto" }, message))
  }

  /** The focus goes from a control to the one that replaces it. */
  #show(...children) {
    const hadFocus = this.element.contains(document.activeElement)
    this.element.replaceChildren(...children)
    if (hadFocus) this.element.querySelector("button").focus({ preventScroll: true })
  }
}

function advance(bar, told, { got, of }) {
  if (!got) return
  if (of) [bar.max, bar.value] = [of, got]
  told.textContent = of ? text("download.part", { part: bytes(got), whole: bytes(of) }) : bytes(got)
}
