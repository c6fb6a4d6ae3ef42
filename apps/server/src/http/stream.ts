import type { ServerResponse } from 'node:http'
import { STREAM_BEAT_MS } from '@huoqiao/contract/envelope'
import type { FastifyReply } from 'fastify'

/**
 * Maximum of open streams for one account (each page uses one) and for this process. If there are more, the oldest is closed; its page
 * reconnects if it is still open.
 */
const MOST = { account: 12, node: 400 } as const

/** All open streams of this process. */
export type OpenStreams = Set<{ accountId: string; raw: ServerResponse }>

function makeRoom(open: OpenStreams, accountId: string): void {
  const own = [...open].filter((one) => one.accountId === accountId)
  const oldest = own.length >= MOST.account ? own[0] : open.size >= MOST.node ? [...open][0] : undefined
  if (!oldest) return
  open.delete(oldest)
  oldest.raw.destroy()
}

/**
 * A server-sent event stream over an ordinary authorised request. Comment lines every 15 s keep proxies from closing it. The work ends when
 * the client disconnects (`signal`) or when it returns. With each comment line `stillMay` checks the caller again: after a suspension, a
 * logout or the loss of the right, an open stream is closed.
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
    // If it cannot be checked now, it is checked with the next line.
    void stillMay().then(
      (may) => may || raw.destroy(),
      () => undefined,
    )
  }, STREAM_BEAT_MS)
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
