import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { purchaseState } from '../purchases/purchases.schema.ts'
import { bulkOutcome, formInt, id, instant, remoteId, requiredText } from '../wire.ts'

const base = '/api/purchase/center'
const remote = ['not-found', 'marketplace-unauthorised', 'marketplace-busy', 'marketplace-failed'] as const

/** An order that somebody placed at 1688 outside the app, and the purchase that it probably is. Money is fen. */
export const handOrder = z.object({
  orderId: remoteId,
  orderedAt: instant.nullable(),
  /** 1688's status word */
  status: z.string(),
  sellerName: z.string().nullable(),
  totalMinor: z.int().nullable(),
  paid: z.boolean(),
  items: z.array(
    z.object({
      title: z.string(),
      image: z.string().nullable(),
      spec: z.string(),
      quantity: z.int(),
    }),
  ),
  purchase: z
    .object({
      id,
      number: z.string(),
      state: purchaseState,
      supplierName: z.string(),
      pieces: z.int(),
      /** expected; without the freight if it is not known */
      totalMinor: z.int(),
    })
    .nullable(),
  /** why this purchase is proposed, as texts */
  reasons: z.array(z.string()),
  /** other orders of this list that make up the purchase together with this one and must be taken over in the same call; empty: none */
  together: z.array(remoteId),
  /** why it can't be taken over for this purchase; null: it can */
  obstacle: z.string().nullable(),
})
export type HandOrder = z.infer<typeof handOrder>

/** Binds orders that were placed at 1688 by hand to the purchases that they were meant for. Neither call orders or pays anything. */
export const handOrdersEndpoints = defineEndpoints({
  /** Orders of an account that belong to no purchase, newest first. `isCut`: the period has more orders than were read. */
  getHandPlacedOrders: {
    feature: 'placement',
    method: 'GET',
    path: `${base}/getHandPlacedOrders`,
    mode: 'get',
    right: 'granted',
    title: '查询手工下的1688订单',
    logged: false,
    input: z.object({
      accountId: id,
      from: formInt(0, 9_999_999_999_999),
      to: formInt(0, 9_999_999_999_999),
    }),
    output: z.object({ list: z.array(handOrder), isCut: z.boolean() }),
    refusals: [...remote],
    lists: ['purchases', 'ledger'],
  },
  /**
   * Binds each order to the purchase with this number, as if the app had placed it: at most once, with a line in the ledger. Orders with the
   * same number are bound together or not at all: their goods and pieces must add up to the purchase.
   */
  takeOverAlibabaOrders: {
    feature: 'placement',
    method: 'POST',
    path: `${base}/takeOverAlibabaOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '接管手工下的1688订单',
    logged: true,
    object: 'purchase',
    labels: {
      items: {
        label: '订单',
        format: 'list',
        fields: {
          orderId: { label: '1688订单', format: 'text' },
          purchaseNumber: { label: '采购单号', format: 'text' },
        },
      },
    },
    input: z.object({
      accountId: id,
      items: z
        .array(z.object({ orderId: remoteId, purchaseNumber: requiredText(40) }))
        .min(1)
        .max(50),
    }),
    output: bulkOutcome,
    refusals: [...remote],
    lists: ['purchases', 'payments', 'ledger', 'reconciliation'],
  },
})
