import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readMultipart } from '../../core/multipart.ts'
import { maskSecret, receive } from '../../core/received-call.ts'
import type { WorkedAnswer } from '../../core/received-call.ts'
import type { Accounts, App } from './accounts.ts'
import type { Api, Params, Platform } from './api.ts'
import { gatewayError, missingArgument, throttled } from './envelopes.ts'
import { signatureFits, signatureOf } from './signature.ts'
import { wireJson } from './wire-json.ts'

export type GatewayDeps = {
  platform: Platform
  accounts: Accounts
  apis: ReadonlyMap<string, Api>
  /** getToken and postponeToken: neither signed nor rate-limited. */
  tokenCalls: ReadonlyMap<string, (appKey: string, params: Params) => WorkedAnswer>
}

export const apiKey = (namespace: string, name: string): string => `${namespace}:${name}`

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const SECRETS = new Set(['access_token', 'refresh_token', 'client_secret', 'code', '_aop_signature'])
const LONGEST_NOTED = 2000

/** Parameters for the ledger: secrets masked, pictures and other long text shortened. */
const maskParams = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      SECRETS.has(name)
        ? maskSecret(value)
        : value.length > LONGEST_NOTED
          ? `${value.slice(0, 120)}…(${value.length} characters)`
          : value,
    ]),
  )

type Sent = { params: Record<string, string>; files: Record<string, Buffer> }

/** Query string and form body together; the body has priority (reference 1.1: the gateway accepts both). Files are not signed. */
function sentOf(request: FastifyRequest): Sent {
  const params: Record<string, string> = {}
  const files: Record<string, Buffer> = {}
  const kind = request.headers['content-type'] ?? ''
  const form = /^application\/x-www-form-urlencoded/i.test(kind) ? request.body : undefined
  for (const source of [request.query, form]) {
    for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      if (typeof last === 'string') params[name] = last
    }
  }
  for (const part of Buffer.isBuffer(request.body) ? (readMultipart(kind, request.body) ?? []) : []) {
    if (part.file) files[part.name] = part.data
    else params[part.name] = part.data.toString('utf8')
  }
  return { params, files }
}

type Called = { protocol: string; version: string; namespace: string; name: string; appKey: string; urlPath: string }

function readPath(request: FastifyRequest): Called {
  const urlPath = request.url.split('?')[0]!.replace(/^\/openapi\//, '')
  const [protocol = '', version = '', namespace = '', name = '', appKey = ''] = urlPath.split('/').map(decode)
  return { protocol, version, namespace, name, appKey, urlPath }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Counts the calls of each app in the current second. */
function openRateLimit(deps: GatewayDeps): (appKey: string) => boolean {
  const recent = new Map<string, number[]>()
  return (appKey) => {
    const now = deps.platform.core.clock.now()
    const calls = (recent.get(appKey) ?? []).filter((at) => at > now - 1000)
    const over = calls.length >= deps.platform.quirks.qps()
    // Only admitted calls count: a client that waits a second is always served again.
    if (!over) calls.push(now)
    recent.set(appKey, calls)
    return over
  }
}

/** Leaves out null fields, for a quirk of the platform. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}

/** The body as text: 19-digit ids are bare JSON numbers, which the JSON writer of the platform handles. */
const rendered = (worked: WorkedAnswer): WorkedAnswer =>
  typeof worked.body === 'string'
    ? worked
    : { ...worked, body: wireJson(worked.body), headers: { ...worked.headers, ...JSON_HEADERS } }

/** Who calls, and whether they may: signature, token, grant, then rate limit and package (reference 1.7, section 8 point 2). */
function guard(
  deps: GatewayDeps,
  api: Api,
  called: Called,
  sent: Sent,
  overRate: (appKey: string) => boolean,
): WorkedAnswer | undefined {
  const { quirks } = deps.platform
  const { params } = sent
  if (called.appKey === '') return gatewayError('gw.AppKeyMissing', 'AppKey is missing', quirks.signatureStatus())
  const app: App | undefined = deps.accounts.app(called.appKey)
  if (!app) return gatewayError('gw.AppKeyNotFound', 'AppKey is not found', quirks.signatureStatus())
  const signature = params['_aop_signature']
  if (signature === undefined || signature === '')
    return gatewayError('gw.SignatureMissing', 'Signature is missing', quirks.signatureStatus())
  if (!signatureFits(signature, signatureOf(called.urlPath, params, app.appSecret)))
    return gatewayError('gw.SignatureInvalid', 'Invalid signature', quirks.signatureStatus())
  const token = params['access_token'] ?? ''
  if (api.token === 'required' && token === '') return gatewayError('401', 'Request need user authenticated', 401)
  if (api.token !== 'none' && token !== '' && !deps.accounts.accessAlive(app.appKey, token))
    return gatewayError('401', 'Request need user authorized', 401)
  if (api.grant) {
    const denied = quirks
      .deniedApis()
      .split(',')
      .map((name) => name.trim())
    if (!app.granted || denied.includes(api.name)) return gatewayError('gw.APIACLDecline', 'AppKey is not allowed(acl)')
  }
  // At which point the real gateway checks rate limit and package was not measured: UNCERTAIN.
  if (overRate(app.appKey)) return throttled()
  if (api.grant && quirks.usageLeft() === 0) return gatewayError('gw.NoUsageLeftError', 'SLA bill has no usage left')
  const missing = api.required.find((name) => (params[name] ?? '') === '' && !sent.files[name]?.length)
  return missing === undefined ? undefined : missingArgument(missing)
}

/** Binds the gateway: /openapi/{protocol}/{version}/{namespace}/{api}/{appKey}, for GET and POST. */
export function bindGateway(app: FastifyInstance, deps: GatewayDeps & { useUp(): void }): void {
  const overRate = openRateLimit(deps)
  const { core, quirks } = deps.platform

  const tokenCallOf = ({ version, protocol, namespace, name }: Called) =>
    version === '1' && ['http', 'param2'].includes(protocol) ? deps.tokenCalls.get(apiKey(namespace, name)) : undefined
  const apiOf = ({ version, protocol, namespace, name }: Called): Api | undefined =>
    version === '1' && protocol === 'param2' ? deps.apis.get(apiKey(namespace, name)) : undefined

  const admit = (called: Called, sent: Sent): WorkedAnswer | undefined => {
    if (tokenCallOf(called)) return undefined
    const api = apiOf(called)
    if (api) return guard(deps, api, called, sent, overRate)
    const text = `unsupport api ${called.namespace}:${called.name}-${called.version}`
    return gatewayError('gw.APIUnsupported', text, quirks.signatureStatus())
  }
  /** For an admitted call. */
  const work = async (called: Called, { params, files }: Sent): Promise<WorkedAnswer> => {
    const tokenCall = tokenCallOf(called)
    if (tokenCall) return tokenCall(called.appKey, params)
    const api = apiOf(called)!
    if (api.grant) deps.useUp()
    const buyer = deps.accounts.ownerOf(params['access_token'] ?? '')
    const worked = await api.work(deps.platform, params, { appKey: called.appKey, buyer, files })
    return rendered(quirks.nulls() === 'absent' ? { ...worked, body: withoutNulls(worked.body) } : worked)
  }

  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const called = readPath(request)
    const sent = sentOf(request)
    const { params } = sent
    return receive(core, request, reply, {
      vendor: '1688',
      account: called.appKey,
      call: called.name === '' ? called.urlPath : called.name,
      maskedRequest: { method: request.method, path: called.urlPath, params: maskParams(params) },
      renderRefusal: (fault) => gatewayError(fault.code, fault.message ?? fault.code, fault.status ?? 400),
      renderThrottle: throttled,
      expireToken: () => void deps.accounts.kill(params['access_token'] ?? ''),
      admit: () => admit(called, sent),
      work: () => work(called, sent),
    })
  }
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.route({ method: ['GET', 'POST'], url: '/openapi/*', handler: answer })
    done()
  })
}
