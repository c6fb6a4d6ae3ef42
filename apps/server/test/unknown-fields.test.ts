import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Explanation } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, wire } from './harness.ts'
import type { TestApp } from './harness.ts'
import { sampleOf, schemaOf } from './hostile-inputs.ts'
import type { Json } from './hostile-inputs.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { unlimitedKey } from './unlimited-key.ts'

let simulator: TestSimulator
let app: TestApp
let token: string
let collectorKey: string
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
  token = await app.login('admin', 'admin888')
  collectorKey = await unlimitedKey(app)
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const UNKNOWN = 'inNoContract'
/** Objects that the app stores without reading: any field is allowed in them. All others list their fields. */
const OPEN = ['saveProductDraft draft']

/** Every object of a sample, by its path. */
function objectsOf(value: Json, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value).flatMap(([name, one]) => objectsOf(one, [...path, name]))
  return Array.isArray(value) ? inner : [path, ...inner]
}

/** The sample with one extra field in the object at `path`. */
function withUnknown(sample: Json, path: readonly string[]): Json {
  const copy = structuredClone(sample)
  let at = copy as { [name: string]: Json }
  for (const name of path) at = at[name] as { [name: string]: Json }
  at[UNKNOWN] = 'x'
  return copy
}

type Answer = { code: number; data: Explanation | null }
async function send(endpoint: Endpoint, sent: ReturnType<typeof wire>): Promise<Answer> {
  const stop = new AbortController()
  const query = new URLSearchParams(sent.search).toString()
  const response = await fetch(`${app.url}${endpoint.path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers: {
      authorization: endpoint.right === 'collector' ? collectorKey : token,
      ...(sent.contentType ? { 'content-type': sent.contentType } : {}),
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    signal: stop.signal,
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    stop.abort()
    return { code: 200, data: null }
  }
  return (await response.json()) as Answer
}

/** The fields of an upload are in the query (`upload`) or in the form (`sliceupload`), which is read beside the query. */
const wired = (endpoint: Endpoint, input: Json): ReturnType<typeof wire> =>
  ['upload', 'sliceupload'].includes(endpoint.mode)
    ? wire({ ...endpoint, mode: 'postquery' }, input)
    : wire(endpoint, input)

/** An extra field in the part that the call does not read: the query of a call with a body, the body of a call with a query. */
function beside(endpoint: Endpoint, sent: ReturnType<typeof wire>): ReturnType<typeof wire> | undefined {
  switch (endpoint.mode) {
    case 'post':
    case 'postjson':
      return { ...sent, search: { ...sent.search, [UNKNOWN]: 'x' } }
    case 'postquery':
      return { ...sent, body: JSON.stringify({ [UNKNOWN]: 'x' }), contentType: 'application/json' }
    case 'upload':
      return {
        ...sent,
        body: `--edge\r\ncontent-disposition: form-data; name="${UNKNOWN}"\r\n\r\nx\r\n--edge--\r\n`,
        contentType: 'multipart/form-data; boundary=edge',
      }
    default:
      return undefined
  }
}

const open: string[] = []
describe.each(endpointNames.map((name) => [name] as const))('%s', (name: EndpointName) => {
  test('refuses a field that its contract does not have, in every object of its input and beside it, and names its path', async () => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const sample = sampleOf(schemaOf(endpoint.input), {}) ?? {}
    const faults: unknown[] = []
    const expectNamed = async (at: string, sent: ReturnType<typeof wire>): Promise<void> => {
      const { code, data } = await send(endpoint, sent)
      if (code !== 422 || !Object.keys(data?.fields ?? {}).includes(at)) faults.push([at, code, data])
    }
    for (const path of objectsOf(sample)) {
      if (OPEN.includes(`${name} ${path.join('.')}`)) {
        open.push(`${name} ${path.join('.')}`)
        continue
      }
      await expectNamed([...path, UNKNOWN].join('.'), wired(endpoint, withUnknown(sample, path)))
    }
    const inTheOtherPlace = beside(endpoint, wired(endpoint, sample))
    // For an input that is refused itself, the other part is not checked any more.
    if (inTheOtherPlace && endpoint.input.safeParse(sample).success) await expectNamed(UNKNOWN, inTheOtherPlace)
    expect(faults).toEqual([])
  })
})

test('only the declared objects are open', () => expect(open).toEqual(OPEN))

test('an edit of a product with an unknown field is refused and changes nothing', async () => {
  const product = await app.ok('createProduct', {
    title: 'Closed',
    storeIds: [(await app.ok('getAllShopifyStores'))[0]!.id],
  })
  const refused = await app.call('editProduct', {
    productId: product.id,
    version: product.version,
    edit: { title: 'Changed', titel: 'mistyped' },
  })
  expect(refused).toMatchObject({ code: 422, data: { fields: { 'edit.titel': '没有这个字段' } } })
  expect(await app.ok('getProduct', { productId: product.id })).toMatchObject({ title: 'Closed' })
})

test('a field is also named if its name is that of a property of every object', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const response = await fetch(`${app.url}${ENDPOINTS.queryDictionaries.path}?${name}=x`, {
      headers: { authorization: token },
    })
    const { code, data } = (await response.json()) as Answer
    expect([name, code, Object.entries(data?.fields ?? {})]).toEqual([name, 422, [[name, '没有这个字段']]])
  }
})
