import type { Page } from 'playwright-core'
import type { SharedApp } from './shared-app.ts'
import { control } from './control.ts'

type Placed = { purchaseId: string; number: string; alibabaOrderIds: string[] }
/** An order of the simulated shop, and the purchase that buys for it. */
export type Deal = Placed & { order: string; orderId: string }
type Sent = {
  status: string
  units: number
  tracking: { company: string | null; number: string | null; url: string | null }[]
}
type Line = { id: string; purchased: number; received: number; toBuy: number }
type Rule = { kind: string; enabled: boolean; level: string; roleIds: string[]; version: number }
type Purchase = {
  number: string
  version: number
  state: string
  freightMinor: number | null
  alibabaOrderIds: string[]
  lines: { id: string }[]
}
type Offer = { offerId: string; skus: { skuId: string }[]; minOrderQuantity: number | null }

const pause = (ms = 300): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export type DeliveryWorld = {
  /** an order and its purchase, not reviewed yet */
  plan(pieces: number): Promise<Deal>
  /** an order with linked goods, for which nothing was bought */
  sell(pieces: number): Promise<{ order: string; orderId: string; lineId: string }>
  /** bought and placed at 1688, but not paid yet */
  place(pieces: number, over?: number): Promise<Deal>
  /** bought, placed and paid at 1688; `over`: pieces beyond what the order needs */
  buy(pieces: number, over?: number): Promise<Deal>
  /** one purchase for that number of orders of one piece each, placed and paid */
  buyFor(orders: number): Promise<Placed & { orders: string[] }>
  /** the seller sends it */
  send(deal: Placed): Promise<void>
  /** an act of the shop's staff */
  staff(deal: Deal, action: string): Promise<unknown>
  lines(deal: Deal): Promise<Line[]>
  /** the fulfilments in the shop */
  sent(deal: Pick<Deal, 'order'>): Promise<Sent[]>
  alibabaStatus(deal: Deal): Promise<string>
  /** 预警配置: after how many hours a parcel counts as stalled */
  silentAfter(hours: number): Promise<void>
}

/**
 * Everything that a warehouse depends on: shoppers, sellers and the shop's staff act through the simulator, purchases are made by the app's
 * own calls.
 */
export async function deliveryWorld(app: SharedApp, page: Page): Promise<DeliveryWorld> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const ask = async <T>(method: 'GET' | 'POST', path: string, fields: object = {}, isForm = false): Promise<T> => {
    const plain = new URLSearchParams(fields as Record<string, string>)
    const response = await fetch(`${app.url}${path}${method === 'GET' ? `?${plain}` : ''}`, {
      method,
      headers: { authorization: token, ...(isForm || method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: isForm ? plain : JSON.stringify(fields) }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }
    if (code !== 200) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }
  const purchase = (purchaseId: string): Promise<Purchase> =>
    ask('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId })
  const until = async (purchaseId: string, isSo: (one: Purchase) => boolean): Promise<Purchase> => {
    for (;;) {
      const one = await purchase(purchaseId)
      if (isSo(one)) return one
      await pause()
    }
  }

  await control(app, 'POST', 'quirks', { name: '1688.autoShip', value: false })
  const offer = await offerForTwo()

  /** An offer whose minimum order is at most two pieces. */
  async function offerForTwo(): Promise<Offer> {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 50,
    })
    for (const { offerId } of list) {
      const found = await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId })
      if ((found.minOrderQuantity ?? 1) <= 2 && found.skus.length > 0) return found
    }
    throw new Error('the market has no offer for the test')
  }

  async function orderIdOf(number: string): Promise<string> {
    for (;;) {
      const { list } = await ask<{ list: { id: string; number: string }[] }>(
        'GET',
        '/api/order/center/getOrdersByCondition',
        { keyword: number },
      )
      const found = list.find((row) => row.number === number)
      if (found) return found.id
      await pause()
    }
  }

  async function sell(pieces: number): Promise<{ order: string; orderId: string; lineId: string }> {
    const { order } = await control<{ order: { name: string } }>(app, 'POST', 'shopify/bridge-us/orders', {
      lines: [{ title: 'Storage Box', priceMinor: 1999, quantity: pieces }],
      risk: 'low',
    })
    await ask('POST', '/api/order/center/pullOrders')
    const orderId = await orderIdOf(order.name)
    const [line] = await ask<Line[]>('GET', '/api/order/center/getOrderLines', { orderIds: orderId })
    await ask(
      'POST',
      '/api/order/center/relateShopifyOrder',
      {
        lineIds: line!.id,
        offerId: offer.offerId,
        skuId: offer.skus[0]!.skuId,
        saleQuantity: '1',
        sourceQuantity: '1',
        scope: 'this-order',
      },
      true,
    )
    return { order: order.name, orderId, lineId: line!.id }
  }

  /** One purchase for lines that are linked to the same goods. */
  async function planFor(lineIds: readonly string[]): Promise<{ purchaseId: string; number: string }> {
    const { purchases } = await ask<{ purchases: { id: string; number: string }[] }>(
      'POST',
      '/api/purchase/center/createPurchaseOrder',
      { key: crypto.randomUUID(), orderLines: lineIds.map((orderLineId) => ({ orderLineId })) },
    )
    const { id: purchaseId, number } = purchases[0]!
    return { purchaseId, number }
  }

  async function plan(pieces: number): Promise<Deal> {
    const { order, orderId, lineId } = await sell(pieces)
    return { order, orderId, ...(await planFor([lineId])), alibabaOrderIds: [] }
  }

  async function buyMore(purchaseId: string, quantity: number): Promise<void> {
    const { version, lines } = await purchase(purchaseId)
    await ask('POST', '/api/purchase/center/editPurchaseOrder', {
      purchaseId,
      version,
      lines: [{ id: lines[0]!.id, quantity }],
    })
  }

  async function place(pieces: number, over = 0): Promise<Deal> {
    const deal = await plan(pieces)
    if (over > 0) await buyMore(deal.purchaseId, pieces + over)
    return { ...deal, alibabaOrderIds: await placed(deal.purchaseId) }
  }

  /** Reviews and places the purchase; returns the ids of its 1688 orders. */
  async function placed(purchaseId: string): Promise<string[]> {
    // A job reads the freight, and placing compares the price with it.
    await until(purchaseId, ({ freightMinor }) => freightMinor !== null)
    await ask('POST', '/api/purchase/center/completeReviewOrder', { purchaseIds: purchaseId }, true)
    await ask('POST', '/api/purchase/center/createAlibabaOrder', { purchaseIds: [purchaseId] })
    const { alibabaOrderIds } = await until(purchaseId, ({ state }) => state === 'to-pay')
    return alibabaOrderIds
  }

  async function paid<T extends Placed>(deal: T): Promise<T> {
    const { purchaseId, alibabaOrderIds } = deal
    for (const id of alibabaOrderIds) await control(app, 'POST', `1688/orders/${id}/pay`, {})
    await ask('POST', '/api/purchase/center/refreshAlibabaOrders', { purchaseIds: [purchaseId] })
    await until(purchaseId, ({ state }) => state === 'to-send')
    return deal
  }

  return {
    plan,
    sell,
    place,
    buy: async (pieces, over = 0) => paid(await place(pieces, over)),
    async buyFor(count) {
      const sold = []
      for (let n = 0; n < count; n++) sold.push(await sell(1))
      const plan = await planFor(sold.map(({ lineId }) => lineId))
      const alibabaOrderIds = await placed(plan.purchaseId)
      return { ...(await paid({ ...plan, alibabaOrderIds })), orders: sold.map(({ order }) => order) }
    },
    async send({ purchaseId, alibabaOrderIds }) {
      for (const id of alibabaOrderIds) await control(app, 'POST', `1688/orders/${id}/ship`, { how: 'whole' })
      await ask('POST', '/api/purchase/center/refreshAlibabaOrders', { purchaseIds: [purchaseId] })
      await until(purchaseId, ({ state }) => state === 'to-receive')
    },
    staff: ({ order }, action) => control(app, 'POST', `shopify/bridge-us/orders/${order.slice(1)}/${action}`, {}),
    lines: ({ orderId }) => ask('GET', '/api/order/center/getOrderLines', { orderIds: orderId }),
    async sent({ order }) {
      const found = await control<{ order: { fulfillments: Sent[] } }>(
        app,
        'GET',
        `shopify/bridge-us/orders/${order.slice(1)}`,
      )
      return found.order.fulfillments
    },
    async alibabaStatus({ alibabaOrderIds }) {
      return JSON.stringify(await control(app, 'GET', `1688/orders/${alibabaOrderIds[0]}`))
    },
    async silentAfter(hours) {
      const rules = await ask<Rule[]>('GET', '/api/warning/queryWarningRules')
      const { kind, enabled, level, roleIds, version } = rules.find((one) => one.kind === 'parcel-stalled')!
      await ask('POST', '/api/warning/updateWarningRule', { kind, enabled, level, roleIds, version, threshold: hours })
    },
  }
}
