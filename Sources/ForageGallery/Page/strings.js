// The texts of the page in the reader's language, which the program has put into it.

const { lang, dir, dataset } = document.documentElement
const texts = JSON.parse(document.getElementById("strings").textContent)

/** The language for the formats of numbers, dates and lists, which have the same digits everywhere. */
export const locale = `${lang === "en" ? "en-GB" : lang}-u-nu-latn`

/** The languages that the page has. */
export const languages = dataset.languages.split(" ")

/** The side at which the reader goes on: 1 for the right, -1 for the left. */
export const onward = dir === "rtl" ? -1 : 1

const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** The parts of a text with a value, which may be a node, in place of each `{name}`; `count` chooses the plural form. */
export function parts(key, values = {}) {
  const forms = texts[key]
  const form = typeof forms === "string" ? forms : forms[plurals.select(values.count)] ?? forms.other
  return form.split(/(\{\w+\})/).map(part => (part.startsWith("{") ? shown(values[part.slice(1, -1)]) : part))
}

/** The same as one string. */
export const text = (key, values) => parts(key, values).join("")

/** The name of a value of this kind, such as a licence; the value itself if it has none. */
export const named = (kind, value) => texts[`${kind}.${value}`] ?? value

/** A number in digits. A text of another language does not change the direction of those next to it. */
function shown(value) {
  if (typeof value === "number") return numbers.format(value)
  return typeof value === "string" && onward < 0 ? `\u2068${value}\u2069` : value
}
