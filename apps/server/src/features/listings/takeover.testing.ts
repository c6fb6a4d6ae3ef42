import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import type { Product } from '@huoqiao/contract/products/products.schema'
import type { TestShop } from '../../../test/shop.ts'
import type { TestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import type { PushBench } from './listings.testing.ts'

type Made = {
  shop?: TestShop
  title?: string
  sku?: [string, string]
  picture?: string
  values?: [string, string]
  over?: object
}

type Place = Pick<PushBench, 'shop' | 'us' | 'product' | 'edit'> & { app: Pick<TestApp, 'ok'> }

/** Products that a shop's staff made before the app was connected, and the calls that take them over. */
export function takeoverBench(at: Place) {
  let made = 0
  /** A product in two colours, made by the shop's staff. */
  async function staffMake({
    shop = at.shop,
    title,
    sku,
    picture,
    values = ['Red', 'Blue'],
    over = {},
  }: Made = {}): Promise<string> {
    const n = ++made
    const variant = (value: string, code: string) => ({
      optionValues: [{ optionName: 'Color', name: value }],
      sku: code,
      price: '31.50',
      inventoryPolicy: 'CONTINUE',
      inventoryItem: { tracked: true, cost: '4.20', measurement: { weight: { unit: 'KILOGRAMS', value: 0.75 } } },
    })
    const [one, other] = sku ?? [`T${n}-a`, `T${n}-b`]
    const { productSet } = await shop.ask<{ productSet: { product: { id: string } } }>(
      `mutation ($input: ProductSetInput!) {
      productSet(synchronous: true, input: $input) { product { id } userErrors { message } } }`,
      {
        input: {
          title: title ?? `Staff lamp ${n}`,
          descriptionHtml: '<p>by staff</p>',
          vendor: 'Staff',
          status: 'ACTIVE',
          tags: ['kept'],
          productOptions: [{ name: 'Color', values: values.map((name) => ({ name })) }],
          files: [
            {
              originalSource: picture ?? `https://pictures.example/staff-picture-${n}.jpg`,
              alt: 'staff',
              contentType: 'IMAGE',
            },
          ],
          variants: [variant(values[0], one), variant(values[1], other)],
          ...over,
        },
      },
    )
    return productSet.product.id
  }

  async function read(storeId = at.us) {
    await at.app.ok('startShopTakeover', { storeId })
    const { read } = await until(
      () => at.app.ok('getShopTakeover', { storeId }),
      (seen) => seen.read?.state !== 'reading',
    )
    return read!
  }
  const items = async (): Promise<TakeoverItem[]> =>
    (await at.app.ok('queryTakeoverItems', { storeId: at.us, pageSize: 200 })).list
  const itemOf = async (gid: string): Promise<TakeoverItem> =>
    (await items()).find(({ shopifyProductId }) => shopifyProductId === gid)!
  const accept = async (item: TakeoverItem, productId?: string) =>
    (
      await at.app.ok('acceptTakeovers', {
        storeId: at.us,
        items: [{ itemId: item.id, ...(productId ? { productId } : {}) }],
      })
    ).rows[0]!
  /** A product of ours, in no shop yet. */
  const ours = (sku: [string, string], over: object = {}): Promise<Product> =>
    at.product({ storeIds: [], ...over }).then((product) =>
      at.edit(product, ({ variants }: Product) => ({
        variants: variants.map((variant, index) => ({ ...variant, skuCode: sku[index] })),
      })),
    )
  const pair = async (over: object = {}): Promise<{ product: Product; gid: string; item: TakeoverItem }> => {
    const sku: [string, string] = [`P${++made}-a`, `P${made}-b`]
    const product = await ours(sku, over)
    const gid = await staffMake({ sku })
    await read()
    return { product, gid, item: await itemOf(gid) }
  }

  return { staffMake, read, items, itemOf, accept, ours, pair }
}
