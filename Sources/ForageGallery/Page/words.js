// Facts in words.

import { locale } from "./strings.js"

const numbers = new Intl.NumberFormat(locale)
const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })
const times = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
const lists = new Intl.ListFormat(locale, { type: "conjunction" })

/** "1,440". */
export const figure = number => numbers.format(number)

/** "3 results". */
export const count = (number, one, many = `${one}s`) => `${figure(number)} ${number === 1 ? one : many}`

/** "14 November 2023", in the language of the page. */
export function day(text) {
  const date = new Date(text)
  return isNaN(date) ? null : days.format(date)
}

/** "14:05", where the reader is. */
export function time(text) {
  const date = new Date(text)
  return isNaN(date) ? null : times.format(date)
}

/** "1:02:03". */
export function duration(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  if (!parts[0]) parts.shift()
  return parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":")
}

/** "6,000 × 4,000". */
export const size = ({ width, height }) => `${numbers.format(width)} × ${numbers.format(height)}`

/** "1.4 MB". */
export function bytes(count) {
  const [size, unit] = count < 1e6 ? [count / 1e3, "kB"] : [count / 1e6, "MB"]
  return `${size < 9.95 ? size.toFixed(1) : numbers.format(Math.round(size))} ${unit}`
}

/** The text as a sentence, which ends in one stop, also if that is within quotes. */
export const sentence = text => (/[.…!?][”"’)]*$/.test(text) ? text : `${text}.`)

/** The property that a filter compares. */
const aspects = { not: "excluded words", by: "creator", in: "series or album", hue: "colour", "min-size": "size", after: "date", before: "date" }
export const aspect = filter => aspects[filter] ?? filter

/** The kinds of items, several and one. */
export const kinds = { photo: "Photos", answer: "Answers", topic: "Topics", episode: "Episodes" }
export const kind = { photo: "Photo", answer: "Answer", topic: "Topic", episode: "Episode" }

/** "A, B and C". */
export const list = texts => lists.format(texts)
