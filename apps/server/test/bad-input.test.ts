import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Explanation } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyMaxOf } from '../src/http/body.ts'
import { parseInput } from '../src/http/parse.ts'
import { isRefusal } from '../src/platform/refusal.ts'
import { fieldsAsText, wire, startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { mutantsOf, sampleOf, schemaOf } from './hostile-inputs.ts'
import type { Json, Mutant } from './hostile-inputs.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { unlimitedKey } from './unlimited-key.ts'

let simulator: TestSimulator
let app: TestApp
let token: string
let collectorKey: string
/** By call: the fields that need real values, so that the other fields are examined too. */
let known: Partial<Record<string, Record<string, Json>>>
let productId: string

/**
 * Tables that are written whatever the answer is: failed logins, sessions, the last use of a collector's key, the log of calls, data that a
 * shop sends about itself, rate limits of remote calls.
 */
const OWN_BUSINESS = [
  'operation_log',
  'log_unsealed',
  'log_seal',
  'login_try',
  'session',
  'collector_key',
  'sms_code',
  'remote_pace',
]

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
  token = await app.login('admin', 'admin888')
  collectorKey = await unlimitedKey(app)
  const storeId = (await app.ok('getAllShopifyStores'))[0]!.id
  const product = await app.ok('createProduct', { title: 'Walked', storeIds: [storeId] })
  const dictionary = await app.ok('addDictionary', { code: 'walked', name: 'Walked' })
  productId = product.id
  // The app has this offer, so `getOffer` does not call 1688.
  const offer = await app.ok('getOffer', {
    offerId: (await app.ok('keywordQuery', { keyword: '收纳' })).list[0]!.offerId,
  })
  const source = { offerId: offer.offerId, skuId: offer.skus[0]?.skuId ?? null }
  const real = { productId, storeId }
  known = {
    editProduct: { productId: product.id, version: 0 },
    createProduct: { storeIds: [storeId] },
    modifyProducts: { productId: product.id, version: 0 },
    saveProductDraft: { productId: product.id },
    getProduct: real,
    getProductHistory: real,
    previewSyncToShopify: real,
    syncToShopify: { productIds: [product.id], storeIds: [storeId] },
    syncUpdateProductDataAndShopifyData: { productIds: [product.id], storeIds: [storeId] },
    updateDictionary: { id: dictionary.id },
    getOffer: source,
    planPurchase: { ...source, estimate: false },
    createPurchaseOrder: source,
    relateShopifyOrder: source,
    claimProducts: { storeIds: [storeId] },
    // Later than every `from` that is tested; otherwise the refusal would name `to`.
    recoverMissingOrders: { to: 9_999_999_999_999 },
    // A link of another marketplace, so that inputs with valid other fields don't cause a call to 1688.
    keywordQuery: { keyword: 'https://item.taobao.com/item.htm?id=1' },
  }
  const { rows } = await app.db.pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [OWN_BUSINESS],
  )
  await app.db.pool.query('create table walk_write (n bigserial primary key, tablename text)')
  await app.db.pool.query(`create function walk_note() returns trigger language plpgsql as
    $$ begin insert into walk_write (tablename) values (tg_table_name); return null; end $$`)
  for (const { tablename } of rows)
    await app.db.pool.query(
      `create trigger walk after insert or update or delete on "${tablename}" for each row execute function walk_note()`,
    )
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

type Answer = { status: number; code: number; data: Explanation | null }

async function send(
  endpoint: Endpoint,
  body: string | undefined,
  search: string,
  contentType?: string,
): Promise<Answer> {
  const stop = new AbortController()
  const response = await fetch(`${app.url}${endpoint.path}${search}`, {
    method: endpoint.method,
    headers: {
      authorization: endpoint.right === 'collector' ? collectorKey : token,
      ...(contentType ? { 'content-type': contentType } : {}),
    },
    ...(body === undefined ? {} : { body }),
    signal: stop.signal,
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    stop.abort()
    return { status: response.status, code: 200, data: null }
  }
  return { status: response.status, ...((await response.json()) as { code: number; data: Explanation | null }) }
}
const sendWired = (endpoint: Endpoint, { body, search, contentType }: ReturnType<typeof wire>): Promise<Answer> => {
  const query = new URLSearchParams(search).toString()
  return send(endpoint, body, query === '' ? '' : `?${query}`, contentType)
}
/**
 * The fields for which the contract alone refuses the input, before any other code runs; undefined if it accepts. Uploads are checked by
 * more than the contract, so they always count as accepted.
 */
function refusedByContract({ mode, input: schema }: Endpoint, input: Json): string[] | undefined {
  if (mode === 'upload' || mode === 'sliceupload') return undefined
  try {
    parseInput(schema, mode === 'postjson' ? input : formOf(input))
    return undefined
  } catch (error) {
    if (isRefusal(error) && error.word === 'invalid') return Object.keys(error.detail.fields ?? {})
    throw error
  }
}
/** As the server receives it: a lone surrogate can't be encoded in an address or a form, and becomes U+FFFD. */
const formOf = (input: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsAsText(input ?? {})).map(([name, text]) => [name, text.replace(/\p{Surrogate}/gu, '\ufffd')]),
  )
/** The last committed write: read by index, since it is read after each of thousands of calls. */
const lastWrite = async (): Promise<number> =>
  (
    await app.db.pool.query<{ n: number }>({
      name: 'last-write',
      text: 'select coalesce(max(n), 0)::int as n from walk_write',
    })
  ).rows[0]!.n
const tablesSince = async (n: number): Promise<string[]> =>
  (
    await app.db.pool.query<{ tablename: string }>(`select distinct tablename from walk_write where n > $1`, [n])
  ).rows.map(({ tablename }) => tablename)

/** A longer query never reaches a call: the HTTP server answers 431 or 414. */
const QUERY_MAX = 8_000
/**
 * With an external database server, only inputs that the contract accepts are sent: the others never reach a database, and are tested with
 * the embedded one.
 */
const PAST_CONTRACT_ONLY = Boolean(process.env['DATABASE_URL'])
const inQuery = (endpoint: Endpoint): boolean => ['get', 'postquery', 'upload'].includes(endpoint.mode)
/** Longer inputs are refused for their length alone: queries in this file, bodies in bodies.test.ts and anonymous-bodies.test.ts. */
const longest = (endpoint: Endpoint): number => {
  if (inQuery(endpoint)) return QUERY_MAX
  return bodyMaxOf(endpoint) / 3
}
/** A refusal must name the field; where the sample itself is invalid, any field will do. */
const isNamed = (fields: readonly string[], path: readonly string[], base: Answer): boolean =>
  fields.length > 0 &&
  (base.code === 422 ||
    fields.some((field) => field.split('.').some((part) => part === path[0]) || path.includes(field)))

/** Increases with every field, so that each hostile value is sent for some of them. */
let turn = 0

/**
 * An input that the contract refuses is handled the same way for all calls (http/bind): parsed, refused, answered, without calling a
 * handler. So these inputs are passed to the same parser directly, and for each field only one of them is sent over HTTP, to check that the
 * answer equals the parser's. Inputs that the contract accepts are always sent.
 */
async function walk(name: EndpointName): Promise<unknown[]> {
  const endpoint: Endpoint = ENDPOINTS[name]
  const sample = sampleOf(schemaOf(endpoint.input), known[name] ?? {})
  const base = await sendWired(endpoint, wire(endpoint, sample ?? {}))
  const faults: unknown[] = []
  let before = await lastWrite()
  const ask = async (at: string, path: readonly string[], input: Json): Promise<Answer> => {
    const answer = await sendWired(endpoint, wire(endpoint, input ?? {}))
    if (answer.status !== 200) faults.push([at, 'HTTP', answer.status])
    if (answer.code === 500 || answer.code === 503 || answer.code === 403) faults.push([at, answer.code, answer.data])
    if (answer.code === 422 && !isNamed(fieldsOf(answer), path, base)) faults.push([at, 'names', fieldsOf(answer)])
    const after = await lastWrite()
    if (answer.code !== 200 && after !== before) faults.push([at, answer.code, 'wrote', await tablesSince(before)])
    before = after
    return answer
  }
  for (const mutants of placesOf(sample)) {
    const byContract: { at: string; input: Json; fields: string[] }[] = []
    for (const { path, what, input } of mutants) {
      if (JSON.stringify(input).length > longest(endpoint)) continue
      const at = `${path.join('.')}: ${what}`
      const fields = refusedByContract(endpoint, input)
      if (fields === undefined) await ask(at, path, input)
      else if (!isNamed(fields, path, base)) faults.push([at, 'names', fields])
      else byContract.push({ at, input, fields })
    }
    const one = PAST_CONTRACT_ONLY ? undefined : byContract[turn++ % byContract.length]
    if (one === undefined) continue
    const answer = await ask(one.at, mutants[0]!.path, one.input)
    if (answer.code !== 422 || fieldsOf(answer).join() !== one.fields.join())
      faults.push([one.at, answer.code, 'names', fieldsOf(answer), 'and the contract', one.fields])
  }
  return faults
}
const fieldsOf = ({ data }: Answer): string[] => Object.keys(data?.fields ?? {})
/** The mutants of the sample, grouped by field. */
const placesOf = (sample: Json): Mutant[][] => [
  ...groupBy(mutantsOf(sample), ({ path }) => JSON.stringify(path)).values(),
]

describe.each(endpointNames.filter((name) => !['logout', 'login'].includes(name)).map((name) => [name] as const))(
  '%s',
  (name: EndpointName) => {
    test('answers every hostile input with a code of its own, names the field, and writes nothing when it refuses', async () => {
      expect((await walk(name)).slice(0, 10)).toEqual([])
    })
  },
)

test('a body that is not JSON, not a form, or useless JSON is refused in the same envelope', async () => {
  const endpoint: Endpoint = ENDPOINTS.addDictionary
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  for (const [body, contentType] of [
    ['{', 'application/json'],
    ['', 'application/json'],
    ['null', 'application/json'],
    ['"text"', 'application/json'],
    ['[1]', 'application/json'],
    ['{"__proto__":{"a":1}}', 'application/json'],
    ['{"code":"a","constructor":{"prototype":{}}}', 'application/json'],
    [`{"code":${deep}}`, 'application/json'],
    [`{"entries":[${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]}`, 'application/json'],
    ['code=x', 'application/x-www-form-urlencoded'],
    ['<xml/>', 'application/xml'],
    ['code', 'text/plain'],
    ['\u0000\u0001', 'application/octet-stream'],
  ] as const) {
    const answer = await send(endpoint, body, '', contentType)
    expect([contentType, body.slice(0, 20), answer.status, answer.code]).toEqual([
      contentType,
      body.slice(0, 20),
      200,
      422,
    ])
    expect(Object.keys(answer.data?.fields ?? {}).length).toBeGreaterThan(0)
  }
  const form: Endpoint = ENDPOINTS.editProduct
  for (const edit of ['{"title":"a\\u0000b"}', '{"title":"\\ud83d"}', `{"tags":${deep}}`, '{', '[]', 'null']) {
    const answer = await send(
      form,
      new URLSearchParams({ productId: productId, version: '0', edit }).toString(),
      '',
      'application/x-www-form-urlencoded',
    )
    expect([edit.slice(0, 30), answer.status]).toEqual([edit.slice(0, 30), 200])
    expect([edit.slice(0, 30), [422, 200].includes(answer.code)]).toEqual([edit.slice(0, 30), true])
  }
  const draft: Endpoint = ENDPOINTS.saveProductDraft
  const answer = await send(
    draft,
    `{"productId":"${productId}","version":0,"draft":{"a\\u0000":1}}`,
    '',
    'application/json',
  )
  expect(answer).toMatchObject({ status: 200, code: 422 })
})
