// Everything known about an item, next to its picture.

import { address, read } from "./address.js"
import { choice } from "./choice.js"
import { link, make } from "./dom.js"
import { copyButton, nodes, sourceNames } from "./credit.js"
import { creditPlace, downloadOf } from "./download.js"
import { playButton } from "./player.js"
import { nameOf } from "./providers.js"
import { isAllowed, refusal } from "./rights.js"
import { day, duration, kind, list, size } from "./words.js"

/** The nodes of all facts; `credit` is the credit in three forms. */
export function facts(item, credit) {
  return [
    make("p", { className: "quiet", dir: "auto" }, [kind[item.kind] ?? item.kind, item.collection].filter(Boolean).join(" · ")),
    make("h2", { id: "viewer-title", dir: "auto" }, item.title),
    item.summary && make("p", { className: "summary", dir: "auto" }, item.summary),
    make("div", { className: "actions" }, actions(item)),
    make("section", { className: "credits", "aria-label": "Credit" },
      item.sources.map(source => make("p", { dir: "auto" }, nodes(source.attribution.html))),
      make("div", { className: "copies", role: "group", "aria-label": "Copy the credit as" },
        make("span", { className: "quiet" }, "Copy as"),
        copyButton("Text", credit.text), copyButton("Markdown", credit.markdown), copyButton("HTML", credit.html))),
    make("dl", {}, rows(item).flatMap(([name, value]) => value ? [make("dt", {}, name), make("dd", { dir: "auto" }, value)] : [])),
    item.renditions?.length > 0 && files(item),
  ].filter(Boolean)
}

function actions(item) {
  const download = downloadOf(item)
  const place = `it at ${host(item.pageURL)}`
  const page = (text, className) => link(text, item.pageURL, { className })
  if (item.kind !== "photo") {
    const verb = item.kind === "episode" ? (item.media?.audio ? "Listen to" : "Watch") : "Read"
    return [playButton(item), page(`${verb} ${place}`, "plain")].filter(Boolean)
  }
  const shown = isAllowed(item)
    ? [download, page(`See ${place}`, "plain")]
    : [page(`${refusal(item)}: see ${place}`, "strong"), download]
  return [...shown, choice(item), download && !item.pictures.unkept && creditPlace()].filter(Boolean)
}

function host(address) {
  try {
    return new URL(address).host.replace(/^www\./, "")
  } catch {
    return "its page"
  }
}

function rows(item) {
  const names = sourceNames(item.sources, nameOf)
  return [
    ["By", item.creator && [link(item.creator.name, item.creator.url), " · ", search(`More by ${item.creator.name}`, wordsBy(item))]],
    ["Licence", item.licence ? licence(item.licence) : "not known"],
    ["Published", item.publishedAt && day(item.publishedAt)],
    ["Plays", item.seconds && duration(item.seconds)],
    ["Place", item.place && [place(item.place), item.place.name && [" · ", search("More from here", plain(item.place.name))]]],
    ["Camera", item.camera && camera(item.camera)],
    ["Size", item.size && size(item.size)],
    ["Tags", item.tags?.flatMap((tag, index) => [index ? ", " : "", search(tag, plain(tag))])],
    [item.sources.length > 1 ? "Sources" : "Source",
      make("span", {}, item.sources.flatMap((source, index) => [index ? ", " : "", link(names[index], source.pageURL)]))],
    ["Id", make("code", {}, item.id)],
  ]
}

/** A link to another search, which the large view follows within the page. */
function search(text, words) {
  if (!words) return text
  return make("a", { href: address({ ...read(), q: words, day: "", strict: "", item: "" }), "data-words": words, dir: "auto" }, text)
}

/** A text as words to search for, none of which is an operator. */
const plain = text => text.replace(/["':()]/g, " ").split(/\s+/).map(word => word.replace(/^[-+!]+/, "")).filter(Boolean).join(" ")

/** What the reader searches for, or what the item shows, by the same creator. A query needs a word in addition to its filters. */
function wordsBy({ creator, tags, title }) {
  const words = plain(read().q.replace(/\S+:(?:"[^"]*"|\S*)/g, " "))
  return `${words || plain(tags?.[0] ?? title)} by:"${plain(creator.name)}"`
}

const allowed = { commercial: "used commercially", modify: "changed", redistribute: "passed on" }
const asked = { credit: "credit", notice: "a notice of the licence", "share-alike": "the same licence for what is made of it" }

function licence({ name, url, permissions, duties }) {
  const terms = [
    permissions && `It may be ${list(permissions.map(each => allowed[each] ?? each))}.`,
    duties && `It requires ${list(duties.map(each => asked[each] ?? each))}.`,
  ].filter(Boolean)
  return make("span", {}, link(name, url), terms.length > 0 && make("span", { className: "quiet" }, ` ${terms.join(" ")}`))
}

function place({ name, latitude, longitude }) {
  const position = latitude == null || longitude == null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
  return [name, position].filter(Boolean).join(" · ")
}

function camera({ name, exposure, aperture, focalLength, iso }) {
  return [
    name, exposure && `${exposure} s`, aperture && `f/${aperture}`, focalLength && `${focalLength.replace(/\.0$/, "")} mm`, iso && `ISO ${iso}`,
  ].filter(Boolean).join(" · ")
}

function files({ renditions }) {
  return make("details", {}, make("summary", {}, `Files (${renditions.length})`),
    make("ul", { className: "files" }, renditions.map(file => make("li", {},
      link(file.role, file.url), " ",
      make("span", { className: "quiet" }, [file.width && file.height && size(file), file.type].filter(Boolean).join(" · "))))))
}
