// Taking the file of an item: a button, a bar while it comes, and then the browser saves it.

import { Refusal, file } from "./api.js"
import { announce, make } from "./dom.js"
import { bytes, sentence } from "./words.js"

const downloads = new Map()

/** What takes the file of an item: the same each time, so that what is under way is still there for who comes back. */
export function downloadOf(item) {
  if (item.kind !== "photo" || !item.pictures?.large) return null
  if (item.pictures.unkept) return make("p", { className: "quiet" }, sentence(item.pictures.unkept))
  if (!downloads.has(item.id)) downloads.set(item.id, new Download(item.id))
  return downloads.get(item.id).element
}

class Download {
  element = make("div", { className: "download" })
  #id
  #giveUp = null

  constructor(id) {
    this.#id = id
    this.#offer("Download")
  }

  #offer(label, ...told) {
    this.#show(make("button", { type: "button", className: "strong", name: "download", onclick: () => this.#take() }, label), ...told)
  }

  async #take() {
    const { signal } = (this.#giveUp = new AbortController())
    const bar = make("progress", { "aria-label": "Download progress" })
    const told = make("span", { className: "quiet" }, "Starting the download …")
    this.#show(bar, told, make("button", { type: "button", className: "plain", name: "download", onclick: () => this.#giveUp.abort() }, "Cancel"))
    try {
      for await (const [kind, event] of file(this.#id, signal)) {
        if (kind === "progress") advance(bar, told, event)
        else if (kind === "done") return this.#save(event)
        else throw new Refusal(event)
      }
      throw new Refusal({ detail: "The download ended too early." })
    } catch (error) {
      if (signal.aborted) this.#offer("Download")
      else this.#fail(error)
    }
  }

  #save(file) {
    make("a", { href: file.address, download: file.name }).click()
    announce(`${file.name} is being saved.`)
    this.#offer("Download again", make("span", { className: "quiet", dir: "auto" }, `${file.name} · ${bytes(file.bytes)}`))
  }

  #fail({ message }) {
    this.#offer("Try again", make("span", { className: "bad", role: "alert" }, message))
  }

  /** The focus stays with what takes the place of what had it. */
  #show(...children) {
    const hadFocus = this.element.contains(document.activeElement)
    this.element.replaceChildren(...children)
    if (hadFocus) this.element.querySelector("button").focus({ preventScroll: true })
  }
}

function advance(bar, told, { got, of }) {
  if (!got) return
  if (of) [bar.max, bar.value] = [of, got]
  told.textContent = of ? `${bytes(got)} of ${bytes(of)}` : bytes(got)
}
