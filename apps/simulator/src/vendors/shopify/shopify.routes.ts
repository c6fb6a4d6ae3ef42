import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Kind } from 'graphql'
import type { SimCore } from '../../core.ts'
import { maskSecret, receive } from '../../core/received-call.ts'
import type { Answer, WorkedAnswer } from '../../core/received-call.ts'
import { grantToken, scopesOfToken } from './access-tokens.ts'
import { adminSchema, resolveVersion } from './admin-schema.ts'
import type { AdminSchema } from './admin-schema.ts'
import type { Call } from './call.ts'
import { parseRequest, runGraphql, throttled } from './graphql-run.ts'
import type { GraphqlRequest } from './graphql-run.ts'
import { shorten } from './ledger-view.ts'
import type { MediaPipeline } from './media-pipeline.ts'
import type { ShopifyQuirks } from './quirks.ts'
import type { OpenShop, ShopState } from './shop-state.ts'
import { postUpload, putUpload } from './staged-uploads.ts'
import type { UploadAnswer } from './staged-uploads.ts'

export type ShopifyDeps = {
  core: SimCore
  quirks: ShopifyQuirks
  pipeline: MediaPipeline
  shops: ReadonlyMap<string, OpenShop>
  newCall(shop: ShopState, version: Call['version']): Call
}

/** Bulk variables may have 100 MB; the form around them needs a little more. */
const BODY_LIMIT = 105 * 1024 * 1024

const NOT_FOUND = { errors: 'Not Found' }
/** The answer of Shopify's edge for an unknown or expired token, or after an uninstall. */
const BAD_TOKEN = { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' }

/** Binds the Admin API and the addresses for tokens and uploads of every shop. Bodies are read as bytes and parsed here. */
export function bindShopify(app: FastifyInstance, deps: ShopifyDeps): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post<{ Params: { shop: string } }>('/shops/:shop/admin/oauth/access_token', (request, reply) =>
      receiveToken(request, reply, deps),
    )
    scope.post<{ Params: { shop: string; version: string } }>(
      '/shops/:shop/admin/api/:version/graphql.json',
      { bodyLimit: BODY_LIMIT },
      (request, reply) => receiveGraphql(request, reply, deps),
    )
    scope.post<{ Params: { shop: string } }>('/shops/:shop/uploads', { bodyLimit: BODY_LIMIT }, (request, reply) =>
      receiveUpload(request, reply, deps, (shop) =>
        postUpload(shop, deps.pipeline, {
          contentType: request.headers['content-type'] ?? '',
          body: bytesOf(request),
        }),
      ),
    )
    /* The address has an unguessable part in place of a signature, so it needs no token. */
    scope.get<{ Params: { shop: string; name: string } }>('/shops/:shop/bulk/:name', (request, reply) => {
      const { shop, name } = request.params
      const path = deps.pipeline.blobPath(name)
      if (!deps.shops.has(shop) || !/^bulk-\d+-[0-9a-f]{24}\.jsonl$/.test(name) || !existsSync(path))
        return reply.code(403).send('<Error><Code>AccessDenied</Code></Error>')
      return reply.type('application/jsonl').send(createReadStream(path))
    })
    scope.put<{ Params: { shop: string; '*': string }; Querystring: { signature?: string } }>(
      '/shops/:shop/uploads/*',
      { bodyLimit: BODY_LIMIT },
      (request, reply) =>
        receiveUpload(request, reply, deps, (shop) =>
          putUpload(shop, deps.pipeline, {
            key: request.params['*'],
            signature: request.query.signature ?? '',
            body: bytesOf(request),
          }),
        ),
    )
    done()
  })
}

const bytesOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))

/** JSON or form body as an object; undefined when it is neither. */
function objectOf(request: FastifyRequest): Record<string, unknown> | undefined {
  const text = bytesOf(request).toString('utf8')
  if ((request.headers['content-type'] ?? '').includes('x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

type ShopRequest = FastifyRequest<{ Params: { shop: string } }>

function receiveToken(request: ShopRequest, reply: FastifyReply, deps: ShopifyDeps): Promise<FastifyReply> {
  const open = deps.shops.get(request.params.shop)
  const sent = objectOf(request) ?? {}
  const secret = typeof sent.client_secret === 'string' ? maskSecret(sent.client_secret) : undefined
  return receive(deps.core, request, reply, {
    vendor: 'shopify',
    account: request.params.shop,
    call: 'oauth/access_token',
    maskedRequest: { ...shorten(sent), ...(secret ? { client_secret: secret } : {}) },
    renderRefusal: (fault) => ({
      status: fault.status ?? 400,
      body: { error: fault.code, error_description: fault.message ?? fault.code },
    }),
    renderThrottle: () => edgeThrottle(),
    expireToken: () => undefined,
    work: () => {
      if (!open) return { status: 404, body: NOT_FOUND, code: 'NOT_FOUND' }
      return grantToken(open.state, sent, deps.quirks)
    },
  })
}

const edgeThrottle = (): Answer => ({ status: 429, headers: { 'retry-after': '2.0' }, body: { errors: 'Throttled' } })

function receiveUpload(
  request: ShopRequest,
  reply: FastifyReply,
  deps: ShopifyDeps,
  work: (shop: ShopState) => Promise<UploadAnswer>,
): Promise<FastifyReply> {
  const open = deps.shops.get(request.params.shop)
  return receive(deps.core, request, reply, {
    vendor: 'shopify',
    account: request.params.shop,
    call: 'staged-upload',
    maskedRequest: { method: request.method, bytes: bytesOf(request).length },
    renderRefusal: (fault) => ({ status: fault.status ?? 403, body: `<Error><Code>${fault.code}</Code></Error>` }),
    renderThrottle: () => edgeThrottle(),
    expireToken: () => undefined,
    work: () => (open ? work(open.state) : { status: 404, body: NOT_FOUND }),
  })
}

type GraphqlHttp = FastifyRequest<{ Params: { shop: string; version: string } }>

function receiveGraphql(request: GraphqlHttp, reply: FastifyReply, deps: ShopifyDeps): Promise<FastifyReply> {
  const open = deps.shops.get(request.params.shop)
  const version = resolveVersion(request.params.version)
  const admin = version && adminSchema(version)
  const sent: GraphqlRequest = objectOf(request) ?? {}
  const token = String(request.headers['x-shopify-access-token'] ?? '')
  const headers = { ...(version ? { 'x-shopify-api-version': version } : {}), 'x-request-id': randomUUID() }
  return receive(deps.core, request, reply, {
    vendor: 'shopify',
    account: request.params.shop,
    call: callName(sent, admin),
    maskedRequest: { token: maskSecret(token), query: shorten(sent.query), variables: shorten(sent.variables) },
    renderRefusal: (fault) => ({ ...refusalAnswer(fault), headers }),
    renderThrottle: () => {
      if (!open || !version) return edgeThrottle()
      const {
        status,
        body,
        headers: more,
      } = throttled(10, { bucket: open.bucket, call: deps.newCall(open.state, version) })
      return { status, body, headers: { ...headers, ...more } }
    },
    expireToken: () => open?.state.tokens.delete(token),
    work: async () => {
      const answer = answerGraphql(request, sent, token, deps)
      const latency = deps.quirks.latencyMs()
      if (latency > 0) await wait(latency)
      return { ...answer, headers: { ...headers, ...answer.headers } }
    },
  })
}

/** Names of the root fields, the name of the call for faults and the ledger: "productSet", "shop+locations". */
function callName(sent: GraphqlRequest, admin: AdminSchema | undefined): string {
  if (!admin || typeof sent.query !== 'string') return 'graphql'
  const parsed = parseRequest(admin, sent.query)
  if ('errors' in parsed) return 'graphql'
  const named = parsed.document.definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      (typeof sent.operationName !== 'string' || definition.name?.value === sent.operationName),
  )
  if (named?.kind !== Kind.OPERATION_DEFINITION) return 'graphql'
  const fields = named.selectionSet.selections.flatMap((entry) => (entry.kind === Kind.FIELD ? entry.name.value : []))
  return Array.from(new Set(fields)).join('+') || 'graphql'
}

/** A refusal on demand: with an HTTP status it is answered like the edge does, otherwise as a top-level error with 200. */
function refusalAnswer(fault: { code: string; message?: string; status?: number }): Answer {
  const message = fault.message ?? fault.code
  if (fault.status !== undefined && fault.status !== 200) return { status: fault.status, body: { errors: message } }
  return { status: 200, body: { errors: [{ message, extensions: { code: fault.code, requestId: randomUUID() } }] } }
}

function answerGraphql(request: GraphqlHttp, sent: GraphqlRequest, token: string, deps: ShopifyDeps): WorkedAnswer {
  const open = deps.shops.get(request.params.shop)
  const version = resolveVersion(request.params.version)
  if (!open || !version) return { status: 404, body: NOT_FOUND, code: 'NOT_FOUND' }
  const scopes = scopesOfToken(open.state, token, deps.quirks)
  if (!scopes) return { status: 401, body: BAD_TOKEN, code: 'INVALID_TOKEN' }
  const call = { ...deps.newCall(open.state, version), scopes }
  const debugCost = request.headers['shopify-graphql-cost-debug'] === '1'
  const answer = runGraphql(sent, { admin: adminSchema(version), bucket: open.bucket, call, debugCost })
  const userError = firstUserErrorCode(answer.body.data)
  return {
    ...answer,
    ...(userError && !answer.code ? { code: userError, outcome: 'refused' as const } : {}),
    ...(call.effects.length > 0 ? { effect: call.effects.join('; ') } : {}),
  }
}

/** In the ledger a mutation that changed nothing because of its input is a refusal, whatever its status. */
function firstUserErrorCode(data: unknown): string | undefined {
  if (data === null || typeof data !== 'object') return undefined
  for (const payload of Object.values(data)) {
    const errors: unknown = (payload as { userErrors?: unknown } | null)?.userErrors
    if (Array.isArray(errors) && errors.length > 0) return (errors[0] as { code?: string }).code ?? 'USER_ERROR'
  }
  return undefined
}
