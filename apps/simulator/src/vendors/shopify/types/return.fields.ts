import type { Args, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gid } from '../gid.ts'
import { lineSubtotal, NOTHING, shippingLeft } from '../orders/order-money.ts'
import { bag, gatewayTitle, lineView, paymentView, refundView } from '../orders/order-views.ts'
import type { OrderRow, RefundRow, ReturnLineRow, ReturnRow } from '../orders/order.rows.ts'
import { processedUnits } from '../orders/returns.ts'
import { suggestRefund } from '../orders/suggest-refund.ts'
import type { SuggestRequest } from '../orders/suggest-refund.ts'
import { notSimulated } from '../refusals.ts'
import { reverseLineView, reverseView } from '../orders/return-views.ts'
import type {
  ExchangeLineView,
  ReturnLineView,
  ReturnView,
  ReverseLineView,
  ReverseView,
} from '../orders/return-views.ts'
import { sentLineView } from './fulfillment.fields.ts'

/** The former enum of reasons; each has a definition with its own id. */
const REASONS: readonly string[] = [
  'UNKNOWN',
  'COLOR',
  'DEFECTIVE',
  'NOT_AS_DESCRIBED',
  'OTHER',
  'SIZE_TOO_LARGE',
  'SIZE_TOO_SMALL',
  'STYLE',
  'UNWANTED',
  'WRONG_ITEM',
]

const sentPart = (order: OrderRow, id: string) => {
  const part = order.fulfillments.flatMap((sent) => sent.lines).find((line) => line.id === id)
  return part ? sentLineView(order, part) : null
}

/** The refund belongs to this return. A refund that staff created directly on the order belongs to none. */
const isOf = (row: ReturnRow, refund: RefundRow): boolean => refund.returnId === row.id

/** Units of the line that refunds with RETURN have refunded; they are assigned to the returns in the order of their creation. */
function refundedOf(order: OrderRow, of: ReturnLineRow): number {
  const own = order.refunds
    .filter((refund) => refund.returnId !== undefined && refund.transactionIds.length > 0)
    .filter((refund) => order.returns?.find((row) => row.id === refund.returnId)?.lines.some(({ id }) => id === of.id))
    .flatMap((refund) => refund.lines)
    .filter((line) => line.lineId === of.lineId)
    .reduce((sum, line) => sum + line.quantity, 0)
  if (own > 0) return Math.min(own, of.quantity)
  let left = order.refunds
    .filter((refund) => refund.returnId === undefined)
    .flatMap((refund) => refund.lines)
    .filter((line) => line.lineId === of.lineId && line.restockType === 'RETURN')
    .reduce((sum, line) => sum + line.quantity, 0)
  for (const line of (order.returns ?? []).flatMap((row) => row.lines)) {
    if (line.lineId !== of.lineId) continue
    const here = Math.min(left, line.quantity)
    if (line.id === of.id) return here
    left -= here
  }
  return 0
}

const returnType = fieldsOf<ReturnView>({
  name: (s) => s.row.name,
  status: (s) => s.row.status,
  order: (s) => s.order,
  createdAt: (s) => s.row.createdAt,
  closedAt: (s) => s.row.closedAt,
  requestApprovedAt: (s) => s.row.approvedAt,
  decline: (s) => s.row.decline,
  totalQuantity: (s) => s.row.lines.reduce((sum, line) => sum + line.quantity, 0),
  returnShippingFees: () => [],
  suggestedFinancialOutcome: (s, args) => outcomeView(s, args),
  exchangeLineItems: (s, args) =>
    paginate(
      (s.row.exchanges ?? []).map((line): ExchangeLineView => ({
        __typename: 'ExchangeLineItem',
        id: line.id,
        order: s.order,
        line,
      })),
      args as PageArgs,
      { id: (view) => view.line.id },
    ),
  refunds: (s, args) =>
    paginate(
      s.order.refunds.filter((refund) => isOf(s.row, refund)).map((refund) => refundView(s.order, refund)),
      args as PageArgs,
      { id: (view) => view.refund.id },
    ),
  returnLineItems: (s, args) =>
    paginate(
      s.row.lines.map((line): ReturnLineView => ({ __typename: 'ReturnLineItem', order: s.order, row: s.row, line })),
      args as PageArgs,
      { id: (view) => view.line.id },
    ),
  reverseFulfillmentOrders: (s, args) =>
    paginate(s.row.reverse ? [reverseView(s.order, s.row)] : [], args as PageArgs, { id: () => s.row.reverse!.id }),
})

/** SuggestedReturnFinancialOutcome. */
function outcomeView({ order, row }: ReturnView, args: Args): object | null {
  if ((args.exchangeLineItems as unknown[]).length > 0 || args.tipLineId || (args.refundDuties as [] | null)?.length)
    throw notSimulated('exchanges, tips and duties of suggestedFinancialOutcome')
  const lines = args.returnLineItems as SuggestRequest['lines']
  const found = suggestRefund(order, row, { lines, shipping: args.refundShipping as SuggestRequest['shipping'] })
  if (!found) return null
  const nothing = bag(order, NOTHING)
  return {
    discountedSubtotal: bag(order, found.subtotal),
    maximumRefundable: bag(order, found.most),
    refundDuties: [],
    shipping: {
      amountSet: bag(order, found.shipping),
      maximumRefundableSet: bag(order, shippingLeft(order)),
      taxSet: bag(order, found.shippingTax),
    },
    totalAdditionalFees: nothing,
    totalCartDiscountAmount: nothing,
    totalDuties: nothing,
    totalTax: bag(order, found.tax),
    financialTransfer:
      found.amount.presentment > 0
        ? {
            __typename: 'RefundReturnOutcome',
            amount: bag(order, found.amount),
            suggestedRefundMethods: [],
            suggestedTransactions: found.transactions.map(({ paymentId, amount, most }) => {
              const payment = order.transactions.find(({ id }) => id === paymentId)!
              return {
                accountNumber: null,
                amountSet: bag(order, amount),
                formattedGateway: gatewayTitle(payment.gateway),
                gateway: payment.gateway,
                kind: 'SUGGESTED_REFUND',
                maximumRefundableSet: bag(order, most),
                parentTransaction: paymentView(order, payment),
              }
            }),
          }
        : null,
  }
}

const returnLineType = fieldsOf<ReturnLineView>({
  id: (s) => s.line.id,
  quantity: (s) => s.line.quantity,
  returnReason: (s) => s.line.reason,
  returnReasonDefinition: (s) => ({
    __typename: 'ReturnReasonDefinition',
    id: gid('ReturnReasonDefinition', REASONS.indexOf(s.line.reason) + 1),
    handle: s.line.reason.toLowerCase().replaceAll('_', '-'),
    name: s.line.reason.toLowerCase().replaceAll('_', ' '),
    deleted: false,
  }),
  returnReasonNote: (s) => s.line.reasonNote,
  customerNote: (s) => s.line.customerNote,
  fulfillmentLineItem: (s) => sentPart(s.order, s.line.fulfillmentLineId),
  refundedQuantity: (s) => refundedOf(s.order, s.line),
  refundableQuantity: (s) => s.line.quantity - refundedOf(s.order, s.line),
  processedQuantity: (s) => processedUnits(s.row, s.line),
  unprocessedQuantity: (s) => s.line.quantity - processedUnits(s.row, s.line),
  processableQuantity: (s) => s.line.quantity - processedUnits(s.row, s.line),
  restockingFee: () => null,
  totalWeight: () => null,
  withCodeDiscountedTotalPriceSet: (s) =>
    bag(
      s.order,
      lineSubtotal(
        s.order.lines.find((line) => line.id === s.line.lineId)!,
        s.line.quantity,
      ),
    ),
})

const exchangeType = fieldsOf<ExchangeLineView>({
  quantity: (s) => s.line.quantity,
  variantId: (s) => s.line.variantId,
  processedQuantity: (s) => s.line.processed,
  unprocessedQuantity: (s) => s.line.quantity - s.line.processed,
  processableQuantity: (s) => s.line.quantity - s.line.processed,
  lineItems: (s) => linesOf(s),
  lineItem: (s) => linesOf(s)[0] ?? null,
})
const linesOf = ({ order, line }: ExchangeLineView) =>
  order.lines.filter(({ id }) => line.lineIds.includes(id)).map((sold) => lineView(order, sold))

const reverseType = fieldsOf<ReverseView>({
  id: (s) => s.row.reverse!.id,
  status: (s) => s.row.reverse!.status,
  order: (s) => s.order,
  thirdPartyConfirmation: () => null,
  reverseDeliveries: () => emptyConnection(),
  lineItems: (s, args) =>
    paginate(
      s.row.reverse!.lines.map((line) => reverseLineView(s.order, s.row, line)),
      args as PageArgs,
      { id: (view) => view.line.id },
    ),
})

const reverseLineType = fieldsOf<ReverseLineView>({
  id: (s) => s.line.id,
  totalQuantity: (s) => s.line.total,
  fulfillmentLineItem: (s) => {
    const of = s.row.lines.find((line) => line.id === s.line.returnLineId)
    return of ? sentPart(s.order, of.fulfillmentLineId) : null
  },
  dispositions: (s, _a, { shop }) =>
    s.line.dispositions.map((entry) => ({
      ...entry,
      location: shop.places.locations.find((place) => place.id === entry.locationId) ?? null,
    })),
})

export const returnTypes: Record<string, TypeFields> = {
  Return: returnType,
  ReturnLineItem: returnLineType,
  ExchangeLineItem: exchangeType,
  ReverseFulfillmentOrder: reverseType,
  ReverseFulfillmentOrderLineItem: reverseLineType,
}
