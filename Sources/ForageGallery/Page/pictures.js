// Loads pictures shortly before they become visible, a few at a time, and cancels those that are out of sight.

// A browser has six connections to one host; the list and the large view need some of them.
const atOnce = 3

/** The files of each picture, in order: the one for its width, then another one. */
const files = new WeakMap()
const waiting = new Set()
const underWay = new Set()
let isHeld = false

const observer = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) want(target)
      else giveUp(target)
    }
  },
  { rootMargin: "100% 0px" },
)

function want(image) {
  if (image.hasAttribute("src")) return
  if (isElsewhere(files.get(image)[0].src)) return begin(image)
  waiting.add(image)
  beginNext()
}

/** Another host has connections of its own. */
const isElsewhere = address => new URL(address, location).origin !== location.origin

function beginNext() {
  for (const image of waiting) {
    if (isHeld || underWay.size >= atOnce) return
    waiting.delete(image)
    underWay.add(image)
    begin(image)
  }
}

function begin(image, [{ src, srcset }] = files.get(image)) {
  image.classList.remove("missing")
  if (srcset) image.srcset = srcset
  else image.removeAttribute("srcset")
  image.src = src
}

function end(image) {
  underWay.delete(image)
  beginNext()
}

function giveUp(image) {
  waiting.delete(image)
  drop(image)
  end(image)
}

/** Removes the address of an incomplete picture, which ends the transfer. It can be loaded again. */
export function drop(image) {
  if (image.complete && !image.classList.contains("missing")) return
  image.removeAttribute("srcset")
  image.removeAttribute("src")
}

/** Loads the picture while it is near the screen. */
export function loadNearby(image, { small, srcset, spare }) {
  files.set(image, [{ src: small, srcset }, ...(spare ? [{ src: spare }] : [])])
  image.addEventListener("load", () => {
    image.classList.add("there")
    image.classList.toggle("other", hasAnotherShape(image))
    observer.unobserve(image)
    end(image)
  })
  image.addEventListener("error", () => {
    const [, next] = files.get(image)
    if (next && image.hasAttribute("src") && image.getAttribute("src") !== next.src) return begin(image, [next])
    image.classList.add("missing")
    end(image)
  })
  observer.observe(image)
}

/** Loads these pictures at once, wherever they are. Browsers wait for lazy ones before they print. */
export function loadAll(images) {
  for (const image of images) {
    if (!files.has(image) || image.hasAttribute("src")) continue
    image.loading = "lazy"
    begin(image)
  }
}

/** Delays all pictures while something else is wanted first. */
export function hold(isWanted) {
  if (isWanted === isHeld) return
  isHeld = isWanted
  if (!isHeld) return beginNext()
  const begun = [...underWay]
  begun.forEach(giveUp)
  const later = [...waiting]
  waiting.clear()
  for (const image of [...begun, ...later]) want(image)
}

/** Whether a picture has another shape than stated, beyond rounding. */
function hasAnotherShape({ naturalWidth, naturalHeight, clientWidth, clientHeight }) {
  const difference = Math.log((naturalWidth / naturalHeight) * (clientHeight / clientWidth))
  return Math.abs(difference) > 0.04
}

/** Stops loading a picture. */
export function forget(image) {
  observer.unobserve(image)
  giveUp(image)
}
