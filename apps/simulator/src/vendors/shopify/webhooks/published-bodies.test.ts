import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCounter } from '../orders/orders.testing.ts'
import { credentials, openTestShop, SET, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'
import { ORDERS_CREATE, PRODUCTS_UPDATE } from './published-paths.testing.ts'
import type { PublishedPaths } from './published-paths.testing.ts'
import { openReceiver } from './receiver.testing.ts'

let stop: () => Promise<void>
let shop: TestShop
let counter: Awaited<ReturnType<typeof openCounter>>
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeAll(async () => {
  const started = await startSimulator()
  stop = started.stop
  started.sim.core.quirks.set('shopify.fetch-media', false)
  started.sim.core.quirks.set('shopify.webhook-timeout-ms', 3_600_000)
  shop = await openTestShop(started.sim)
  counter = await openCounter(shop)
  receiver = await openReceiver((await credentials(started.sim, 'bridge-us')).clientSecret)
})
afterAll(async () => {
  await stop()
  await receiver.close()
})

const SUBSCRIBE = `mutation($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { userErrors { message } } }`

/** Fields of the sample that an order of this online store does not have: absent or null is correct here. */
const EMPTY_HERE = new Set([
  'cancel_reason',
  'cancelled_at',
  'note',
  'line_items[].attributed_staffs[].id',
  'line_items[].attributed_staffs[].quantity',
  'line_items[].sales_line_item_group_id',
  'billing_address.company',
  'shipping_address.company',
  'variants[].compare_at_price',
])

function valuesAt(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, part) => {
      const key = part.replace('[]', '')
      const inner = values.map((one) => (one as Record<string, unknown> | null)?.[key])
      return part.endsWith('[]')
        ? inner.flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : [undefined]))
        : inner
    },
    [value],
  )
}

const MONEY = { amount: expect.stringMatching(/^-?\d+(\.\d+)?$/), currency_code: expect.stringMatching(/^[A-Z]{3}$/) }

function faultsOf(body: unknown, published: PublishedPaths): string[] {
  return Object.entries(published).flatMap(([type, paths]) =>
    paths.split(' ').flatMap((path) => {
      const values = valuesAt(body, path)
      if (EMPTY_HERE.has(path)) return []
      if (values.length === 0 || values.includes(undefined)) return [`${path} is missing`]
      if (type === 'open') return []
      if (type === 'money') {
        for (const value of values) expect(value, path).toEqual({ shop_money: MONEY, presentment_money: MONEY })
        return []
      }
      const isRight = (value: unknown): boolean => (type === 'array' ? Array.isArray(value) : typeof value === type)
      return values.every(isRight) ? [] : [`${path} is no ${type}: ${JSON.stringify(values[0])}`]
    }),
  )
}

it('orders/create has every field of the published sample, of its type', async () => {
  await shop.get(SUBSCRIBE, { topic: 'ORDERS_CREATE', uri: receiver.uri })
  const mug = await counter.variant('Enamel Camp Mug')
  await counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }] })
  await receiver.until(1)
  expect(faultsOf(receiver.got.at(-1)!.body, ORDERS_CREATE)).toEqual([])
})

it('products/update has every field of the published sample, of its type, and pictures in the vendor’s format', async () => {
  const { product } = await shop.get<{ product: { id: string } }>(SET, {
    input: {
      title: 'Shown',
      files: [{ originalSource: 'https://pictures.example/one.jpg', alt: 'one', contentType: 'IMAGE' }],
    },
  })
  const { nodes } = await shop.get<{ nodes: { id: string }[] }>('{ publications(first: 1) { nodes { id } } }')
  await shop.get(
    'mutation($id: ID!, $to: [PublicationInput!]!) { publishablePublish(id: $id, input: $to) { userErrors { message } } }',
    { id: product.id, to: [{ publicationId: nodes[0]!.id }] },
  )
  await shop.get(SUBSCRIBE, { topic: 'PRODUCTS_UPDATE', uri: receiver.uri })
  const before = receiver.got.length
  await shop.get(SET, { identifier: { id: product.id }, input: { title: 'Shown again' } })
  await receiver.until(before + 1)
  const { body } = receiver.got.at(-1)!
  expect(faultsOf(body, PRODUCTS_UPDATE)).toEqual([])
  const picture = { id: expect.any(Number), alt: 'one', position: 1, created_at: expect.any(String), variant_ids: [] }
  expect(body).toMatchObject({
    images: [{ ...picture, src: expect.stringMatching(/^http/), width: expect.any(Number) }],
    image: picture,
    media: [{ ...picture, media_content_type: 'IMAGE', preview_image: { status: expect.any(String) } }],
    variants: [{ inventory_management: expect.any(String) }],
  })
})
