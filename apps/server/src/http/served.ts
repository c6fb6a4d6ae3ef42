import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessLog } from '../platform/log.ts'
import type { Meters } from '../platform/meters.ts'
import { within } from '../platform/request-context.ts'

/** Facts of a call that are collected while it is served, for the access log. */
export type Served = {
  call?: string
  /** from the envelope: a refusal also has HTTP status 200 */
  code?: number
  accountId?: string
}

const served = new WeakMap<FastifyRequest, Served>()

export function noteServed(request: FastifyRequest, reported: Served): void {
  served.set(request, Object.assign(served.get(request) ?? {}, reported))
}

/**
 * Wraps every request: sets its request context, counts it when it ends and, if the operator wants it, logs it. The logged address is the
 * route pattern, without search words or file names.
 */
export function watchRequests(
  app: FastifyInstance,
  deps: { meters: Pick<Meters, 'answered'>; accessLog: AccessLog | undefined },
): void {
  app.addHook('onRequest', (request, _reply, done) => within({ requestId: request.id }, done))
  // Parsing the body runs in another async context than the request began in.
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
