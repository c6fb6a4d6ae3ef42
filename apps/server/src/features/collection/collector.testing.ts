import { ENDPOINTS, REQUEST_ID } from '@huoqiao/contract'
import type { OutputOf, RequestOf } from '@huoqiao/contract'
import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import type { Market } from './collection.testing.ts'

/** An offer as the simulator's control API returns it. */
type Shown = {
  offerId: string
  title: { zh: string }
  supplier: string
  stock: number
  tiers: { startQuantity: number; priceFen: number }[]
  skus: { skuId: string; specId: string; priceFen: number; stock: number; values: string[] }[]
}

/** The offer's page as the collector would have read it, with these differences. */
export async function pageOf(
  market: Market,
  offerId: string,
  differing: Partial<CollectedOffer> = {},
): Promise<CollectedOffer> {
  const shown = await market.simulator.control<Shown>('GET', `/market/offer/${offerId}`)
  return {
    offerId,
    pageVersion: 'test',
    title: shown.title.zh,
    images: ['https://cbu01.alicdn.com/img/ibank/page-1.jpg'],
    attributes: [{ name: '材质', value: '网页上的材质' }],
    skus: shown.skus.map((sku) => ({
      skuId: sku.skuId,
      specId: sku.specId,
      values: sku.values.map((value, index) => ({ name: `规格${index + 1}`, value, image: null })),
      priceMinor: sku.priceFen,
      promotionPriceMinor: null,
      stock: sku.stock,
      weightGrams: 120,
    })),
    tiers: shown.tiers.map(({ startQuantity, priceFen }) => ({
      startQuantity,
      priceMinor: priceFen,
      promotionPriceMinor: null,
    })),
    minOrderQuantity: 2,
    unit: '个',
    stock: shown.stock,
    supplierName: shown.supplier,
    sendFrom: '浙江省金华市',
    shipWithin: '48h',
    freightMinor: 800,
    weightGrams: 120,
    soldCount: 12,
    videoUrl: null,
    descriptionHtml: '<p>网页上的详情</p>',
    ...differing,
  }
}

export type Collected = { code: number; msg: string; data: OutputOf<typeof ENDPOINTS.collectPages> & Refused }
type Refused = { refusal?: string; what?: string; why?: string; next?: { label: string }[] }

/** The call as the extension sends it: with its key, from its own origin. */
export async function collect(
  { app }: Pick<Market, 'app'>,
  key: string,
  input: RequestOf<typeof ENDPOINTS.collectPages>,
): Promise<Collected> {
  const response = await fetch(app.url + ENDPOINTS.collectPages.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      origin: EXTENSION_ORIGIN,
      [REQUEST_ID.header]: crypto.randomUUID(),
    },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Collected
}

export const EXTENSION_ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
