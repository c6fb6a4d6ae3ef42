import { connect } from 'node:net'
import type { Socket } from 'node:net'

/**
 * A client of one kept connection for measuring: every byte of an answer is received, into the same memory each time, and only the
 * beginning is looked at. Node's own client gives each piece of an answer memory of its own outside of V8's heap, and at some thousand
 * answers a second V8 answers that with up to seven full collections a second: 20 to 40 ms each, on the two processors that
 * server and database are measured on, which doubled the slowest hundredth of whatever was measured.
 *
 * Knows of HTTP what the answers here use: a status line, `content-length` or chunks, no trailers (RFC 9112, sections 4, 6 and 7.1).
 */
export type HttpProbe = {
  /** Sends the request and waits for the whole answer. Throws where it isn't a good one. */
  ask(): Promise<void>
  close(): void
}

const RECEIVED_AT_ONCE = 64 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
/** What an answer of ours that went well begins with, and what a bare handler's does: its only chunk. */
const GOOD = /^HTTP\/1\.1 200 [\s\S]*?\r\n\r\n(?:[0-9a-f]+\r\n)?(?:\{"code":200|\[)/i
const NOTHING = Buffer.alloc(0)
const SHOWN = 600

/** `addresses`: of one server, asked for in turn. */
export async function openHttpProbe(addresses: readonly string[], headers: Record<string, string>): Promise<HttpProbe> {
  const address = addresses[0]!
  const { hostname, port, host } = new URL(address)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = addresses.map((one) => {
    const { pathname, search } = new URL(one)
    return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
  let turn = 0

  const buffer = Buffer.allocUnsafe(RECEIVED_AT_ONCE)
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  /** of the answer that is being received: what is still missing, with -1 until the last chunk, and with undefined until its head came */
  let missing: number | undefined
  /** of an answer in chunks: its last bytes so far, however they came apart */
  let ending = NOTHING
  const fail = (why: string): void => {
    waiting?.reject(new Error(`${address}: ${why}`))
    waiting = undefined
  }

  function received(length: number): boolean {
    const part = buffer.subarray(0, length)
    let body = length
    if (missing === undefined) {
      const headEnd = part.indexOf(HEAD_END)
      const beginning = part.toString('utf8', 0, Math.min(length, SHOWN))
      if (headEnd < 0 || !GOOD.test(part.toString('latin1', 0, headEnd + 32))) {
        fail(beginning)
        return false
      }
      const announced = /\r\ncontent-length: (\d+)/i.exec(part.toString('latin1', 0, headEnd))?.[1]
      missing = announced === undefined ? -1 : Number(announced)
      body = length - headEnd - HEAD_END.length
    }
    if (missing === -1) ending = Buffer.concat([ending, part.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
    else missing -= body
    if (missing !== 0 && !ending.equals(LAST_CHUNK)) return true
    missing = undefined
    ending = NOTHING
    waiting?.resolve()
    waiting = undefined
    return true
  }

  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer, callback: received },
    })
    opened.once('error', reject)
    opened.once('connect', () => resolve(opened))
  })
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => fail('the connection was closed'))

  return {
    ask: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(requests[turn++ % requests.length]!)
      }),
    close() {
      waiting = undefined
      socket.destroy()
    },
  }
}
