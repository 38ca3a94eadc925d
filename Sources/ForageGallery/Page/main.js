// Puts the parts together: the words and toggles, one list of results, the wall, the large view.

import * as address from "./address.js"
import * as api from "./api.js"
import * as end from "./end.js"
import { comeBackTo, leave } from "./former.js"
import { didYouMean, isForElsewhere, seeAlso } from "./further.js"
import * as narrowing from "./narrowing.js"
import { announce, part } from "./dom.js"
import { Listing, ids, without } from "./listing.js"
import { moveByKeys } from "./moving.js"
import { hold } from "./pictures.js"
import { isAnswered, learn, unfinished } from "./providers.js"
import { list } from "./query.js"
import { explain } from "./panel.js"
import { Statement } from "./statement.js"
import { Viewer } from "./viewer.js"
import { Wall } from "./wall.js"
import { typing } from "./typing.js"

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

/** How far down a list is looked for what a shared address names. */
const farthest = 120

const wall = new Wall(part("wall"), id => address.address({ ...state, item: id }))
const statement = new Statement(() => wall.late)
const viewer = new Viewer(part("viewer"), { neighbour, moved })

// The list

/** Goes to another state of the page: another search, other toggles. Nobody is left out of another search unasked. */
function go(changes, { replacing = false } = {}) {
  const next = { ...state, ...changes, item: "" }
  if (address.address(next) === address.address(state)) return
  state = "strict" in changes ? next : { ...next, strict: "" }
  if (replacing) address.replace(state)
  else address.push(state)
  follow()
}

/** Makes the page what the state says. Who comes back to a list finds it as it was left. */
function follow({ returning = false } = {}) {
  document.title = state.q ? `${state.q} · Forage` : "Forage"
  narrowing.show(state)
  const wanted = list(state)
  const name = `${wanted.path}?${wanted.parameters}`
  if (name === asked) return
  if (listing) leave(asked, listing, isFresh ? place : wall.place)
  asked = name
  statement.complain(null)
  const known = returning ? comeBackTo(name) : null
  listing = known?.listing ?? new Listing(wanted, soon)
  place = known?.place ?? null
  isFresh = true
  marked = null
  part("wall").classList.toggle("former", wall.tiles.length > 0)
  makeWay()
  // Of a list that was left before its first page had come there is nothing to go on behind.
  if (listing.state === "waiting" && !listing.cursor) listing.goOn()
  else soon()
}

/** Several events in a row change the page once; the first results wait a moment for those that come with them. */
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
    scrollTo({ top: 0, behavior: "instant" })
  }
  part("wall").setAttribute("aria-busy", isAsking)
  if (!isFresh) wall.show(items, { isWhole: listing.state === "whole" || listing.state === "failed", mayWait: listing.isShared })
  if (!isFresh && place) {
    wall.goTo(place)
    place = null
  }
  makeWay()
  mark(items)
  statement.show(listing, items.length, state)
  viewer.nameNeighbours()
  goOn()
  goOnForViewer()
}

/** Takes away what was there; who was on it is on the wall. */
function clearWall() {
  const hadFocus = part("wall").contains(document.activeElement)
  wall.clear()
  part("wall").classList.remove("former")
  if (hadFocus) part("wall").focus({ preventScroll: true })
}

/** The wall's pictures leave the line to what is waited for: another list, or the large view. */
const makeWay = () => hold(Boolean(state.item) || (isFresh && !isMistake()))

/** A query that is still being typed may be wrong for a moment; what was there before stays. */
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
  else if (statement.isOfNobody(listing)) end.leftOut(statement.reasons(listing), () => beStrict(""))
  else end.nobody(statement.reasons(listing))
}

const others = () => ({ meant: didYouMean(listing, state, searchFor), also: seeAlso(listing, state, searchFor) })

/** Searches for the words of a link; it goes away, and the focus stays where the results come. */
function searchFor(q) {
  part("wall").focus({ preventScroll: true })
  go({ q })
  words.show(q)
}

/** Leaves out those who cannot be held to a filter, or has them again; the button that said so goes away. */
function beStrict(strict) {
  part("wall").focus({ preventScroll: true })
  go({ strict })
}

/** Goes on where it went wrong; the button goes away, and the focus stays where the next results come. */
function tryAgain() {
  const last = wall.tiles.at(-1)?.opener ?? part("wall")
  last.focus({ preventScroll: true })
  askForMore()
}

/** Asks for the next page, for a reader who is here. */
function askForMore() {
  wantedAt = scrollY
  listing.goOn()
}

/** More is asked for before the reader is at the end, and given up when the reader has gone far away from there, to stay. */
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

/** Its items: those on the wall in their order there, then those that have no full row yet. */
function sequence() {
  const items = wall.tiles.map(tile => tile.item)
  return [...items, ...without(listing.items(Infinity), items)]
}

const placeOf = (id, items) => items.findIndex(item => ids(item).includes(id))

function neighbour(id, step) {
  const items = sequence()
  const here = placeOf(id, items)
  return here < 0 ? undefined : items[here + step]
}

/** More is asked for where the large view is at the end of what there is, or shows what has no place on the wall yet. */
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

/** Goes on with the tile that was looked at last; in another list with that. */
function comeBack(tile) {
  const heir = tile?.opener ?? part("wall")
  heir.focus({ preventScroll: true })
  bringIntoView(tile)
}

/** Scrolls only where nothing of a tile can be seen. */
function bringIntoView(tile) {
  const { top, bottom } = tile?.element.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  if (bottom < 0 || top > innerHeight) tile.element.scrollIntoView({ block: "nearest" })
}

const tileOf = id => wall.tiles.find(tile => ids(tile.item).includes(id))

/** Opens or closes the large view as the state says. */
async function look() {
  makeWay()
  if (!state.item) return viewer.close()
  if (viewer.id === state.item) return
  const wanted = state.item
  try {
    const item = tileOf(wanted)?.item ?? listing.find(wanted) ?? (await api.item(wanted))
    if (state.item !== wanted) return
    viewer.show(item)
    goOnForViewer()
  } catch (error) {
    if (state.item !== wanted) return
    statement.complain(error)
    state = { ...state, item: "" }
    address.replace(state)
    makeWay()
  }
}

part("wall").addEventListener("click", event => {
  const opener = event.target.closest("a.open")
  if (!opener || isForElsewhere(event)) return
  event.preventDefault()
  state = { ...state, item: opener.closest(".tile").dataset.id }
  address.push(state)
  look()
})

// The page

part("about").addEventListener("click", () => explain(listing))
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
  // In another window the end is elsewhere: what was asked for is waited for.
  wantedAt = 0
})
addEventListener("popstate", () => {
  state = address.read()
  words.show(state.q)
  follow({ returning: true })
  look()
})

const words = typing(part("words"), (q, options) => go({ q }, options))
words.show(state.q)
moveByKeys(part("wall"), wall)
end.loading(4)
follow()
await learn().catch(error => announce(error.message))
knowsNames = true
narrowing.build((filter, value) => go({ [filter]: value }))
narrowing.show(state)
soon()
look()
