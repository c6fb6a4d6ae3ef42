import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

const HEARTBEAT_MS = 15_000
/** Of one account, whose pages watch one thing each, and of this process. Of more the oldest goes: its page asks again, or nobody looks. */
const MOST = { account: 12, node: 400 } as const

/** The streams that one installation holds open. */
export type OpenStreams = Set<{ accountId: string; raw: ServerResponse }>

function makeRoom(open: OpenStreams, accountId: string): void {
  const own = [...open].filter((one) => one.accountId === accountId)
  const oldest = own.length >= MOST.account ? own[0] : open.size >= MOST.node ? [...open][0] : undefined
  if (!oldest) return
  open.delete(oldest)
  oldest.raw.destroy()
}

/**
 * A server-sent stream over an ordinary authorised request. Comment lines every 15 s keep proxies from closing it.
 * The work ends when the client goes away (`signal`) or when it returns. With each of those lines it is asked whether the person still may
 * (`stillMay`): whoever was suspended, thrown out or lost the right hears nothing more, though their connection was open before.
 */
export async function openStream<E>(
  open: OpenStreams,
  reply: FastifyReply,
  work: (send: (event: E) => void) => Promise<void>,
  signal: AbortSignal,
  accountId: string,
  stillMay: () => Promise<boolean>,
): Promise<FastifyReply> {
  makeRoom(open, accountId)
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const one = { accountId, raw }
  open.add(one)
  const beat = setInterval(() => {
    raw.write(': beat\n\n')
    // What cannot be asked now is asked at the next beat.
    void stillMay().then(
      (may) => may || raw.destroy(),
      () => undefined,
    )
  }, HEARTBEAT_MS)
  try {
    await work((event) => {
      if (!signal.aborted) raw.write(`data: ${JSON.stringify(event)}\n\n`)
    })
  } finally {
    clearInterval(beat)
    open.delete(one)
    raw.end()
  }
  return reply
}
