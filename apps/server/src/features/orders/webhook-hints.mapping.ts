import { z } from 'zod'
import { idText } from './webhook-ids.ts'

/** What a webhook is about, for topics whose body is not the whole order. */
export type About =
  | { kind: 'order'; shopifyId: string }
  | { kind: 'fulfillment-order'; id: string }
  | { kind: 'return'; id: string }
  | { kind: 'deleted'; shopifyId: string }
  | { kind: 'redact-customer'; shopifyIds: string[]; customerId: string | null }
  | { kind: 'redact-shop' }
  | { kind: 'uninstalled' }
  | { kind: 'nothing'; why: string }
  | { kind: 'unreadable' }

const withId = z.object({ id: idText })
const withOrderId = z.object({ order_id: idText })
const edit = z.object({ order_edit: withOrderId })
const redaction = z.object({
  customer: z.object({ id: idText.nullish() }).nullish(),
  orders_to_redact: z.array(idText).nullish(),
})
const fulfillmentOrder = z.object({ id: z.string() })

export function aboutMessage(topic: string, body: unknown): About {
  if (topic === 'shop/redact') return { kind: 'redact-shop' }
  if (topic === 'app/uninstalled') return { kind: 'uninstalled' }
  if (topic === 'customers/redact') {
    const found = redaction.safeParse(body)
    if (!found.success) return { kind: 'unreadable' }
    const { customer, orders_to_redact: orders } = found.data
    return { kind: 'redact-customer', shopifyIds: orders ?? [], customerId: customer?.id ?? null }
  }
  if (topic === 'customers/data_request') return { kind: 'nothing', why: '客户索取资料：请在店铺后台答复' }
  if (topic === 'orders/delete') return orderIn(withId.safeParse(body).data?.id, 'deleted')
  if (topic === 'orders/edited') return orderIn(edit.safeParse(body).data?.order_edit.order_id, 'order')
  if (topic.startsWith('orders/')) return orderIn(withId.safeParse(body).data?.id, 'order')
  if (topic.startsWith('refunds/') || topic.startsWith('fulfillments/'))
    return orderIn(withOrderId.safeParse(body).data?.order_id, 'order')
  if (topic.startsWith('returns/')) return returnIn(body)
  if (topic.startsWith('fulfillment_orders/')) return fulfillmentOrderIn(body)
  return { kind: 'nothing', why: '与订单无关' }
}

/**
 * Return messages name their order in full (request, approve, decline) or by id (cancel, close, reopen); update names only the return, and
 * the body of process is not documented.
 */
function returnIn(body: unknown): About {
  const order = z.object({ order: withId }).safeParse(body).data?.order.id ?? withOrderId.safeParse(body).data?.order_id
  if (order !== undefined) return { kind: 'order', shopifyId: order }
  const named = z.object({ admin_graphql_api_id: z.string() }).safeParse(body).data?.admin_graphql_api_id
  if (named?.startsWith('gid://shopify/Return/')) return { kind: 'return', id: named }
  return { kind: 'nothing', why: '消息没有写明是哪个订单，由订单自己的消息和拉取补上' }
}

const orderIn = (shopifyId: string | undefined, kind: 'order' | 'deleted'): About =>
  shopifyId === undefined ? { kind: 'unreadable' } : { kind, shopifyId }

/** The first fulfilment order that the message names (moved, split and merged name several of one order). */
function fulfillmentOrderIn(body: unknown): About {
  const named = z.record(z.string(), z.unknown()).safeParse(body).data ?? {}
  for (const key of [
    'fulfillment_order',
    'original_fulfillment_order',
    'remaining_fulfillment_order',
    'moved_fulfillment_order',
  ]) {
    const found = fulfillmentOrder.safeParse(named[key]).data
    if (found?.id.startsWith('gid://shopify/FulfillmentOrder/')) return { kind: 'fulfillment-order', id: found.id }
  }
  const splits = z
    .array(z.object({ fulfillment_order: fulfillmentOrder }))
    .safeParse(named['fulfillment_order_merges'] ?? named['split_fulfillment_orders'])
  const first = splits.data?.[0]?.fulfillment_order.id
  return first === undefined ? { kind: 'unreadable' } : { kind: 'fulfillment-order', id: first }
}
