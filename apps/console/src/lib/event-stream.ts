/** One event of a server-sent stream (WHATWG HTML, section 9.2). */
export type StreamEvent = { id: string; event: string; data: string }

/**
 * Reads server-sent events from a response body. Written by hand because the browser's EventSource cannot send the Authorization header.
 * `retry` gets the time that the server asks for; `heard` is called for whatever arrives, comments too.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  on: { event: (event: StreamEvent) => void; retry?: (ms: number) => void; heard?: () => void },
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = createEventParser(on)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    on.heard?.()
    parser(decoder.decode(value, { stream: true }))
  }
}

/** Takes text in slices of any size and reports whole events; lines may end in LF, CR LF or CR. */
export function createEventParser(on: { event: (event: StreamEvent) => void; retry?: (ms: number) => void }) {
  let rest = ''
  let data: string[] = []
  let event = 'message'
  let id = ''

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) on.event({ id, event, data: data.join('\n') })
      data = []
      event = 'message'
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'retry' && /^\d+$/.test(value)) on.retry?.(Number(value))
  }

  return (slice: string): void => {
    rest += slice
    // A CR at the very end may be the first half of CR LF: it waits for the next slice.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = whole.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(whole.length)
    for (const one of lines) line(one)
  }
}
