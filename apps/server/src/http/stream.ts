import type { FastifyReply } from 'fastify'

const HEARTBEAT_MS = 15_000

/**
 * A server-sent stream over an ordinary authorised request. Comment lines every 15 s keep proxies from closing it.
 * The work ends when the client goes away (`signal`) or when it returns.
 */
export async function openStream<E>(
  reply: FastifyReply,
  work: (send: (event: E) => void) => Promise<void>,
  signal: AbortSignal,
): Promise<FastifyReply> {
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const beat = setInterval(() => raw.write(': beat\n\n'), HEARTBEAT_MS)
  try {
    await work((event) => {
      if (!signal.aborted) raw.write(`data: ${JSON.stringify(event)}\n\n`)
    })
  } finally {
    clearInterval(beat)
    raw.end()
  }
  return reply
}
