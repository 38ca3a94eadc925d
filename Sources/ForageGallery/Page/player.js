// The player: sounds in a bar that stays while the reader searches on. Each goes on where it was left.

import { short } from "./credit.js"
import { make } from "./dom.js"
import { isForElsewhere } from "./further.js"
import { recall, remember } from "./memory.js"
import { nameOf } from "./providers.js"
import { text } from "./strings.js"
import { duration } from "./words.js"

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** The greatest number of sounds whose place is kept. */
const most = 300

const audio = new Audio()
audio.preload = "metadata"

let bar = null
let home = document.body
let item = null
let saved = 0

/** The places in seconds by the IDs of the sounds. */
function places() {
  try {
    return JSON.parse(recall("places")) ?? {}
  } catch {
    return {}
  }
}

const placeOf = id => Number(places()[id]) || 0

/** Keeps the place of the sound, except near its ends. */
function savePlace() {
  if (!item || !(audio.duration > 0)) return
  const { [item.id]: _, ...others } = places()
  const isWithin = audio.currentTime > 5 && audio.currentTime < audio.duration - 5
  const entries = [...Object.entries(others), ...(isWithin ? [[item.id, Math.floor(audio.currentTime)]] : [])]
  remember("places", JSON.stringify(Object.fromEntries(entries.slice(-most))))
  saved = audio.currentTime
}

/** A button that plays an item and stops it, if it has a sound. */
export function playButton(item) {
  if (!item.media?.audio) return null
  const button = make("button", { type: "button", className: "strong", name: "play", "data-plays": item.id, onclick: () => play(item) })
  label(button)
  return button
}

function label(button) {
  const id = button.dataset.plays
  const isPlaying = item?.id === id && !audio.paused
  const place = item?.id === id ? audio.currentTime : placeOf(id)
  button.textContent = isPlaying ? text("player.pause") : place > 0 ? text("player.goOn", { time: duration(place) }) : text("player.play")
}

function play(wanted) {
  if (item?.id === wanted.id && !audio.error) return toggle()
  savePlace()
  item = wanted
  show()
  audio.src = item.media.audio
  audio.defaultPlaybackRate = audio.playbackRate = speed()
  audio.play().catch(() => {})
}

const toggle = () => (audio.paused ? audio.play().catch(() => {}) : audio.pause())

function skip(seconds) {
  if (audio.duration > 0) audio.currentTime = Math.min(Math.max(audio.currentTime + seconds, 0), audio.duration)
}

const speed = () => speeds.find(each => `${each}` === recall("speed")) ?? 1

// The bar

const parts = {}

/** Where the bar is: in the page, or in the dialog that covers it. */
export function join(place) {
  home = place
  if (bar) home.append(bar)
}

/** Calls back with the id of what plays when its title is pressed. */
export function onTitle(open) {
  parts.open = open
}

function build() {
  const button = (name, label, sign, onclick) =>
    make("button", { type: "button", className: name, "aria-label": label, title: label, onclick }, make("span", { "aria-hidden": "true" }, sign))
  parts.play = button("pause", text("player.play"), "▶", toggle)
  parts.title = make("a", { dir: "auto", onclick: follow })
  parts.credit = make("p", { className: "quiet", dir: "auto" })
  parts.place = make("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": text("player.position"), oninput: () => (audio.currentTime = Number(parts.place.value)) })
  parts.time = make("span", { className: "time" })
  parts.trouble = make("p", { className: "bad", role: "alert" })
  const rates = make("select", { dir: "ltr", "aria-label": text("player.speed"), onchange: () => setSpeed(Number(rates.value)) },
    speeds.map(each => make("option", { value: String(each) }, `${each}×`)))
  rates.value = String(speed())
  return make("section", { className: "player", "aria-label": text("player.name") },
    make("div", { className: "moves", dir: "ltr" },
      button("jump", text("player.back", { seconds: 15 }), "−15", () => skip(-15)), parts.play, button("jump", text("player.ahead", { seconds: 30 }), "+30", () => skip(30))),
    make("div", { className: "what" }, parts.title, parts.credit, parts.trouble),
    make("div", { className: "where", dir: "ltr" }, parts.place, parts.time),
    rates,
    button("round", text("player.close"), "×", close))
}

function show() {
  bar ??= build()
  bar.hidden = false
  home.append(bar)
  parts.title.href = `/?item=${encodeURIComponent(item.id)}`
  parts.title.textContent = item.title
  parts.credit.replaceChildren(...short(item, nameOf))
  parts.trouble.textContent = ""
  for (const [name, does] of Object.entries({ play: toggle, pause: toggle, seekbackward: () => skip(-15), seekforward: () => skip(30) }))
    navigator.mediaSession?.setActionHandler(name, does)
  if (navigator.mediaSession) navigator.mediaSession.metadata = new MediaMetadata({ title: item.title, artist: item.collection ?? item.creator?.name ?? "" })
}

function follow(event) {
  if (isForElsewhere(event) || !parts.open) return
  event.preventDefault()
  parts.open(item.id)
}

function close() {
  savePlace()
  audio.removeAttribute("src")
  audio.load()
  item = null
  bar.hidden = true
  update()
  home.querySelector("[name=play], .tile .open, #wall")?.focus({ preventScroll: true })
}

function setSpeed(rate) {
  remember("speed", `${rate}`)
  audio.defaultPlaybackRate = audio.playbackRate = rate
}

/** Says how it stands, in the bar and at the buttons of items. */
function update() {
  for (const button of document.querySelectorAll("[data-plays]")) label(button)
  if (!item) return
  const isPlaying = !audio.paused
  parts.play.title = parts.play.ariaLabel = text(isPlaying ? "player.pause" : "player.play")
  parts.play.firstChild.textContent = isPlaying ? "❚❚" : "▶"
  const whole = audio.duration > 0 ? audio.duration : item.seconds ?? 0
  parts.place.max = Math.floor(whole)
  parts.place.value = Math.floor(audio.currentTime)
  parts.time.textContent = `${duration(audio.currentTime)} / ${duration(whole)}`
  parts.place.setAttribute("aria-valuetext", text("player.place", { time: duration(audio.currentTime), whole: duration(whole) }))
}

audio.addEventListener("loadedmetadata", () => {
  const place = placeOf(item?.id)
  if (place && place < audio.duration) audio.currentTime = place
  saved = audio.currentTime
})
audio.addEventListener("timeupdate", () => Math.abs(audio.currentTime - saved) > 5 && savePlace())
audio.addEventListener("pause", savePlace)
audio.addEventListener("ended", savePlace)
audio.addEventListener("error", () => {
  if (item) parts.trouble.textContent = text("player.lost")
})
for (const event of ["timeupdate", "loadedmetadata", "play", "pause", "ended", "seeked", "error"]) audio.addEventListener(event, update)
addEventListener("pagehide", savePlace)
