import { describe, expect, it } from 'vitest'
import { ALL_WEBHOOKS, knownCarrier, parseWebhook } from '../src/index.ts'
import type { ParsedWebhook } from '../src/index.ts'

const ID = '820982911946154508'
const ORDER = `gid://shopify/Order/${ID}`
const headersOf = (topic: string) => ({
  'x-shopify-topic': topic,
  'x-shopify-shop-domain': 'bridge-us.myshopify.com',
  'x-shopify-webhook-id': 'w-1',
  'x-shopify-event-id': 'e-1',
  'x-shopify-api-version': '2026-07',
})
const parse = (topic: string, body: string): ParsedWebhook | undefined =>
  parseWebhook(headersOf(topic), Buffer.from(body))

describe('a delivery', () => {
  it.each<[string, string, object]>([
    [
      'orders/updated',
      `{"id":${ID},"updated_at":"2026-11-21T08:00:00-05:00","note":"id: 1234567890123456789"}`,
      { orderId: ORDER, updatedAt: '2026-11-21T13:00:00.000Z' },
    ],
    ['orders/delete', `{"id":${ID}}`, { orderId: ORDER }],
    ['orders/edited', `{"order_edit":{"id":78912328793,"order_id":${ID}}}`, { orderId: ORDER }],
    [
      'refunds/create',
      `{"id":890088186047892319,"order_id":${ID}}`,
      { orderId: ORDER, refundId: 'gid://shopify/Refund/890088186047892319' },
    ],
    [
      'fulfillments/create',
      `{"id":123456,"order_id":${ID},"admin_graphql_api_id":"gid://shopify/Fulfillment/123456"}`,
      { orderId: ORDER, fulfillmentId: 'gid://shopify/Fulfillment/123456' },
    ],
    [
      'fulfillment_orders/moved',
      `{"original_fulfillment_order":{"id":"gid://shopify/FulfillmentOrder/1"},
        "moved_fulfillment_order":{"id":"gid://shopify/FulfillmentOrder/2"},
        "source_location":{"id":"gid://shopify/Location/3"}}`,
      { fulfillmentOrderIds: ['gid://shopify/FulfillmentOrder/1', 'gid://shopify/FulfillmentOrder/2'] },
    ],
    [
      'returns/request',
      `{"id":9,"admin_graphql_api_id":"gid://shopify/Return/9","status":"requested","order":{"id":${ID}}}`,
      { orderId: ORDER, returnId: 'gid://shopify/Return/9' },
    ],
    [
      'returns/close',
      `{"id":9,"order_id":${ID},"status":"closed"}`,
      { orderId: ORDER, returnId: 'gid://shopify/Return/9' },
    ],
    [
      'returns/update',
      '{"admin_graphql_api_id":"gid://shopify/Return/9","return_line_items":{"removals":[]}}',
      { returnId: 'gid://shopify/Return/9' },
    ],
    ['returns/process', '{}', {}],
    ['products/delete', '{"id":788032119674292922}', { productId: 'gid://shopify/Product/788032119674292922' }],
    [
      'inventory_levels/update',
      '{"inventory_item_id":271878346596884015,"location_id":24826418,"available":null}',
      {
        inventoryItemId: 'gid://shopify/InventoryItem/271878346596884015',
        locationId: 'gid://shopify/Location/24826418',
      },
    ],
    [
      'bulk_operations/finish',
      '{"admin_graphql_api_id":"gid://shopify/BulkOperation/147595010","status":"completed"}',
      { bulkOperationId: 'gid://shopify/BulkOperation/147595010' },
    ],
  ])('of %s names what it is about, with ids that are exact', (topic, body, subject) => {
    expect(parse(topic, body)).toEqual({
      topic,
      shopDomain: 'bridge-us.myshopify.com',
      webhookId: 'w-1',
      eventId: 'e-1',
      apiVersion: '2026-07',
      fulfillmentOrderIds: [],
      ...subject,
    })
  })

  it.each(['', 'not json', '[]', 'null', '{"id":{}}', '{"id":"gid://shopify/Customer/1"}'])(
    'with the body %j is still an event of its topic',
    (body) => {
      const parsed = parse('orders/create', body)
      expect([parsed?.topic, parsed?.orderId]).toEqual(['orders/create', undefined])
    },
  )

  it('is none without the headers of one', () => {
    expect(parseWebhook({ 'x-shopify-topic': 'orders/create' }, Buffer.from('{}'))).toBeUndefined()
  })
})

it('no topic is wanted twice, and every cut body keeps a field that changes', () => {
  const topics = ALL_WEBHOOKS.map(({ topic }) => topic)
  expect(new Set(topics).size).toBe(topics.length)
  for (const { topic, includeFields } of ALL_WEBHOOKS)
    expect([topic, includeFields?.includes('updated_at') ?? true]).toEqual([topic, true])
})

it.each([
  ['YunExpress', 'YunExpress'],
  ['yun express', 'YunExpress'],
  ['云途物流', 'YunExpress'],
  ['顺丰速运(SF)', 'SF Express'],
  ['国际件（SF）', 'SF Express'],
  ['DHL', 'DHL Express'],
  ['DHL eCommerce Asia', 'DHL eCommerce Asia'],
  ['usps', 'USPS'],
  ['中通快递(ZTO)', undefined],
  ['Yanwen', undefined],
  ['菜鸟', undefined],
  ['J&T', undefined],
  ['', undefined],
])('the carrier %j is %j to Shopify', (name, exact) => {
  expect(knownCarrier(name)).toBe(exact)
})
