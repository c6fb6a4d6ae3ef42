import { BODY_MAX, REQUEST_ID, statusText } from '@huoqiao/contract'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { bindEndpoints } from './bind.ts'
import type { BindDeps } from './bind.ts'
import { answerTooLarge, readBodies } from './body.ts'
import { serveConsole } from './console-files.ts'
import type { DemoAccount } from './console-files.ts'
import type { AccessLog } from '../platform/log.ts'
import type { Meters } from '../platform/meters.ts'
import { invalidField, isRefusal } from '../platform/refusal.ts'
import { requestIdOf } from '../platform/request-context.ts'
import { WHOLE } from './parse.ts'
import { notFound, refusalEnvelope } from './respond.ts'
import { allowExtensions } from './extension-origins.ts'
import { serveMetrics } from './serve-metrics.ts'
import { watchRequests } from './served.ts'
import { securityHeaders } from './security-headers.ts'
import { acceptUploads } from './upload.ts'

/**
 * Time limit for receiving a whole request. Fastify has no limit by default, so a client that sends a byte a minute would hold memory for
 * ever.
 */
const ARRIVES_WITHIN_MS = 5 * 60_000

/** Fastify errors for a request body that cannot be parsed: the caller's error, reported as such. */
const UNREADABLE = /^FST_ERR_CTP_(INVALID_JSON_BODY|EMPTY_JSON_BODY|INVALID_MEDIA_TYPE|INVALID_CONTENT_LENGTH)$/

export type AppDeps = BindDeps & {
  /** folder of the built console, absent in tests */
  consoleDir?: string
  /** accounts of a demo, read at the time of the request */
  demoAccounts?: () => Promise<readonly DemoAccount[]>
  trustProxy: boolean
  health(): Promise<{ ok: boolean; detail: Record<string, unknown> }>
  metrics(): Promise<string>
  meters: Meters
  /** left out: requests are not logged */
  accessLog?: AccessLog
  /** whoever sends it may read the metrics from anywhere; without a token they are only readable on this machine */
  metricsToken?: string
  /** adds routes that are no calls of the contract: files, webhooks */
  extend?(app: FastifyInstance): Promise<void>
}

export async function buildFastify(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX,
    requestTimeout: ARRIVES_WITHIN_MS,
    trustProxy: deps.trustProxy,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID.header]),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // An address that cannot be decoded (a lone %) reaches no hook; it is answered as not found.
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => {
      void reply.code(404).header('x-content-type-options', 'nosniff').send(notFound())
    },
  })
  watchRequests(app, { meters: deps.meters, accessLog: deps.accessLog })
  await readBodies(app)
  await acceptUploads(app)
  securityHeaders(app)
  allowExtensions(app)
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (isRefusal(error)) return reply.send(refusalEnvelope(error))
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return answerTooLarge(request, reply)
    if (UNREADABLE.test(error.code ?? '') || (error.statusCode === 400 && error instanceof SyntaxError))
      return reply.send(refusalEnvelope(invalidField(WHOLE, '请求内容读不懂：应为JSON或表单')))
    // Only an ended session may answer 403 (decisions, section 2).
    const status = error.statusCode === 403 ? 404 : (error.statusCode ?? 500)
    if (status >= 500)
      deps.log.error({ requestId: request.id, error: error.message, stack: error.stack }, 'request failed')
    const text = statusText(status)
    return reply.code(status).send({ code: status, msg: text, message: text, data: null })
  })
  app.get('/healthz', async (_request, reply) => {
    const health = await deps.health()
    return reply.code(health.ok ? 200 : 503).send(health.detail)
  })
  serveMetrics(app, () => deps.metrics(), deps.metricsToken)
  bindEndpoints(app, deps)
  await deps.extend?.(app)
  if (deps.consoleDir)
    await serveConsole(app, { dir: deps.consoleDir, ...(deps.demoAccounts ? { demoAccounts: deps.demoAccounts } : {}) })
  else app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound()))
  return app
}
