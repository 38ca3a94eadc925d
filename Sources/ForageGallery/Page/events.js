// Server-sent events, read from a fetch: unlike an EventSource it can be given up at once, and says why it was refused.

import { read } from "./foreign.js"

/** The events of a body, each as its kind and the JSON of its data. */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (rest + value).split(/\r?\n\r?\n/)
      rest = blocks.pop()
      for (const block of blocks) {
        const data = field(block, "data")
        if (data) yield [field(block, "event"), read(data)]
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function field(block, name) {
  return block.split(/\r?\n/)
    .filter(line => line.startsWith(`${name}:`))
    .map(line => line.slice(name.length + 1).replace(/^ /, ""))
    .join("\n")
}
