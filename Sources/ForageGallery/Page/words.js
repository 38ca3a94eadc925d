// Facts in words.

import { locale } from "./strings.js"

const numbers = new Intl.NumberFormat(locale)
const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })
const times = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
const lists = new Intl.ListFormat(locale, { type: "conjunction" })

/** "14 November 2023". */
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
  const [size, unit] = count < 1e6 ? [count / 1e3, "kilobyte"] : [count / 1e6, "megabyte"]
  const digits = size < 9.95 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: "unit", unit, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(size)
}

/** The text as a sentence, which ends in one stop, also if that is within quotes. */
export const sentence = text => (/[.…!?][”"’)]*$/.test(text) ? text : `${text}.`)

/** "A, B and C". */
export const list = texts => lists.format(texts)
