import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import type { Vendor, VendorAnswer, VendorRequest } from './vendor.testing.ts'
import { openAliyun } from './vendor-aliyun.testing.ts'
import { azure } from './vendor-azure.testing.ts'
import { deepl } from './vendor-deepl.testing.ts'
import { google } from './vendor-google.testing.ts'
import { completion, openai } from './vendor-openai.testing.ts'

/** What the next requests get instead of a translation. `on`: only a request whose body contains this text. */
export type Fault =
  | { status: number; body: unknown; headers?: Record<string, string>; on?: string }
  /** the connection breaks, or no answer comes until the client gives up */
  | 'break'
  | 'silent'
  /** the answer is delayed until this resolves */
  | { after: () => Promise<unknown> }
  /** every translated text is changed */
  | { change: (text: string, locale: string) => string }
  /** the message of a chat model has exactly this content */
  | { content: string; finish?: string }

/** `billed`: characters that the vendor counted for the request; `at`: when it arrived, in milliseconds of a monotonic clock. */
type Recorded = Omit<VendorRequest, 'change'> & { at: number; status?: number; billed: number }

const isFor = (fault: Fault, raw: string): boolean =>
  typeof fault === 'string' || !('on' in fault) || fault.on === undefined || raw.includes(fault.on)

/** A server with the protocols of all translation vendors, each of which is in its own `vendor-*.testing.ts`. */
export async function openProviders() {
  const requests: Recorded[] = []
  const faults: Fault[] = []
  const vendors = new Map<string, Vendor>([
    ['/v2/translate', deepl],
    ['/v1/chat/completions', openai],
    ['/language/translate/v2', google],
    ['/translate', azure],
    ['/api/translate/web/ecommerce', openAliyun()],
  ])
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request)
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider')
    const seen = { path, query, headers: request.headers, raw, body: JSON.parse(raw) as Record<string, unknown> }
    const recorded: Recorded = { ...seen, at: performance.now(), billed: 0 }
    requests.push(recorded)
    const at = faults.findIndex((one) => isFor(one, raw))
    const [fault] = at === -1 ? [] : faults.splice(at, 1)
    if (fault === 'break') {
      request.socket.destroy()
      return
    }
    if (fault === 'silent') return
    if (typeof fault === 'object' && 'after' in fault) await fault.after()
    const { status, body, headers, billed } = answerOf(fault, { ...seen, change: changeOf(fault) }, vendors.get(path))
    Object.assign(recorded, { status, billed: billed ?? 0 })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** characters that the vendors counted since the last `forget` */
    billed: (): number => requests.reduce((sum, { billed }) => sum + billed, 0),
    force: (...next: Fault[]) => void faults.push(...next),
    /** Forgets the requests of earlier tests, and the faults that they did not use. */
    forget() {
      faults.length = 0
      requests.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const changeOf = (fault: Fault | undefined): VendorRequest['change'] =>
  typeof fault === 'object' && 'change' in fault ? fault.change : (text) => text

function answerOf(fault: Fault | undefined, request: VendorRequest, vendor: Vendor | undefined): VendorAnswer {
  if (typeof fault === 'object' && 'status' in fault) return fault
  if (vendor === undefined) return { status: 404, body: { message: 'not found' } }
  const answer = vendor(request)
  return typeof fault === 'object' && 'content' in fault
    ? { ...answer, body: completion(fault.content, fault.finish) }
    : answer
}
