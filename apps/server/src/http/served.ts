import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessLog } from '../platform/log.ts'
import type { Meters } from '../platform/meters.ts'
import { within } from '../platform/request-context.ts'

/** What a call tells of itself while it is served, for whoever writes down that it was. */
export type Served = {
  call?: string
  /** of the envelope: an answer that refuses has the status 200, too */
  code?: number
  accountId?: string
}

const served = new WeakMap<FastifyRequest, Served>()

export function noteServed(request: FastifyRequest, reported: Served): void {
  served.set(request, Object.assign(served.get(request) ?? {}, reported))
}

/**
 * Around every request: what is done for it is known to be done for it, and when it is over it is counted and, where the operator wants
 * that, written down. The address stands there as the route has it, and never what was searched for or whose file it was.
 */
export function watchRequests(
  app: FastifyInstance,
  deps: { meters: Pick<Meters, 'answered'>; accessLog: AccessLog | undefined },
): void {
  app.addHook('onRequest', (request, _reply, done) => within({ requestId: request.id }, done))
  // Reading a body ends in another context than it began in.
  app.addHook('preHandler', (request, _reply, done) => within({ requestId: request.id }, done))
  app.addHook('onResponse', (request, reply, done) => {
    deps.meters.answered(request.method, reply.statusCode)
    const { call, code, accountId } = served.get(request) ?? {}
    const bytes = Number(reply.getHeader('content-length'))
    deps.accessLog?.({
      requestId: request.id,
      method: request.method,
      ...(call === undefined ? { route: request.routeOptions.url ?? '' } : { call }),
      status: reply.statusCode,
      ...(code === undefined ? {} : { code }),
      ms: Math.round(reply.elapsedTime),
      ...(Number.isFinite(bytes) ? { bytes } : {}),
      ...(accountId === undefined ? {} : { account: accountId }),
      address: request.ip,
    })
    done()
  })
}
