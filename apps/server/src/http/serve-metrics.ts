import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './respond.ts'

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('::1', 'ipv6')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Serves /metrics: with a configured token, to whoever sends it; without one, only to this machine. Requests through a proxy on this
 * machine also come from here, so every forwarded request is refused.
 */
export function serveMetrics(app: FastifyInstance, metrics: () => Promise<string>, token: string | undefined): void {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  const isAllowed = ({ headers, socket }: FastifyRequest): boolean => {
    if (expected) return timingSafeEqual(digest(headers.authorization ?? ''), expected)
    const isPassedOn = PASSED_ON.some((name) => headers[name] !== undefined)
    const from = socket.remoteAddress ?? ''
    return !isPassedOn && ownMachine.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4')
  }
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request)) return reply.code(404).send(notFound())
    return reply
      .type('text/plain; version=0.0.4')
      .header('cache-control', 'no-store')
      .send(await metrics())
  })
}

const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const
