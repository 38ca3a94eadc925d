// Draws a BlurHash: a few cosines that stand for a picture until it comes. https://blurha.sh

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
const side = 32

const number = text => [...text].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0)
const linear = byte => (byte /= 255) <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4
const gamma = value => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const signedSquare = value => Math.sign(value) * value * value

/** A canvas of what the hash describes; null where it is none. */
export function blurred(hash) {
  if (typeof hash !== "string" || hash.length < 6 || [...hash].some(digit => !digits.includes(digit))) return null
  const columns = (number(hash[0]) % 9) + 1
  const lines = Math.floor(number(hash[0]) / 9) + 1
  if (hash.length !== 4 + 2 * columns * lines) return null
  return draw(waves(hash, columns * lines), columns)
}

/** The same in the shape of a picture, for where that shape is not given by what is around it. */
export function blurredShape(hash, { width, height } = {}) {
  const blur = blurred(hash)
  if (!blur || !(width > 0 && height > 0)) return null
  const canvas = document.createElement("canvas")
  const scale = 64 / Math.max(width, height)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext("2d").drawImage(blur, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The colour of each wave; the first is the average. */
function waves(hash, count) {
  const largest = (number(hash[1]) + 1) / 166
  const average = number(hash.slice(2, 6))
  const others = Array.from({ length: count - 1 }, (_, index) => {
    const value = number(hash.slice(6 + 2 * index, 8 + 2 * index))
    return [Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(part => signedSquare((part - 9) / 9) * largest)
  })
  return [[average >> 16, (average >> 8) & 255, average & 255].map(linear), ...others]
}

function draw(colours, columns) {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = side
  const context = canvas.getContext("2d")
  const pixels = context.createImageData(side, side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const sum = [0, 0, 0]
      colours.forEach((colour, index) => {
        const basis = Math.cos((Math.PI * x * (index % columns)) / side) * Math.cos((Math.PI * y * Math.floor(index / columns)) / side)
        for (let part = 0; part < 3; part++) sum[part] += colour[part] * basis
      })
      pixels.data.set([...sum.map(value => gamma(Math.min(Math.max(value, 0), 1))), 255], 4 * (y * side + x))
    }
  }
  context.putImageData(pixels, 0, 0)
  return canvas
}
