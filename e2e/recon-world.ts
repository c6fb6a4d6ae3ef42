import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SharedApp } from './shared-app.ts'
import { changeProduct, shopProducts } from './shop.ts'
import { control } from './control.ts'

type Envelope = { code: number; msg: string; data: never }

/** Polls until the value is as expected, and returns it. */
async function once<T>(read: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await read()
    if (isSo(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The English title of our product; its title in Chinese is 家用台灯. */
export const TITLE = 'Lamp of the app'
const PURCHASE = '/api/purchase/center'

/** A day with differences, made by the app's own calls and by the simulator without the app. */
export function reconWorld(app: SharedApp, page: Page) {
  /** A call outside the browser, with the session of the browser. */
  const send = async <T>(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<T> => {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const headers = { ...init.headers, authorization: token }
    const answer = (await (await fetch(`${app.url}${path}`, { ...init, headers })).json()) as Envelope
    expect([path, answer.code, answer.msg]).toEqual([path, 200, expect.anything()])
    return answer.data
  }
  const ask = <T>(method: 'GET' | 'POST', path: string, fields: object = {}): Promise<T> =>
    method === 'GET'
      ? send(`${path}?${new URLSearchParams(fields as Record<string, string>)}`, { method })
      : send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) })
  /** A call that is sent as a form, as the console does. */
  const form = <T>(path: string, fields: Record<string, string>): Promise<T> =>
    send(path, { method: 'POST', body: new URLSearchParams(fields) })

  type Offer = { offerId: string; skus: { skuId: string; specId: string }[] }
  async function offerWithSkus(): Promise<Offer> {
    const { list } = await ask<{ list: { offerId: string }[] }>('GET', '/api/alibaba/product/keywordQuery', {
      keyword: '收纳',
      pageSize: 10,
    })
    for (const { offerId } of list) {
      const offer = await ask<Offer>('GET', '/api/alibaba/product/getOffer', { offerId })
      if (offer.skus.length > 0) return offer
    }
    throw new Error('the market has no offer with SKUs')
  }

  /** Bought at 1688 and paid there by hand, not through this app. */
  async function paidElsewhere(): Promise<string> {
    const offer = await offerWithSkus()
    const [sku] = offer.skus
    const made = await ask<{ purchases: { id: string }[] }>('POST', `${PURCHASE}/createPurchaseOrder`, {
      items: [{ offerId: offer.offerId, skuId: sku!.skuId, specId: sku!.specId, quantity: 20 }],
      key: 'recon session',
    })
    const [{ id } = { id: '' }] = made.purchases
    const detail = () =>
      ask<{ state: string; freightMinor: number | null; alibabaOrderIds: string[] }>(
        'GET',
        `${PURCHASE}/getPurchaseOrderSkuDetails`,
        { purchaseId: id },
      )
    await once(detail, ({ freightMinor }) => freightMinor !== null)
    await ask('POST', `${PURCHASE}/completeReviewOrder`, { purchaseIds: [id] })
    await ask('POST', `${PURCHASE}/createAlibabaOrder`, { purchaseIds: [id] })
    const [orderId] = (await once(detail, ({ state }) => state === 'to-pay')).alibabaOrderIds
    await control(app, 'POST', `1688/orders/${orderId}/pay`, {})
    await once(detail, ({ state }) => state === 'to-send')
    return orderId!
  }

  /** A product of ours in the shop that its staff renamed there. */
  async function renamedInShop(): Promise<void> {
    const stores = await ask<{ id: string; currency: string }[]>('GET', '/api/shopify/store/getAllShopifyStores')
    const storeId = stores.find(({ currency }) => currency === 'USD')!.id
    const variant = {
      id: crypto.randomUUID(),
      skuCode: 'LAMP-1',
      sourceSkuId: null,
      sourceSpecId: null,
      optionValues: [],
      costMinor: 1850,
      weightGrams: 420,
      stock: 10,
      stockPolicy: 'deny',
      imageId: 'a',
      dropped: false,
      prices: [],
    }
    const product = await ask<{ id: string }>('POST', '/api/alibaba/product/createProduct', {
      title: TITLE,
      titleZh: '家用台灯',
      descriptionHtml: '<p>warm</p>',
      images: [{ id: 'a', url: 'https://pictures.example/lamp.jpg', alt: 'lamp' }],
      options: [],
      variants: [variant],
      storeIds: [storeId],
    })
    await form('/api/alibaba/product/syncToShopify', { productIds: product.id, storeIds: storeId })
    await once(
      () => ask<{ state: string }>('GET', '/api/alibaba/product/getProduct', { productId: product.id }),
      ({ state }) => state === 'online',
    )
    const there = (await shopProducts(app, 'bridge-us')).find(({ listing }) => listing !== null)
    await changeProduct(app, 'bridge-us', { id: there!.id, title: 'Renamed in the shop' })
  }

  /** Orders of a shop whose goods have no source yet. */
  async function unsourced(count: number): Promise<{ id: string; number: string }[]> {
    const made: { id: string; number: string }[] = []
    for (let n = 0; n < count; n++) {
      const { order } = await control<{ order: { name: string } }>(app, 'POST', 'shopify/bridge-us/orders', {
        lines: [{ title: `Thing ${n}`, priceMinor: 1999, quantity: 1 }],
        risk: 'low',
      })
      await ask('POST', '/api/order/center/pullOrders')
      const { list } = await once(
        () =>
          ask<{ list: { id: string; number: string }[] }>('GET', '/api/order/center/getOrdersByCondition', {
            keyword: order.name,
          }),
        ({ list }) => list.some(({ number }) => number === order.name),
      )
      made.push(list.find(({ number }) => number === order.name)!)
    }
    return made
  }

  return { ask, offerWithSkus, paidElsewhere, renamedInShop, unsourced }
}
