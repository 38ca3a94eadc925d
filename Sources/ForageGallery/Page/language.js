// The reader's choice of a language, which a cookie keeps for the program.

import { make } from "./dom.js"
import { languages, parts } from "./strings.js"

/** A control with the languages by their own names. */
export function languageChoice() {
  const named = code => make("option", { value: code, lang: code }, new Intl.DisplayNames(code, { type: "language" }).of(code))
  const select = make("select", { name: "language", onchange: () => choose(select.value) }, languages.map(named))
  select.value = document.documentElement.lang
  return make("label", { className: "language" }, parts("panel.language", { language: select }))
}

function choose(code) {
  document.cookie = `forage-language=${code}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
