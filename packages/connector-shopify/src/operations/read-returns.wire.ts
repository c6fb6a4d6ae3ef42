import { z } from 'zod'
import { MONEY_BAG, MONEY_BAG_POINTS, moneyBag } from '../money-bag.wire.ts'
import { gid, pageOf } from '../wire.ts'

/** A return's line with the sent item; one that cannot be matched has no `fulfillmentLineItem`. */
export const lineNode = z.object({
  id: gid,
  quantity: z.number().int(),
  refundedQuantity: z.number().int(),
  processedQuantity: z.number().int(),
  /** from the shop's own list of reasons; null if none was given */
  returnReasonDefinition: z.object({ handle: z.string() }).nullish(),
  returnReasonNote: z.string(),
  customerNote: z.string().nullish(),
  fulfillmentLineItem: z.object({ lineItem: z.object({ id: gid }) }).nullish(),
})
/** What the shopper gets instead. It contains lines of the order once it was processed. */
export const exchangeNode = z.object({
  id: gid,
  quantity: z.number().int(),
  processedQuantity: z.number().int(),
  variantId: gid.nullish(),
  lineItems: z.array(z.object({ id: gid, sku: z.string().nullish(), title: z.string() })).nullish(),
})
export const refundNode = z.object({
  id: gid,
  createdAt: z.string().nullish(),
  updatedAt: z.string(),
  totalRefundedSet: moneyBag,
})
export const returnNode = z.object({
  id: gid,
  name: z.string(),
  status: z.string(),
  createdAt: z.string(),
  closedAt: z.string().nullish(),
  decline: z.object({ reason: z.string(), note: z.string().nullish() }).nullish(),
  returnLineItems: pageOf(lineNode),
  exchangeLineItems: pageOf(exchangeNode),
  refunds: pageOf(refundNode),
})
export type LineNode = z.infer<typeof lineNode>
export type ExchangeNode = z.infer<typeof exchangeNode>
export type RefundNode = z.infer<typeof refundNode>
export type ReturnNode = z.infer<typeof returnNode>

const PAGE = 'pageInfo { hasNextPage endCursor }'
export const LINES = `nodes {
        id quantity refundedQuantity processedQuantity returnReasonDefinition { handle } returnReasonNote customerNote
        ... on ReturnLineItem { fulfillmentLineItem { lineItem { id } } }
      } ${PAGE}`
export const EXCHANGES = `nodes { id quantity processedQuantity variantId lineItems { id sku title } } ${PAGE}`
export const REFUNDS = `nodes { id createdAt updatedAt totalRefundedSet { ${MONEY_BAG} } } ${PAGE}`
/** A line, its reason, the sent line and the sold one; an exchange and its line; a refund and its sum. */
export const POINTS = { line: 4, exchange: 2, refund: 1 + MONEY_BAG_POINTS } as const
