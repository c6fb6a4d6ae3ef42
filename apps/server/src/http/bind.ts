import { NOTHING } from '@huoqiao/contract/closed'
import { CODE, ENDPOINTS, endpointNames, refusalOfRows, rowOutcomesOf } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Envelope } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../db/db.ts'
import type { OutageWatch } from '../db/outage.ts'
import type { RequestCall } from '../db/request-call.ts'
import type { Actor, UploadedFile } from '../platform/call.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { CallOutcome, Meters } from '../platform/meters.ts'
import { Refusal, isRefusal } from '../platform/refusal.ts'
import { WrittenJson } from '../platform/written-json.ts'
import { bodyMaxOf } from './body.ts'
import { describeFault, isAbort } from './faults.ts'
import type { Handlers } from './handlers.ts'
import { createNotes } from './notes.ts'
import type { KeptNotes } from './notes.ts'
import { parseInput } from './parse.ts'
import { noteRefusedRows } from './refused-rows.ts'
import {
  faultEnvelope,
  outageEnvelope,
  refusalEnvelope,
  refusedRowsEnvelope,
  success,
  writtenSuccess,
  wrongMethod,
} from './respond.ts'
import { noteServed } from './served.ts'
import { openStream } from './stream.ts'
import type { OpenStreams } from './stream.ts'
import { readUpload } from './upload.ts'
import type { Uploaded } from './upload.ts'

/** One finished call, for the operation log. */
export type FinishedCall = {
  name: EndpointName
  endpoint: Endpoint
  actor: Actor | undefined
  ip: string
  requestId: string
  input: unknown
  outcome: 'ok' | 'refused' | 'fault'
  word: string | null
  message: string
  durationMs: number
  notes: KeptNotes
}

/** The account that a token belongs to. `freshToken` is set when the session was extended (decisions, section 2). */
export type Authenticated = { actor: Actor; freshToken?: string }

export type Bearers = {
  /** Throws `login-first` or `session-over`. */
  authenticate(token: string | undefined): Promise<Authenticated>
  /**
   * The account that a session belongs to now, for a stream opened earlier. Throws like `authenticate`, and does not extend the session.
   */
  again(sessionId: string): Promise<Actor>
  /** Clears cached tokens, because accounts or sessions may have changed. */
  forget(): void
}

/** Authenticates requests that carry a key of the browser extension. */
export type CollectorKeys = {
  /** Throws `collector-key-gone`, `no-right` or `too-many`. */
  authenticate(header: string | undefined): Promise<Actor>
}

export type BindDeps = {
  handlers: Handlers
  clock: Clock
  log: Log
  bearers: Bearers
  collectorKeys: CollectorKeys
  transaction: Db['transaction']
  /** Writes the call into the operation log; with `tx`, in that transaction. */
  finished(call: FinishedCall, tx?: Tx): Promise<void>
  outages: Pick<OutageWatch, 'heard'>
  meters: Pick<Meters, 'called'>
  streams: OpenStreams
  /** check answers against the contract; set in tests, so that a wrong answer fails */
  validateOutputs: boolean
}

type AnyHandler = (call: RequestCall, input: unknown, third: unknown) => Promise<unknown>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers 405 if a call's address is requested with another method, naming the right one; the body is not read. */
function refuseOtherMethods(app: FastifyInstance): void {
  const methodsOf = groupBy(Object.values<Endpoint>(ENDPOINTS), ({ path }) => path)
  for (const [url, endpoints] of methodsOf) {
    const own = [...new Set(endpoints.map(({ method }) => method as string))]
    app.route({
      method: METHODS.filter((method) => !own.includes(method)),
      url,
      onRequest: async (_request, reply) => reply.code(405).header('allow', own.join(', ')).send(wrongMethod()),
      handler: () => null,
    })
  }
}

/** Registers a route for every endpoint of the contract. A missing handler makes the start fail, not the first request. */
export function bindEndpoints(app: FastifyInstance, deps: BindDeps): void {
  for (const name of endpointNames) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const handler = deps.handlers[name] as AnyHandler | undefined
    if (!handler) throw new Error(`endpoint ${name} has no handler`)
    const admissions = new WeakMap<FastifyRequest, Admission>()
    const serving = (request: FastifyRequest, reply: FastifyReply): Serving => ({
      deps,
      name,
      endpoint,
      handler,
      request,
      reply,
      admission: admissions.get(request) ?? { actor: undefined },
    })
    const isOpen = endpoint.right === 'public' || endpoint.right === 'worker'
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyMaxOf(endpoint),
      ...(isOpen
        ? {}
        : {
            // Before the body is read, so that a client without a session cannot make the server parse megabytes.
            onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
              const admission = await admit(deps, endpoint, request, reply)
              admissions.set(request, admission)
              if ('refused' in admission) return serveMeasured(serving(request, reply))
              return undefined
            },
          }),
      handler: (request, reply) => serveMeasured(serving(request, reply)),
    })
  }
  refuseOtherMethods(app)
}

type Serving = {
  deps: BindDeps
  name: EndpointName
  endpoint: Endpoint
  handler: AnyHandler
  request: FastifyRequest
  reply: FastifyReply
  admission: Admission
  /** set when the call has ended */
  outcome?: CallOutcome
}

/** The caller (undefined for calls without a session), or why they may not call. */
type Admission = { actor: Actor | undefined } | { refused: unknown }

/**
 * Measures the call by name. Streams, and calls whose client disconnected, are not measured, because their duration says nothing about the
 * server.
 */
async function serveMeasured(serving: Serving): Promise<unknown> {
  const began = performance.now()
  try {
    return await serve(serving)
  } finally {
    const outcome = serving.outcome ?? 'fault'
    const isLatency = serving.endpoint.stream !== true && outcome !== 'left'
    const seconds = isLatency ? (performance.now() - began) / 1000 : undefined
    serving.deps.meters.called(serving.name, outcome, seconds)
  }
}

async function serve(serving: Serving): Promise<unknown> {
  const { deps, name, endpoint, handler, request, reply } = serving
  const started = deps.clock.now()
  const notes = createNotes()
  // Answers contain customer data, prices and tokens, so no browser or proxy may cache them.
  void reply.header('cache-control', 'no-store')
  let actor: Actor | undefined
  let input: unknown
  let isLogged = false
  const ended = (outcome: CallOutcome, code: number): void => {
    serving.outcome = outcome
    noteServed(request, { call: name, code, ...(actor ? { accountId: actor.accountId } : {}) })
  }
  const send = (outcome: CallOutcome, envelope: Envelope<unknown>): FastifyReply => {
    ended(outcome, envelope.code)
    return reply.send(envelope)
  }
  const finish = async (
    outcome: FinishedCall['outcome'],
    word: string | null,
    message: string,
    tx?: Tx,
  ): Promise<void> => {
    // A call that fails after its transaction was committed gets both entries: what it did, and that it failed.
    if (!endpoint.logged || (isLogged && outcome === 'ok')) return
    const durationMs = deps.clock.now() - started
    const { ip, id: requestId } = request
    const entry = { name, endpoint, actor, ip, requestId, input, outcome, word, message, durationMs, notes }
    await deps.finished(entry, tx)
  }
  const write: RequestCall['write'] = (work) =>
    deps.transaction(async (tx) => {
      const data = await work(tx)
      const rows = rowOutcomesOf(data)
      if (rows && refusalOfRows(rows)) return data
      await finish('ok', null, '', tx)
      isLogged = true
      return data
    })
  try {
    if ('refused' in serving.admission) throw serving.admission.refused
    actor = serving.admission.actor
    const uploaded = isUpload(endpoint) ? await readUpload(request) : undefined
    const { fields, beside } = fieldsIn(endpoint, request, uploaded)
    input = parseInput(endpoint.input, fields)
    const parsedBeside = parseInput(endpoint.query ?? NOTHING, beside)
    const query = endpoint.query && parsedBeside
    const call = callOf(serving, actor, notes, write, uploaded?.file)
    if (endpoint.stream) {
      const work = async (send: (event: unknown) => void): Promise<void> => void (await handler(call, input, send))
      noteServed(request, { call: name, ...(actor ? { accountId: actor.accountId } : {}) })
      await openStream(deps.streams, reply, work, call.signal, actor?.accountId ?? '', () =>
        stillMay(deps, endpoint, actor),
      )
      serving.outcome = 'ok'
      return reply
    }
    const data = await handler(call, input, query).finally(() => {
      // Before the answer, so that a suspended account cannot call again once the suspension was answered. A GET changes nothing.
      if (endpoint.method !== 'GET') deps.bearers.forget()
    })
    if (deps.validateOutputs) endpoint.output.parse(data instanceof WrittenJson ? data.read() : data)
    const outcome = rowOutcomesOf(data)
    const refused = outcome && refusalOfRows(outcome)
    if (outcome && refused) {
      noteRefusedRows(notes, endpoint, outcome)
      await finish('refused', refused.word, refused.message)
      const refusal = new Refusal(refused.word, { msg: refused.message })
      return await send('refused', refusedRowsEnvelope(refusal, data as object))
    }
    await finish('ok', null, '')
    if (!(data instanceof WrittenJson)) return await send('ok', success(data))
    ended('ok', CODE.ok)
    return await reply.type('application/json; charset=utf-8').send(writtenSuccess(data))
  } catch (error) {
    // The unread rest of a refused upload is drained, otherwise the client would see a broken connection and no answer.
    if (isUpload(endpoint)) request.raw.resume()
    // A stream that has started can send no envelope: it ends, and the client connects again.
    const isLeft = reply.raw.closed && isAbort(error)
    if (reply.raw.headersSent) {
      if (isLeft) serving.outcome = 'left'
      deps.log.error({ call: name, error: describeFault(error) }, 'stream broke off')
      return reply
    }
    if (isRefusal(error)) {
      await finish('refused', error.word, error.message)
      return send('refused', refusalEnvelope(error, endpoint))
    }
    const outage = deps.outages.heard(error)
    if (isLeft) deps.log.info({ call: name }, 'the caller left before the answer')
    else deps.log.error({ call: name, error: describeFault(error) }, 'call failed')
    // The details are in the process's log under the same id, because people read and export the operation log.
    await finish('fault', 'fault', `服务器内部错误，请求编号 ${request.id}`).catch((logError: unknown) => {
      deps.log.error({ error: describeFault(logError) }, 'operation log failed')
    })
    const envelope = outage === undefined ? faultEnvelope(request.id) : outageEnvelope(outage, request.id)
    return send(isLeft ? 'left' : 'fault', envelope)
  }
}

/** Checks who may call: a missing right is 4030. Never throws, so that a refusal is answered and logged like any other. */
async function admit(
  deps: BindDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  try {
    // A collector key is valid only for the collector's calls, and a session is not valid for them.
    if (endpoint.right === 'collector')
      return { actor: await deps.collectorKeys.authenticate(request.headers.authorization) }
    const { actor, freshToken } = await deps.bearers.authenticate(request.headers.authorization)
    if (freshToken)
      void reply.header('authorization', freshToken).header('access-control-expose-headers', 'authorization')
    refuseUnless(actor, endpoint)
    return { actor }
  } catch (error) {
    return { refused: error }
  }
}

function refuseUnless(actor: Actor, endpoint: Endpoint): void {
  // Checked before every right: streams, own lists and calls without a right also wait until the second factor is bound.
  if (actor.mustBindAuthenticator && endpoint.beforeAuthenticator !== true) throw new Refusal('authenticator-first')
  if (endpoint.right !== 'granted') return
  if (actor.mustChangePassword) throw new Refusal('must-change-password')
  if (!actor.holds(endpoint.path))
    throw new Refusal('no-right', { why: `需要“${endpoint.title}”权限（${endpoint.path}）` })
}

/** Whether the caller of an open stream may still use it. Throws if this cannot be checked. */
async function stillMay(deps: BindDeps, endpoint: Endpoint, actor: Actor | undefined): Promise<boolean> {
  if (!actor) return true
  try {
    refuseUnless(await deps.bearers.again(actor.sessionId), endpoint)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const isUpload = (endpoint: Endpoint): boolean => endpoint.mode === 'upload' || endpoint.mode === 'sliceupload'

/**
 * The place of the fields in each body mode (specification, section 7): `upload` uses the query, `sliceupload` also form fields next to the
 * slice. `beside`: fields sent in the other place; few calls use them, and every call checks them.
 */
function fieldsIn(
  endpoint: Endpoint,
  request: FastifyRequest,
  uploaded: Uploaded | undefined,
): { fields: unknown; beside: unknown } {
  const { query, body } = request
  switch (endpoint.mode) {
    case 'get':
    case 'postquery':
      return { fields: query, beside: body }
    case 'upload':
      return { fields: query, beside: uploaded?.fields }
    case 'sliceupload':
      return { fields: { ...(query as object), ...uploaded?.fields }, beside: undefined }
    default:
      return { fields: body, beside: query }
  }
}

function callOf(
  { deps, request, reply }: Serving,
  actor: Actor | undefined,
  notes: KeptNotes,
  write: RequestCall['write'],
  file: UploadedFile | undefined,
): RequestCall {
  let signal: AbortSignal | undefined
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    log: deps.log,
    notes,
    write,
    /** Created on first use: most calls end before their client could disconnect. */
    get signal(): AbortSignal {
      return (signal ??= hungUp(reply))
    },
    get file(): UploadedFile {
      if (!file) throw new Refusal('file-unset')
      return file
    },
    maybeActor: actor,
    get actor(): Actor {
      if (!actor) throw new Error('a public call asked for its actor')
      return actor
    },
  }
}

/** Aborts when the connection closes before the whole answer was sent. */
function hungUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const look = (): void => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.closed) look()
  else raw.once('close', look)
  return gone.signal
}
