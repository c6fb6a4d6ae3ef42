import { RemoteFailure } from '@huoqiao/connector-kit'
import { wordOfStatus } from '../failures.ts'

const CALL = 'bulk result'
/** Results of days of work are hundreds of megabytes. */
const TIMEOUT_MS = 30 * 60_000

/**
 * Streams the lines of a bulk operation's result, one at a time. The address contains its own signature: no token, no points. Throws
 * `not-found` after seven days, `unavailable` if the answer breaks off: read it again from the start.
 */
export async function* readBulkLines(
  url: string,
  {
    signal,
    fetch = globalThis.fetch,
  }: { readonly signal?: AbortSignal; readonly fetch?: typeof globalThis.fetch } = {},
): AsyncGenerator<unknown, void, undefined> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  const init = { redirect: 'follow' as const, signal: signal ? AbortSignal.any([deadline, signal]) : deadline }
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw failed('unavailable', 'could not be fetched', cause)
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    const gone = [403, 404, 410].includes(response.status)
    throw failed(gone ? 'not-found' : wordOfStatus(response.status, false), `HTTP ${response.status}`)
  }
  for await (const line of linesOf(response)) yield parsed(line)
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  const reader = body?.getReader()
  try {
    while (reader) {
      const part = await reader.read().catch((cause: unknown) => {
        throw failed('unavailable', 'broke off', cause)
      })
      rest += part.done ? decoder.decode() : decoder.decode(part.value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield line
      if (part.done) break
    }
    if (rest.trim() !== '') yield rest
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw failed('unavailable', 'holds a line that is cut', cause)
  }
}

const failed = (word: RemoteFailure['word'], what: string, cause?: unknown): RemoteFailure =>
  new RemoteFailure(word, `${CALL}: ${what}`, { vendor: 'shopify', call: CALL, cause })
