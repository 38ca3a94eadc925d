// Moving about the wall by keys: to the neighbours, to the rows above and below, to the first and the last.

import { onward } from "./strings.js"

/** Makes the arrow keys move the focus from tile to tile. */
export function moveByKeys(root, wall) {
  root.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const tiles = wall.tiles
    const here = tiles.findIndex(tile => tile.element.contains(document.activeElement))
    const there = here < 0 ? tiles[0] : target(event.key, tiles, here)
    if (!there || !["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageDown", "PageUp"].includes(event.key)) return
    event.preventDefault()
    there.opener.focus()
    there.element.scrollIntoView({ block: "nearest" })
  })
}

function target(key, tiles, here) {
  switch (key) {
  case "ArrowLeft": return tiles[here - onward]
  case "ArrowRight": return tiles[here + onward]
  case "PageUp": return tiles[here - 1]
  case "PageDown": return tiles[here + 1]
  case "Home": return tiles[0]
  case "End": return tiles.at(-1)
  case "ArrowDown": return nearest(tiles, here, 1)
  case "ArrowUp": return nearest(tiles, here, -1)
  }
}

/** The tile of the next row that way that is nearest to the middle of this one. */
function nearest(tiles, here, way) {
  const middle = tile => {
    const box = tile.element.getBoundingClientRect()
    return box.left + box.width / 2
  }
  const row = tiles[here].element.parentElement
  const next = way > 0 ? row.nextElementSibling : row.previousElementSibling
  const candidates = tiles.filter(tile => tile.element.parentElement === next)
  const distance = tile => Math.abs(middle(tile) - middle(tiles[here]))
  return candidates.sort((one, other) => distance(one) - distance(other))[0]
}
