// Everything known about an item, next to its picture.

import { address, read } from "./address.js"
import { choice } from "./choice.js"
import { link, make } from "./dom.js"
import { copyButton, nodes, sourceNames } from "./credit.js"
import { creditPlace, downloadOf } from "./download.js"
import { playButton } from "./player.js"
import { nameOf } from "./providers.js"
import { isAllowed, refusal } from "./rights.js"
import { named, text } from "./strings.js"
import { day, duration, list, size } from "./words.js"

/** The kinds that one watches or listens to. */
const played = ["episode", "video", "audio"]

/** The nodes of all facts; `credit` is the credit in three forms. */
export function facts(item, credit) {
  return [
    make("p", { className: "quiet", dir: "auto" }, [named("kind", item.kind), item.collection].filter(Boolean).join(" · ")),
    make("h2", { id: "viewer-title", dir: "auto" }, item.title),
    item.summary && make("p", { className: "summary", dir: "auto" }, item.summary),
    make("div", { className: "actions" }, actions(item)),
    make("section", { className: "credits", "aria-label": text("facts.credit") },
      item.sources.map(source => make("p", { dir: "auto" }, nodes(source.attribution.html))),
      make("div", { className: "copies", role: "group", "aria-label": text("facts.copyCredit") },
        make("span", { className: "quiet" }, text("facts.copyAs")),
        copyButton(text("facts.text"), credit.text), copyButton("Markdown", credit.markdown), copyButton("HTML", credit.html))),
    make("dl", {}, rows(item).flatMap(([name, value]) => value ? [make("dt", {}, name), make("dd", {}, typeof value === "string" ? make("bdi", {}, value) : value)] : [])),
    item.renditions?.length > 0 && files(item),
  ].filter(Boolean)
}

function actions(item) {
  const download = downloadOf(item)
  const page = (key, className, values) => link(text(key, { host: host(item.pageURL), ...values }), item.pageURL, { className })
  if (item.kind !== "photo") {
    const key = !played.includes(item.kind) ? "facts.read" : item.media?.audio || item.kind === "audio" ? "facts.listen" : "facts.watch"
    return [playButton(item), page(key, "plain")].filter(Boolean)
  }
  const shown = isAllowed(item)
    ? [download, page("facts.see", "plain")]
    : [page("facts.refused", "strong", { refusal: refusal(item) }), download]
  return [...shown, choice(item), download && !item.pictures.unkept && creditPlace()].filter(Boolean)
}

function host(address) {
  try {
    return new URL(address).host.replace(/^www\./, "")
  } catch {
    return text("facts.page")
  }
}

function rows(item) {
  const names = sourceNames(item.sources, nameOf)
  return [
    [text("facts.by"), item.creator && [link(item.creator.name, item.creator.url), " · ", search(text("facts.moreBy", { creator: item.creator.name }), wordsBy(item))]],
    [text("facts.licence"), item.licence ? licence(item.licence) : text("facts.unknown")],
    [text("facts.published"), item.publishedAt && day(item.publishedAt)],
    [text("facts.plays"), item.seconds && duration(item.seconds)],
    [text("facts.place"), item.place && [make("bdi", {}, place(item.place)), item.place.name && [" · ", search(text("facts.moreFrom"), plain(item.place.name))]]],
    [text("facts.camera"), item.camera && camera(item.camera)],
    [text("facts.size"), item.size && size(item.size)],
    [text("facts.tags"), item.tags?.flatMap((tag, index) => [index ? ", " : "", search(tag, plain(tag))])],
    [text("facts.source", { count: item.sources.length }),
      make("span", {}, item.sources.flatMap((source, index) => [index ? ", " : "", link(names[index], source.pageURL)]))],
    [text("facts.id"), make("code", {}, item.id)],
  ]
}

/** A link to another search, which the large view follows within the page. */
function search(label, words) {
  if (!words) return label
  return make("a", { href: address({ ...read(), q: words, day: "", strict: "", item: "" }), "data-words": words, dir: "auto" }, label)
}

/** A text as words to search for, none of which is an operator. */
const plain = text => text.replace(/["':()]/g, " ").split(/\s+/).map(word => word.replace(/^[-+!]+/, "")).filter(Boolean).join(" ")

/** What the reader searches for, or what the item shows, by the same creator. A query needs a word in addition to its filters. */
function wordsBy({ creator, tags, title }) {
  const words = plain(read().q.replace(/\S+:(?:"[^"]*"|\S*)/g, " "))
  return `${words || plain(tags?.[0] ?? title)} by:"${plain(creator.name)}"`
}

function licence({ name, url, permissions, duties }) {
  const terms = [
    permissions && text("facts.may", { terms: list(permissions.map(each => named("permission", each))) }),
    duties && text("facts.requires", { terms: list(duties.map(each => named("duty", each))) }),
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
  return make("details", {}, make("summary", {}, text("facts.files", { count: renditions.length })),
    make("ul", { className: "files" }, renditions.map(file => make("li", {},
      link(named("role", file.role), file.url), " ",
      make("span", { className: "quiet" }, [file.width && file.height && size(file), file.type].filter(Boolean).join(" · "))))))
}
