import { describe, expect, it } from 'vitest'
import { failureOf } from './testing/connected.ts'
import {
  closeTransportAfterEach,
  connectTransport,
  CREATE,
  FOLLOW,
  ok,
  PAY_LINK,
  PREVIEW,
  READ,
  TRACE,
} from './testing/transports.ts'

closeTransportAfterEach()

describe('a request', () => {
  it('is a signed form whose signature matches the sent bytes', async () => {
    const { transport, received } = await connectTransport(() => ok)
    const query = { keyword: '饼干 & 茶=+%', emoji: '\u{1F600}', deep: [1.5, null, { id: 2891234567890123456n }] }
    await transport.call(READ, { query, flag: false, zero: 0, text: '', gone: undefined, time: new Date(0) })
    expect(received[0]).toMatchObject({ path: '/openapi/param2/1/ns/read/1000000', signatureFits: true })
    expect(received[0]?.contentType).toBe('application/x-www-form-urlencoded; charset=UTF-8')
    expect(received[0]?.fields).toMatchObject({
      access_token: 'tok-0001',
      _aop_timestamp: String(Date.UTC(2026, 10, 20)),
      query: '{"keyword":"饼干 & 茶=+%","emoji":"\u{1F600}","deep":[1.5,null,{"id":2891234567890123456}]}',
      flag: 'false',
      zero: '0',
      text: '',
    })
    expect(received[0]?.fields).not.toHaveProperty('gone')
  })

  it('sends no token where none is needed', async () => {
    const { transport, received } = await connectTransport(() => ok)
    await transport.call({ ...READ, token: false }, {})
    expect(received[0]?.fields).not.toHaveProperty('access_token')
  })

  it('contains a file beside the signed fields', async () => {
    let contentType = ''
    const { transport } = await connectTransport((call) => {
      contentType = call.contentType
      return ok
    })
    const file = { bytes: Uint8Array.of(1, 2, 3), name: 'a.jpg', type: 'image/jpeg' }
    await transport.call({ ...READ, fileParam: 'imageData' }, {}, { file })
    expect(contentType).toMatch(/^multipart\/form-data; boundary=/)
  })
})

describe('an answer', () => {
  it('keeps every digit of 19-digit ids', async () => {
    const { transport } = await connectTransport(() => ({
      text: '{"result":{"success":true,"result":{"id":2891234567890123457,"list":[58218860983545941],"offerId":620201390233}}}',
    }))
    const { payload } = await transport.call(READ, {})
    expect(payload).toEqual({ id: '2891234567890123457', list: ['58218860983545941'], offerId: 620201390233 })
  })

  it('with a flag in text is read like one with a real flag', async () => {
    const { transport } = await connectTransport((_call, nr) => ({
      json: { success: nr === 1 ? 'true' : 'false', errorCode: null, payUrl: 'u' },
    }))
    expect((await transport.call(PAY_LINK, {})).payload).toMatchObject({ payUrl: 'u' })
    expect((await failureOf(transport.call(PAY_LINK, {}))).word).toBe('rejected')
  })

  it.each([
    {
      what: 'a refused product call',
      descriptor: READ,
      json: { result: { success: false, code: '500', message: '系统繁忙' } },
      code: '500',
      message: '系统繁忙',
    },
    {
      what: 'a pay link with the misspelled message',
      descriptor: PAY_LINK,
      json: { success: false, errorCode: 'E1', erroMsg: '订单状态不对' },
      code: 'E1',
      message: '订单状态不对',
    },
    {
      what: 'a yes with an error message',
      descriptor: TRACE,
      json: { success: true, errorMessage: '暂无物流轨迹' },
      code: undefined,
      message: '暂无物流轨迹',
    },
    {
      what: 'a family whose flag is code 0',
      descriptor: FOLLOW,
      json: { code: 7, message: '不行' },
      code: '7',
      message: '不行',
    },
    {
      what: 'an outer yes with an inner no',
      descriptor: CREATE,
      json: { success: true, result: { success: false, code: '400', message: 'AddressId invalid' } },
      code: '400',
      message: 'AddressId invalid',
    },
    {
      what: 'a preview below the minimum',
      descriptor: PREVIEW,
      json: { success: false, errorCode: '500_005', errorMsg: '不满足起批量' },
      code: '500_005',
      message: '不满足起批量',
    },
  ])('is a refusal with its own code: $what', async ({ descriptor, json, code, message }) => {
    const { transport, received } = await connectTransport(() => ({ json }))
    const failure = await failureOf(transport.call(descriptor, {}))
    expect([failure.word, failure.detail.code, failure.message]).toEqual([
      'rejected',
      code,
      `${descriptor.name}: ${message}`,
    ])
    expect(received).toHaveLength(1)
  })

  it.each([
    { what: 'code 0', descriptor: FOLLOW, json: { code: 0, message: 'success' } },
    { what: 'a code that means fine', descriptor: PAY_LINK, json: { success: true, errorCode: '0', erroMsg: '' } },
    {
      what: 'a preview under its misspelled name',
      descriptor: PREVIEW,
      json: { success: true, errorMsg: null, orderPreviewResuslt: [{ status: true }] },
    },
    {
      what: 'a no beside an order id, as an order that has a number exists',
      descriptor: CREATE,
      json: { success: false, result: { success: false, orderId: '2891234567890123456' } },
    },
  ])('is a success: $what', async ({ descriptor, json }) => {
    const { transport } = await connectTransport(() => ({ json }))
    expect((await transport.call(descriptor, {})).body).toEqual(json)
  })
})
