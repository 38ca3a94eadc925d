// Server-sent events, read from a fetch: unlike an EventSource it can be given up at once, and says why it was refused.

/** The events of a body, each as the JSON of its data. */
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
        const data = dataOf(block)
        if (data) yield JSON.parse(data)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function dataOf(block) {
  return block.split(/\r?\n/)
    .filter(line => line.startsWith("data:"))
    .map(line => line.slice(5).replace(/^ /, ""))
    .join("\n")
}
