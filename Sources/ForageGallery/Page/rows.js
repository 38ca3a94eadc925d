// The rows of the wall: pictures in justified rows, which keep every shape; all else beside them. Numbers only, no nodes.

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
    // Narrow pictures need more lines for a long credit.
    caption: (narrow ? 106 : 77) * textScale,
    columns: Math.max(1, Math.floor(room / 320)),
    height: (narrow ? 170 : room < 900 ? 190 : room < 1500 ? 225 : 255) * textScale,
  }
}

/** The shape that a card has on paper. */
const cardShape = 1.45

/** Width by height, within what a row can carry; a picture of unknown size counts as 4:3. */
export function shape(item) {
  if (item.kind !== "photo") return cardShape
  const { width, height } = item.size ?? {}
  return width > 0 && height > 0 ? Math.min(Math.max(width / height, 0.56), 3.2) : 4 / 3
}

/** The number of rows of pictures above the episodes. */
const lead = 2

/** The layout of an item of a kind among pictures. */
export const layoutOf = ({ kind }) => ({ photo: "pictures", answer: "band", topic: "topics" })[kind] ?? "shelf"

/**
 * Puts items into rows, each kind in its order: answers as bands, topics as chips, pictures, and the other cards on a shelf
 * below the first pictures. Where no pictures are expected, `hasPictures` is false and cards are laid in columns.
 *
 * What does not fill a row is the `rest`, which waits for more, unless the list is `whole`. The only row is laid in any case
 * unless it `mayWait`.
 */
export function rows(items, sizes, { whole = false, mayWait = true, hasPictures = true }) {
  if (!hasPictures) return columns(items, sizes, whole, mayWait)
  const of = layout => items.filter(item => layoutOf(item) === layout)
  let pictures = justified(of("pictures"), sizes, whole)
  if (!pictures.rows.length && !mayWait) pictures = justified(of("pictures"), sizes, true)
  const topics = of("topics")
  const cards = of("shelf")
  const waits = pictures.rows.length < lead && mayWait && !whole
  return {
    rows: [
      ...of("band").map(item => ({ layout: "band", items: [item] })),
      ...(topics.length ? [{ layout: "topics", items: topics }] : []),
      ...pictures.rows.slice(0, lead),
      ...(cards.length && !waits ? [{ layout: "shelf", items: cards }] : []),
      ...pictures.rows.slice(lead),
    ],
    rest: [...pictures.rest, ...(waits ? cards : [])],
  }
}

/** Cards side by side, each as high as its text. */
function columns(items, { width, gap, columns }, whole, mayWait) {
  const done = []
  for (let start = 0; start < items.length; start += columns) {
    const row = items.slice(start, start + columns)
    if (row.length < columns && !whole && (mayWait || done.length)) return { rows: done, rest: row }
    done.push({ layout: "cards", items: row, widths: row.map(() => (width - gap * (columns - 1)) / columns) })
  }
  return { rows: done, rest: [] }
}

/** Pictures in rows as wide as the wall; where there is only room for a few words, each has a row. */
function justified(items, { width, gap, height, single }, whole) {
  const done = []
  let open = []
  const fit = list => (width - gap * (list.length - 1)) / list.reduce((sum, item) => sum + shape(item), 0)
  const close = (list, tall) => done.push({ layout: "pictures", items: list, height: tall, widths: list.map(item => shape(item) * tall) })

  for (const item of items) {
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
