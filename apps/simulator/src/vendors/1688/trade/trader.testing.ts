import { afterAll, beforeAll, beforeEach } from 'vitest'
import { worldOf } from '../../../world/world.ts'
import type { Offer } from '../../../world/world.types.ts'
import { openHarness } from '../buyer.testing.ts'
import type { Harness, Json } from '../buyer.testing.ts'
import { readWireJson } from '../wire-json.ts'
import { signatureOf } from '../signature.ts'

export const TRADE = 'com.alibaba.trade'
export const LOGISTICS = 'com.alibaba.logistics'

/** A buyer who places orders: parses answers without losing digits, as a correct client must. */
export type Buyer = Harness & {
  /** Signed call with the demo token; objects and lists become JSON text. Long numbers come back as text. */
  trade(name: string, params?: Record<string, unknown>, namespace?: string): Promise<Json>
  /** The same, with the body unparsed. */
  raw(name: string, params: Record<string, unknown>, namespace?: string): Promise<string>
  advance(ms: number): Promise<void>
  quirk(name: string, value: unknown): Promise<Json>
  /** Creates an order with this order number of the buyer; returns its number at 1688. */
  order(outOrderId: string, lines: unknown[]): Promise<string>
  /** An action of the control page on an order. */
  act(orderId: string, name: string, body?: object): Promise<Json>
  /** Resets everything to the seed, with a rate limit that no test reaches and an hour for a receiver to answer a message. */
  calm(): Promise<void>
}

/** For the tests of one file, each of which starts with the data of the seed. */
export function withBuyer(): Buyer {
  const buyer = {} as Buyer
  let opened: Buyer | undefined
  beforeAll(async () => {
    opened = await openBuyer()
    Object.setPrototypeOf(buyer, opened)
  })
  afterAll(() => opened?.close())
  beforeEach(() => buyer.calm())
  return buyer
}

async function openBuyer(): Promise<Buyer> {
  const harness = await openHarness()
  const raw: Buyer['raw'] = async (name, params, namespace = TRADE) => {
    const { appKey, appSecret, accessToken } = await harness.credentials()
    const form: Record<string, string> = { access_token: accessToken }
    for (const [key, value] of Object.entries(params))
      form[key] = typeof value === 'string' ? value : JSON.stringify(value)
    const path = `param2/1/${namespace}/${name}/${appKey}`
    const signature = signatureOf(path, form, appSecret)
    const response = await fetch(`${harness.origin}/openapi/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, _aop_signature: signature }),
    })
    return response.text()
  }
  const trade: Buyer['trade'] = async (name, params = {}, namespace = TRADE) =>
    readWireJson(await raw(name, params, namespace)) as Json
  const quirk: Buyer['quirk'] = (name, value) => harness.control('POST', 'quirks', { name: `1688.${name}`, value })
  return Object.assign(Object.create(harness) as Harness, {
    raw,
    trade,
    quirk,
    order: async (outOrderId: string, lines: unknown[]) => {
      const request = { flow: 'general', addressParam: YIWU, cargoParamList: lines, outOrderId }
      const created = await trade('alibaba.trade.createCrossOrder', request)
      return String((created['result'] as Json)['orderId'])
    },
    act: (orderId: string, name: string, body: object = {}) =>
      harness.control('POST', `1688/orders/${orderId}/${name}`, body),
    calm: async () => {
      await harness.control('POST', 'reset')
      await quirk('qps', 10_000)
      await quirk('pushTimeoutMs', 3_600_000)
    },
    advance: async (ms: number) => {
      await harness.control('POST', 'clock', { advanceMs: ms })
    },
  })
}

const WORLD = worldOf('huoqiao')

/** Any published offers of one seller with plenty of stock, no lots and a minimum of one. */
export function easyOffers(count: number): Offer[] {
  const easy = WORLD.offers.filter(
    (offer) =>
      offer.status === 'published' &&
      offer.minOrderQuantity === 1 &&
      offer.batchNumber === null &&
      !offer.onePieceFreePost &&
      offer.skus.some((sku) => sku.stock > 100),
  )
  for (const { supplier } of easy) {
    const own = easy.filter((offer) => offer.supplier.openId === supplier.openId)
    if (own.length >= count) return own.slice(0, count)
  }
  throw new Error('no seller with that many easy offers')
}

/** A cargo line of the offer's first SKU with stock. */
export const cargoOf = (offer: Offer, quantity: number) => ({
  offerId: Number(offer.offerId),
  specId: offer.skus.find((sku) => sku.stock > 100)!.specId,
  quantity,
})

export const YIWU = { addressId: 593_861_699 }
export const BY_TEXT = {
  fullName: '张三丰',
  mobile: '13800138000',
  provinceText: '广东省',
  cityText: '东莞市',
  areaText: '',
  townText: '虎门镇',
  address: 'Unit 5, 大岭山路12号',
}
