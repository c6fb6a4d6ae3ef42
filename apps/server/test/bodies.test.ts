import { ENDPOINTS, UNKNOWN_STATUS_TEXT, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Envelope, Explanation } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyMaxOf } from '../src/http/body.ts'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
let token: string
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
  token = await app.login('admin', 'admin888')
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MB = 1024 * 1024

type Answer = { status: number } & Envelope<Explanation>

async function post(name: EndpointName, body: string, contentType = JSON_TYPE): Promise<Answer> {
  const response = await fetch(app.url + ENDPOINTS[name].path, {
    method: 'POST',
    headers: { authorization: token, 'content-type': contentType },
    body,
  })
  return { status: response.status, ...((await response.json()) as Envelope<Explanation>) }
}

/** A body of exactly this many bytes that parses as the call's format. */
const ofBytes = (bytes: number): string => `{"code":"${'x'.repeat(bytes - 11)}"}`

describe('a body longer than its call accepts', () => {
  test.each([
    ['addDictionary', 1],
    ['editProduct', 8],
    ['savePreferences', 4],
  ] as const)('is refused: %s takes %d MB', async (name, megabytes) => {
    const { mode } = ENDPOINTS[name]
    const [type, frame] = mode === 'post' ? [FORM_TYPE, 'code='] : [JSON_TYPE, '']
    const body = (bytes: number): string => frame + ofBytes(bytes - frame.length)
    expect(await post(name, body(megabytes * MB), type)).toMatchObject({ status: 200, code: 422 })
    expect(await post(name, body(megabytes * MB + 1), type)).toEqual({
      status: 413,
      code: 413,
      msg: UNKNOWN_STATUS_TEXT,
      message: UNKNOWN_STATUS_TEXT,
      data: {
        refusal: 'too-large',
        what: `提交的内容太大，没有处理：最多 ${megabytes} MB，这次有 ${megabytes}.1 MB`,
        why: '内容太大时服务器不会读取，没有保存任何改动',
        next: [{ label: '减少一次提交的内容（少选几行、分几次提交，或缩短长文本）后再试' }],
      },
    })
  })

  test('is refused also without a Content-Length, and the connection can be used further', async () => {
    let sent = 0
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024))
    const body = new ReadableStream<Uint8Array>({
      pull(into) {
        into.enqueue(chunk)
        if (++sent === 40) into.close()
      },
    })
    const response = await fetch(app.url + ENDPOINTS.addDictionary.path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': JSON_TYPE },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ data: { what: '提交的内容太大，没有处理：最多 1 MB' } })
    expect(await app.call('safe_userMession')).toMatchObject({ code: 200 })
  })

  test('may be longer than one megabyte only in the calls that declare it, and nowhere longer than eight', () => {
    const longer = endpointNames.filter((name) => bodyMaxOf(ENDPOINTS[name]) > MB)
    expect(longer.toSorted()).toEqual([
      'applySourceProposals',
      'claimProducts',
      'collectPages',
      'collectProducts',
      'createProduct',
      'editProduct',
      'grantResourcesToRole',
      'savePreferences',
      'saveProductDraft',
      'shipOrders',
      'syncToShopify',
      'unlockProductFields',
    ])
    expect(Math.max(...endpointNames.map((name) => bodyMaxOf(ENDPOINTS[name] as Endpoint)))).toBe(8 * MB)
  })
})

const field = ({ data }: Answer): Record<string, string> | undefined => data.fields
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('a body that is much more expensive to parse than to send', () => {
  test.each([
    ['lists', nested(500_000)],
    ['objects', '{"a":'.repeat(160_000) + '1' + '}'.repeat(160_000)],
    ['lists that never end', '['.repeat(MB)],
    ['lists behind a text full of quotes', `["\\"]\\\\",${nested(61)}]`],
  ])('is refused for its nesting: %s', async (_what, body) => {
    const answer = await post('addDictionary', body)
    expect(answer).toMatchObject({ status: 200, code: 422 })
    expect(field(answer)).toEqual({ '(整体)': '内容嵌套超过60层' })
  })

  test('is refused for its nesting in a field of a form, and the refusal names the field', async () => {
    const form = new URLSearchParams({ productId: 'p', version: '0', edit: ` {"tags":${nested(60)}}` })
    expect(field(await post('editProduct', form.toString(), FORM_TYPE))).toEqual({ edit: '内容嵌套超过60层' })
  })

  test.each([
    ['numbers', '1,'],
    ['lists', '[],'],
    ['texts', '"",'],
  ])('is refused for the number of its values: %s', async (_what, one) => {
    const list = `[${one.repeat(300_000)}1]`
    expect(field(await post('saveProductDraft', `{"draft":{"a":${list}}}`))).toEqual({
      '(整体)': '内容超过300000项，请分几次提交',
    })
    const form = new URLSearchParams({ edit: list })
    expect(field(await post('editProduct', form.toString(), FORM_TYPE))).toEqual({
      edit: '内容超过300000项，请分几次提交',
    })
  })

  test('is refused for the number of its fields', async () => {
    expect(field(await post('editProduct', 'a&'.repeat(2_000), FORM_TYPE))).toEqual({
      '(整体)': '表单超过2000个字段，请分几次提交',
    })
  })

  test('is read when it is only similar: brackets and commas inside a text, and sixty levels', async () => {
    const product = await app.ok('createProduct', { title: 'Read', storeIds: [] })
    const draft = { text: `${'[{'.repeat(100_000)}"\\${','.repeat(400_000)}`, deep: JSON.parse(nested(58)) as unknown }
    await app.ok('saveProductDraft', { productId: product.id, version: product.version, draft })
    expect((await app.ok('getProductDraft', { productId: product.id }))?.draft).toEqual(draft)
  })
})
