// Pictures are asked for when they are about to be seen, and given up when they are gone before they came.

const observer = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) begin(target)
      else giveUp(target)
    }
  },
  { rootMargin: "100% 0px" },
)

const addresses = new WeakMap()

function begin(image) {
  if (image.hasAttribute("src")) return
  image.classList.remove("missing")
  image.src = addresses.get(image)
}

/** Without its address the browser ends the transfer, and the gallery that of the service. What did not come is tried anew. */
function giveUp(image) {
  if (!image.complete || image.classList.contains("missing")) image.removeAttribute("src")
}

/** Loads the picture while it is near the screen. */
export function loadNearby(image, address) {
  addresses.set(image, address)
  image.addEventListener("load", () => {
    image.classList.add("there")
    image.classList.toggle("other", hasAnotherShape(image))
    observer.unobserve(image)
  })
  image.addEventListener("error", () => image.classList.add("missing"))
  observer.observe(image)
}

/** Whether the picture has another shape than was said, by more than a rounding. */
function hasAnotherShape({ naturalWidth, naturalHeight, clientWidth, clientHeight }) {
  const difference = Math.log((naturalWidth / naturalHeight) * (clientHeight / clientWidth))
  return Math.abs(difference) > 0.04
}

/** Nothing of it is wanted any more. */
export function forget(image) {
  observer.unobserve(image)
  giveUp(image)
}
