import type { ShopReturn } from '@huoqiao/connector-shopify'
import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import type { ItemRow, LineRow } from './orders.store.ts'
import type { NewReturn } from './returns.store.ts'
import { legacyOf } from './shop-order.mapping.ts'

const STATES: Readonly<Record<string, OrderReturnState>> = {
  REQUESTED: 'requested',
  OPEN: 'open',
  CLOSED: 'closed',
  CANCELED: 'cancelled',
  DECLINED: 'declined',
}

/** What people search a return by. */
export const returnText = (
  { name, lines }: Pick<NewReturn, 'name' | 'lines'>,
  of: {
    orderNumber: string
    lines: readonly Pick<LineRow, 'shopifyId' | 'itemId'>[]
    items: ReadonlyMap<string, Pick<ItemRow, 'title' | 'variantTitle' | 'sku'>>
  },
): string => {
  const goods = lines.flatMap(({ shopifyLineId }) => {
    const sold = of.lines.find(({ shopifyId }) => shopifyId === shopifyLineId)
    const item = sold && of.items.get(sold.itemId)
    return item ? [item.title, item.variantTitle, item.sku] : []
  })
  return [...new Set([name, of.orderNumber, ...goods])].join(' ').toLowerCase()
}

export type SoldAs = { title: string; sku: string }

/** A return as it is stored. An unknown status of a later API version counts as open. */
export const newReturn = (
  reported: ShopReturn,
  given: {
    id: string
    orderId: string
    now: Date
    /** the last sold name of a variant, by its id without the gid prefix */
    sold: ReadonlyMap<string, SoldAs>
  },
): NewReturn => ({
  id: given.id,
  orderId: given.orderId,
  shopifyGid: reported.id,
  name: reported.name,
  state: STATES[reported.status] ?? 'open',
  lines: reported.lines.map((line) => ({
    shopifyLineId: line.lineItemId === undefined ? null : legacyOf(line.lineItemId),
    quantity: line.quantity,
    processed: line.processedQuantity,
    refunded: line.refundedQuantity,
    reason: line.reason,
    note: line.note,
  })),
  exchanges: reported.exchanges.map((line) => {
    // A return that was not processed names no sold line; the shop then reports only the variant.
    const variantId = line.variantId === undefined ? undefined : legacyOf(line.variantId)
    const known = variantId === undefined ? undefined : given.sold.get(variantId)
    return {
      title: line.title || known?.title || (variantId === undefined ? '' : `规格 ${variantId}`),
      sku: line.sku || known?.sku || '',
      quantity: line.quantity,
      processed: line.processedQuantity,
    }
  }),
  refunds: reported.refunds.map(({ createdAt, total }) => ({
    at: Date.parse(createdAt),
    totalMinor: total.shop.minor,
    presentment: { minor: total.presentment.minor, currency: total.presentment.currency },
  })),
  declined: [reported.declined?.reason ?? '', reported.declined?.note ?? ''].filter((part) => part !== '').join('：'),
  requestedAt: new Date(reported.createdAt),
  closedAt: reported.closedAt === undefined ? null : new Date(reported.closedAt),
  createdAt: given.now,
  updatedAt: given.now,
})
