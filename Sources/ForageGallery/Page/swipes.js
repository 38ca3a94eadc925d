// Swiping to the side with a finger or a pen.

/** Calls back with 1 for a swipe to the next, -1 for one to the previous. */
export function swipes(element, swiped) {
  let start = null
  element.addEventListener("pointerdown", event => {
    start = event.pointerType === "mouse" || !event.isPrimary ? null : { x: event.clientX, y: event.clientY }
  })
  element.addEventListener("pointercancel", () => (start = null))
  element.addEventListener("pointerup", event => {
    if (!start) return
    const [x, y] = [event.clientX - start.x, event.clientY - start.y]
    start = null
    if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) swiped(x < 0 ? 1 : -1)
  })
}
