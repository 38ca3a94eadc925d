// Searches while a query is typed: after a pause, or at once with Enter.

const pause = 350

/**
 * Calls back with the text. What is typed in one go is one step of the back button: its first search is a new address, and
 * the others replace it.
 */
export function typing(field, typed) {
  let timer = null
  let isGoing = false

  const search = () => {
    clearTimeout(timer)
    timer = null
    typed(field.value.trim(), { replacing: isGoing })
    isGoing = true
  }
  field.addEventListener("input", event => {
    clearTimeout(timer)
    if (!event.isComposing) timer = setTimeout(search, pause)
  })
  field.addEventListener("compositionend", () => (timer = setTimeout(search, pause)))
  field.addEventListener("blur", () => {
    if (timer) search()
    isGoing = false
  })
  field.form.addEventListener("submit", event => {
    event.preventDefault()
    search()
    isGoing = false
  })
  // A browser would clear the field, and the results with it.
  field.addEventListener("keydown", event => event.key === "Escape" && event.preventDefault())
  addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.activeElement.matches("input, select, textarea") || document.querySelector("dialog[open]")) return
    event.preventDefault()
    field.select()
  })

  return {
    /** Puts another text there. */
    show(text) {
      clearTimeout(timer)
      timer = null
      isGoing = false
      field.value = text
    },
  }
}
