import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Beginning of the error message of a call for which the test gave no answer. */
export const UNANSWERED = 'no answer for '

export type Asked = { name: string; query: URLSearchParams; body: string; authorization: string | undefined }
type Answer = (asked: Asked, res: ServerResponse) => unknown

/**
 * A real HTTP server on a free port that answers calls by "METHOD /path" with envelopes. The return value of an answer becomes `data`; an
 * object with a numeric `code` is the envelope itself; `undefined` means that the answer function writes the response itself.
 */
export async function openApp(answers: Record<string, Answer>) {
  const asked: Asked[] = []
  const server = createServer((req: IncomingMessage, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const url = new URL(req.url ?? '/', 'http://app')
      const name = `${req.method} ${url.pathname}`
      const one = {
        name,
        query: url.searchParams,
        body: Buffer.concat(chunks).toString('utf8'),
        authorization: req.headers.authorization,
      }
      asked.push(one)
      const answer = answers[name]
      if (!answer) return reply(res, { code: 500, msg: `${UNANSWERED}${name}` })
      const data = answer(one, res)
      if (data === undefined) return undefined
      const isEnvelope = typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'number'
      return reply(res, isEnvelope ? data : { code: 200, msg: '', message: '', data })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    count: (name: string): number => asked.filter((one) => one.name === name).length,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

function reply(res: ServerResponse, body: object): void {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(body))
}
export { reply }

/** Sets the page's origin to the server's, as in a real installation. */
export function moveInto(origin: string): void {
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${origin}/`)
}
