// Connects the parts: the query and its filters, one list of results, the wall and the large view.

import * as address from "./address.js"
import * as api from "./api.js"
import * as end from "./end.js"
import { comeBackTo, keep, kept, leave } from "./former.js"
import { didYouMean, isForElsewhere, linkTo, seeAlso } from "./further.js"
import * as narrowing from "./narrowing.js"
import { announce, part } from "./dom.js"
import { Listing, ids, without } from "./listing.js"
import { moveByKeys } from "./moving.js"
import { drop, isPicked, onPicks, pick, picked } from "./picks.js"
import { hold } from "./pictures.js"
import { isAnswered, isOnThisMachine, learn, mayBring, unfinished } from "./providers.js"
import { compose, list, parse } from "./query.js"
import { printing } from "./printing.js"
import { note } from "./recent.js"
import { Statement } from "./statement.js"
import { text } from "./strings.js"
import { recall, remember } from "./memory.js"
import { want } from "./rights.js"
import { Wall } from "./wall.js"
import { typing } from "./typing.js"
import { welcome } from "./welcome.js"

let state = address.read()
let listing = null
let asked = null
let isFresh = false
let pending = null
let marked = null
let knowsNames = false
let wantedAt = 0
let place = null
let givingUp = null

/** The number of results that are loaded to find the item of a shared address. */
const farthest = 120

const wall = new Wall(part("wall"), id => address.address({ ...state, item: id }))
const statement = new Statement(() => wall.late, searchFor)
/** The large view, whose modules are loaded when it is first needed. */
let viewer = { close() {}, nameNeighbours() {}, showPick() {} }
let loading = null
let basket = null
/** The panel of the providers, whose modules are loaded when it is first opened. */
let panel = { refresh() {} }

function viewerOnceLoaded() {
  return (loading ??= Promise.all([import("./viewer.js"), import("./player.js")]).then(
    ([{ Viewer }, { onTitle }]) => {
      onTitle(openItem)
      return (viewer = new Viewer(part("viewer"), { neighbour, moved, search: searchFromViewer, pick: togglePick }))
    },
    () => {
      loading = null
      throw new Error(text("viewer.missing"))
    }))
}

// The list

/** Goes to another state of the page: another search, other filters. Another search has all providers again. */
function go(changes, { replacing = false } = {}) {
  const next = { ...state, ...changes, item: "" }
  if (address.address(next) === address.address(state)) return
  state = "strict" in changes ? next : { ...next, strict: "" }
  if (replacing) address.replace(state)
  else address.push(state)
  follow()
}

/** Shows the state. A list that was left a short time ago is shown as it was. */
function follow({ returning = false } = {}) {
  document.title = compose(state) ? `${compose(state)} · Forage` : "Forage"
  want(state.use)
  part("wall").dataset.use = state.use
  showPicks()
  if (knowsNames) narrowing.show(state)
  const wanted = list(state)
  const name = `${wanted.path}?${wanted.parameters}`
  if (name === asked) return
  if (listing && asked) leave(asked, listing, isFresh ? place : wall.place)
  asked = name
  statement.complain(null)
  const known = returning ? comeBackTo(name) ?? kept(name) : null
  listing = known?.listing ?? new Listing(wanted, soon, known?.stored)
  place = known?.place ?? null
  isFresh = true
  marked = null
  part("wall").classList.toggle("former", wall.tiles.length > 0)
  makeWay()
  // A list that was left before its first page arrived has to be loaded.
  if (listing.state === "waiting" && !listing.cursor) listing.goOn()
  else soon()
}

/** Requests the list again. What did not fail is in the cache. */
function searchAgain() {
  listing.cancel()
  asked = null
  follow()
}

/** Updates the page once for several events in a row; the first results wait a moment for those of the same time. */
function soon() {
  if (pending || !knowsNames) return
  pending = setTimeout(update, isFresh && listing.state === "asking" ? 90 : 16)
}

function update() {
  pending = null
  narrowing.showStanding(listing)
  const items = listing.items(wall.room)
  const isAsking = listing.state === "asking"
  if (isFresh && (items.length > 0 || !isAsking) && !isMistake()) {
    isFresh = false
    clearWall()
    greet()
    scrollTo({ top: 0, behavior: "instant" })
  }
  part("wall").setAttribute("aria-busy", isAsking)
  if (!isFresh) {
    const isWhole = listing.state === "whole" || listing.state === "failed"
    wall.show(items, { isWhole, mayWait: listing.isShared, hasPictures: mayBring(listing, state.kind, "photo") })
  }
  if (!isFresh && place) {
    wall.goTo(place)
    place = null
  }
  makeWay()
  mark(items)
  statement.show(listing, items.length, state)
  panel.refresh(listing)
  viewer.nameNeighbours()
  goOn()
  goOnForViewer()
}

/** Shows what this is to a visitor without a query. */
const greet = () => welcome(!compose(state) && !state.day, query => linkTo(query, state, searchFor), () => withBasket(({ chooseSet }) => chooseSet()))

/** Removes the earlier results; the focus, if it was on one, goes to the wall. */
function clearWall() {
  const hadFocus = part("wall").contains(document.activeElement)
  wall.clear()
  part("wall").classList.remove("former")
  if (hadFocus) part("wall").focus({ preventScroll: true })
}

/** Delays the wall's pictures while something else is wanted first: another list, or the large view. */
const makeWay = () => hold(Boolean(state.item) || (isFresh && !isMistake()))

/** A query that is being typed may be wrong for a moment; the earlier results stay. */
const isMistake = () => listing.state === "failed" && listing.refusal.status === 400 && !listing.cursor

function mark(items) {
  const key = [listing.state, wall.tiles.length, isFresh].join()
  if (key === marked) return
  marked = key
  if (isMistake()) end.nothing()
  else if (listing.state === "failed") end.failed(listing.refusal, tryAgain)
  else if (listing.state === "asking") end.loading(wall.tiles.length ? 1 : 4)
  else if (listing.state === "waiting") end.nothing()
  else if (items.length) end.whole(items, unfinished(listing), others())
  else if (isAnswered(listing)) end.none(state.q, statement.reasons(listing), others())
  else if (statement.needsWords(listing, state)) end.needsWords(statement.needsWords(listing, state))
  else if (statement.isOfNobody(listing)) end.leftOut(statement.reasons(listing), () => beStrict(""))
  else end.nobody(statement.reasons(listing))
}

const others = () => ({ meant: didYouMean(listing, state, searchFor), also: seeAlso(listing, state, searchFor) })

/** Searches for the words of a link. The link disappears, so the focus goes to the results. */
function searchFor(query) {
  const { q, ...filters } = parse(query)
  part("wall").focus({ preventScroll: true })
  choose({ q, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) })
}

/** Puts the query into the field, unless it says the same already. */
function showWords() {
  if (compose(parse(part("words").value)) !== compose(state)) words.show(compose(state))
}

/** Follows a control. The use is also remembered for the next visit. */
function choose(changes) {
  if ("use" in changes) remember("use", changes.use)
  go(changes)
  showWords()
}

/** Leaves out providers that cannot apply a filter, or includes them again. The button disappears. */
function beStrict(strict) {
  part("wall").focus({ preventScroll: true })
  go({ strict })
}

/** Continues after an error. The button disappears, so the focus goes to the last result. */
function tryAgain() {
  if (!part("away").hidden) return location.reload()
  const last = wall.tiles.at(-1)?.opener ?? part("wall")
  last.focus({ preventScroll: true })
  askForMore()
}

/** Requests the next page for a reader at this place. */
function askForMore() {
  wantedAt = scrollY
  listing.goOn()
}

/** Requests more before the reader reaches the end, and cancels that once the reader has been far away for a while. */
function goOn() {
  if (isFresh) return
  if (listing.state === "waiting" && listing.cursor && wall.ahead < 1.5 * innerHeight) {
    askForMore()
  }
  if (isLeft()) return (givingUp ??= setTimeout(giveUp, 500))
  clearTimeout(givingUp)
  givingUp = null
}

const isLeft = () => listing.state === "asking" && listing.cursor && scrollY < wantedAt - 2.5 * innerHeight

function giveUp() {
  givingUp = null
  if (isFresh || !isLeft()) return
  listing.cancel()
  soon()
}

// The large view

/** The items in order: those on the wall, then those without a full row. While a page arrives, only those that stay in place. */
function sequence() {
  const items = wall.tiles.map(tile => tile.item)
  const all = [...items, ...without(listing.items(Infinity), items)]
  if (listing.state !== "asking") return all
  const staying = new Set([...listing.settled, ...wall.seen.map(tile => tile.item)].map(item => item.id))
  return all.filter(item => staying.has(item.id))
}

const placeOf = (id, items) => items.findIndex(item => ids(item).includes(id))

function neighbour(id, step) {
  const items = sequence()
  const here = placeOf(id, items)
  return here < 0 ? undefined : items[here + step]
}

/** Requests more if the large view shows the last item, or one that is not on the wall yet. */
function goOnForViewer() {
  if (isFresh || !viewer.id || listing.state !== "waiting" || !listing.cursor) return
  const items = sequence()
  const here = placeOf(viewer.id, items)
  if (tileOf(viewer.id) ? here < items.length - 1 : items.length >= farthest) return
  askForMore()
}

function moved(item) {
  if (item) {
    state = { ...state, item: item.id }
    address.replace(state)
    viewer.show(item)
    tileOf(item.id)?.element.scrollIntoView({ block: "nearest" })
    goOnForViewer()
    return
  }
  const left = viewer.item
  if (state.item) {
    state = { ...state, item: "" }
    address.leave(state)
  }
  makeWay()
  comeBack(tileOf(left?.id))
}

/** Moves the focus to the tile that was shown last, or to the wall of another list. */
function comeBack(tile) {
  const heir = tile?.opener ?? part("wall")
  heir.focus({ preventScroll: true })
  bringIntoView(tile)
}

/** Scrolls only if no part of a tile is visible. */
function bringIntoView(tile) {
  const { top, bottom } = tile?.element.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  if (bottom < 0 || top > innerHeight) tile.element.scrollIntoView({ block: "nearest" })
}

const tileOf = id => wall.tiles.find(tile => ids(tile.item).includes(id))

/** An item by its ID. A service that is too late for that may have answered when it is asked again. */
const lookUp = id => api.item(id).catch(error => {
  if (error.status !== 503) throw error
  return listing.find(id) ?? api.item(id)
})

/** Opens or closes the large view according to the state. */
async function look() {
  makeWay()
  if (!state.item) return viewer.close()
  if (viewer.id === state.item) return
  const wanted = state.item
  try {
    const item = tileOf(wanted)?.item ?? listing.find(wanted) ?? (await lookUp(wanted))
    const shown = await viewerOnceLoaded()
    if (state.item !== wanted) return
    shown.show(item)
    goOnForViewer()
  } catch (error) {
    if (state.item !== wanted) return
    statement.complain(error)
    state = { ...state, item: "" }
    address.replace(state)
    makeWay()
  }
}

/** Searches for what a link of the large view says, and leaves it. The back button leads to it again. */
function searchFromViewer(q) {
  searchFor(q)
  look()
}

/** Opens the large view of an item, wherever it is. */
function openItem(item) {
  if (state.item === item) return
  state = { ...state, item }
  address.push(state)
  look()
}

part("wall").addEventListener("pointerover", () => viewerOnceLoaded().catch(() => {}), { once: true })
part("wall").addEventListener("click", event => {
  if (event.target.closest(".tick")) return togglePick(tileOf(event.target.closest(".tile").dataset.id).item)
  const opener = event.target.closest("a.open")
  if (!opener || isForElsewhere(event)) return
  event.preventDefault()
  if (state.q) note(compose(state))
  state = { ...state, item: opener.closest(".tile").dataset.id }
  address.push(state)
  look()
})

// The basket

/** Calls back with the basket, whose modules are loaded when it is first needed. */
function withBasket(call) {
  basket ??= import("./basket.js").then(module => module.begin({ open: openItem, find: id => listing.find(id) }).then(() => module))
  return basket.then(call, () => {
    basket = null
    statement.complain(new Error(text("basket.unloaded")))
  })
}

/** Picks an item, or takes it out. */
function togglePick(item) {
  if (isPicked(item)) drop(item)
  else if (pick([item])) withBasket(({ full }) => full(1))
}

/** Shows what is picked. */
function showPicks() {
  part("wall").classList.toggle("picking", picked().length > 0)
  for (const tile of wall.tiles) tile.showPick()
  viewer.showPick()
  if (basket || picked().length) withBasket(({ show }) => show())
}

onPicks(showPicks)
part("wall").addEventListener("keydown", event => {
  const tile = tileOf(event.target.closest(".tile")?.dataset.id)
  if (event.key.toLowerCase() !== "x" || event.altKey || event.ctrlKey || event.metaKey || !tile?.tick) return
  event.preventDefault()
  togglePick(tile.item)
})
addEventListener("dragover", event => [...event.dataTransfer.items].some(({ kind }) => kind === "file") && event.preventDefault())
addEventListener("drop", event => {
  const [file] = event.dataTransfer.files
  if (!file) return
  event.preventDefault()
  withBasket(({ open }) => open(file))
})

// The page

part("about").addEventListener("click", async () => {
  try {
    panel = await import("./panel.js")
    panel.explain(() => listing, searchAgain)
  } catch {
    announce(text("api.silent"))
  }
})
part("strictness").addEventListener("click", ({ currentTarget }) => beStrict(currentTarget.value))
part("late").addEventListener("click", () => {
  wall.rearrange()
  scrollTo({ top: 0 })
  wall.tiles[0]?.opener.focus({ preventScroll: true })
  statement.show(listing, listing.items(Infinity).length, state)
})
addEventListener("scroll", goOn, { passive: true })
addEventListener("resize", () => {
  goOn()
  // The end has moved, so that the distance from it says nothing.
  wantedAt = 0
})
addEventListener("pagehide", () => keep(asked, listing, isFresh ? place : wall.place))
part("reload").addEventListener("click", () => location.reload())
addEventListener("popstate", () => {
  state = address.read()
  showWords()
  follow({ returning: true })
  look()
})

const words = typing(part("words"), (query, options) => go(parse(query), options))
if (!state.use && recall("use")) {
  state = { ...state, use: recall("use") }
  address.replace(state)
}
showWords()
moveByKeys(part("wall"), wall)
end.loading(4)
greet()
follow({ returning: true })
learn().catch(error => (error.status ? announce(error.message) : (part("away").hidden = false))).then(() => {
  knowsNames = true
  narrowing.build(choose)
  narrowing.show(state)
  soon()
  look()
  if (isOnThisMachine()) part("words").addEventListener("input", suggest, { once: true })
})
printing(() => ({ wall, state }))

/** Begins to suggest queries, unless the program is away. */
function suggest() {
  import("./suggesting.js").then(({ suggesting }) => suggesting(part("words"), query => {
    words.show(query)
    go(parse(query))
  }), () => {})
}

// The page can be installed if its address stays the same. Its files are stored when the first screen has been loaded.
if (document.querySelector("link[rel=manifest]")) {
  addEventListener("load", () => setTimeout(() => navigator.serviceWorker?.register("/sw.js").catch(() => {}), 5000))
}
