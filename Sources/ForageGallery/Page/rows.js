// Justified rows: every picture keeps its shape, every row is as wide as the wall. Numbers only, no nodes.

/** The measures of a wall of this width, whose texts are so many times as large as a browser has them by itself. */
export function measures(width, textScale = 1) {
  const room = width / textScale
  const narrow = room < 560
  return {
    width,
    narrow,
    single: room < 280,
    gap: narrow ? 8 : 14,
    between: narrow ? 8 : 12,
    caption: 77 * textScale,
    height: (narrow ? 170 : room < 900 ? 190 : room < 1500 ? 225 : 255) * textScale,
  }
}

const cardShape = 1.45

/** Width by height, within what a row can carry; a picture of unknown size is taken for 4:3. */
export function shape(item) {
  if (item.kind !== "photo") return cardShape
  const { width, height } = item.size ?? {}
  return width > 0 && height > 0 ? Math.min(Math.max(width / height, 0.56), 3.2) : 4 / 3
}

/**
 * Puts items into rows, in their order. What does not fill a row is the `rest`, which waits for more, unless the list is
 * `whole`: then it is the last row. On a narrow wall a card has a row to itself, beside which the pictures go on; on one
 * that has room for a few words alone, everything has.
 */
export function rows(items, { width, gap, height, narrow, single }, whole) {
  const done = []
  let open = []
  const fit = list => (width - gap * (list.length - 1)) / list.reduce((sum, item) => sum + shape(item), 0)
  const close = (list, tall) => done.push({ items: list, height: tall, widths: list.map(item => shape(item) * tall) })

  for (const item of items) {
    if (narrow && item.kind !== "photo") {
      done.push({ items: [item], height: 0.95 * height, widths: [width] })
      continue
    }
    if (single) {
      close([item], Math.min(fit([item]), 1.5 * height))
      continue
    }
    const tall = fit([...open, item])
    if (tall > height) {
      open.push(item)
      continue
    }
    const before = open.length ? fit(open) : Infinity
    if (before < 1.5 * height && before / height < height / tall) {
      close(open, before)
      open = [item]
    } else {
      close([...open, item], tall)
      open = []
    }
  }
  if (whole && open.length) {
    const tall = fit(open)
    close(open, tall < 1.3 * height ? tall : height)
    open = []
  }
  return { rows: done, rest: open }
}
