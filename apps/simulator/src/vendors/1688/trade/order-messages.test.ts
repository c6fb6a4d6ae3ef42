import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { signatureOf } from '../signature.ts'
import { readWireJson } from '../wire-json.ts'
import { cargoOf, easyOffers, withBuyer } from './trader.testing.ts'

/** Messages are sent at once; how long this machine needs for that is not part of the test. */
const SOON = { timeout: 240_000 }

const buyer = withBuyer()

const [offer] = easyOffers(1)
const order = (outOrderId: string) => buyer.order(outOrderId, [cargoOf(offer!, 2)])

describe('messages', () => {
  type Received = { message: string; signature: string; json: Json }
  const received: Received[] = []
  let answer = 200
  // Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
  const receiver = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      const message = form.get('message')!
      received.push({ message, signature: form.get('_aop_signature')!, json: readWireJson(message) as Json })
      response.writeHead(answer).end()
    })
  })
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => receiver.close(resolve)))
  beforeEach(async () => {
    received.length = 0
    answer = 200
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/push`
    await buyer.control('POST', '1688/push', { callbackUrl })
  })
  afterEach(() => buyer.control('DELETE', '1688/push'))
  const topics = () => received.map((each) => String(each.json['type']).replace('ORDER_BUYER_VIEW_', ''))

  it('report every step in order, signed, with the order number as a bare number', async () => {
    const orderId = await order('A')
    await buyer.act(orderId, 'pay')
    await buyer.act(orderId, 'ship')
    await expect
      .poll(topics, SOON)
      .toEqual(['BUYER_MAKE', 'ORDER_PAY', 'ANNOUNCE_SENDGOODS', 'LOGISTICS_BUYER_VIEW_TRACE'])
    const { appSecret } = await buyer.credentials()
    for (const { message, signature } of received) expect(signature).toBe(signatureOf('', { message }, appSecret))
    expect(received[1]!.message).toContain(`"orderId":${orderId},`)
    expect(received[1]!.json['data']).toMatchObject({ orderId, currentStatus: 'waitsellersend' })
  })

  it('are tried three times more, then wait in the queue of missed messages until they are confirmed', async () => {
    answer = 500
    await order('A')
    const noted = async () => {
      const { messages } = (await buyer.control('GET', '1688/messages')) as { messages: { attempts: object[] }[] }
      return messages[0]?.attempts.length
    }
    // A try is scheduled after the answer to the one before was read, so the test reads the log and not the receiver.
    await expect.poll(noted, SOON).toBe(1)
    for (const [index, seconds] of [10, 60, 300].entries()) {
      await buyer.advance(seconds * 1000 - 1)
      expect(received).toHaveLength(index + 1)
      await buyer.advance(1)
      await expect.poll(noted, SOON).toBe(index + 2)
    }
    expect(received).toHaveLength(4)
    expect((await buyer.control('GET', '1688/messages?state=failed'))['total']).toBe(1)
    const query = () => buyer.trade('push.query.messageList', {}, 'cn.alibaba.open')
    const { pushMessagePage } = (await query()) as { pushMessagePage: { datas: Json[]; totalCount: number } }
    expect(pushMessagePage).toMatchObject({ totalCount: 1, datas: [{ type: 'ORDER_BUYER_VIEW_BUYER_MAKE' }] })
    const msgIdList = `[${String(pushMessagePage.datas[0]!['msgId'])}]`
    expect(await buyer.trade('push.message.confirm', { msgIdList }, 'cn.alibaba.open')).toEqual({ isSuccess: true })
    expect(await query()).toMatchObject({ pushMessagePage: { totalCount: 0 } })
  })

  it('can arrive twice, as text, out of order, or not at all', async () => {
    await buyer.quirk('pushDuplicatePercent', 100)
    await buyer.quirk('pushDataAsText', true)
    await order('A')
    await buyer.advance(3_000)
    await expect.poll(() => received.length, SOON).toBe(2)
    expect(received[0]!.json['msgId']).toBe(received[1]!.json['msgId'])
    expect(typeof received[0]!.json['data']).toBe('string')

    await buyer.quirk('pushDuplicatePercent', 0)
    await buyer.quirk('pushDisorderSeconds', 600)
    received.length = 0
    const orderId = await order('B')
    await buyer.act(orderId, 'pay')
    await buyer.act(orderId, 'ship')
    for (let i = 0; i < 3; i++) await buyer.act(orderId, 'advance')
    await buyer.advance(600_000)
    await expect.poll(() => received.length, SOON).toBe(7)
    const born = received.map((each) => Number(each.json['msgId']))
    expect(born).not.toEqual(born.toSorted((a, b) => a - b))

    await buyer.quirk('pushLossPercent', 100)
    received.length = 0
    await order('C')
    await buyer.advance(600_000)
    expect((await buyer.control('GET', '1688/messages?state=lost'))['total']).toBe(1)
    expect(received).toEqual([])
  })

  it('report about a followed offer only: its stock, its price, its removal and its return', async () => {
    const { offerId } = offer!
    const change = (body: object) => buyer.control('POST', 'market/offer', { offerId, change: body })
    await change({ priceFactor: 1.1 })
    await buyer.trade('alibaba.product.follow.crossborder', { productId: offerId }, 'com.alibaba.product')
    await change({ priceFactor: 1.1 })
    await change({ status: 'expired' })
    await change({ status: 'published' })
    await order('A')
    await expect
      .poll(topics, SOON)
      .toEqual([
        'FENXIAO_PRICE_CHANGE',
        'PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE',
        'PRODUCT_RELATION_VIEW_PRODUCT_REPOST',
        'PRODUCT_PRODUCT_INVENTORY_CHANGE',
        'BUYER_MAKE',
      ])
    expect(received[0]!.json['data']).toMatchObject({ productId: offerId })
    expect(received[3]!.json['data']).toMatchObject({
      OfferInventoryChangeList: [{ offerId: Number(offerId), quantity: -2 }],
    })
  })
})
