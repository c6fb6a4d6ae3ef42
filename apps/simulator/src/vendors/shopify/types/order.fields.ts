import { formatMinor } from '@huoqiao/kit'
import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gid, gidNumber } from '../gid.ts'
import {
  currentQuantity,
  currentTotalsOf,
  discrepancyOf,
  dutiesOf,
  financialStatus,
  fulfilledQuantity,
  fulfillmentStatus,
  lineTax,
  minus,
  NOTHING,
  outstandingOf,
  plus,
  receivedOf,
  refundedTotal,
  shippingCharged,
  totalsOf,
  unfulfilledQuantity,
} from '../orders/order-money.ts'
import { allocationsOn, discountsOf, shippingAllocations } from '../orders/order-discounts.ts'
import type { AllocationRow, DiscountRow } from '../orders/order-discounts.ts'
import { bag, lineView, paymentView, refundView, seesWork, sentView, workView } from '../orders/order-views.ts'
import type { CustomerRow, OrderRow, RiskLevel, TaxRow } from '../orders/order.rows.ts'
import { notSimulated } from '../refusals.ts'
import { returnView } from '../orders/return-views.ts'
import { addressView, customerView } from './shopper.fields.ts'

const first = <T>(rows: readonly T[], args: Args): T[] =>
  rows.slice(0, (args as { first?: number | null }).first ?? undefined)

export const taxView = (order: OrderRow, tax: TaxRow): object => ({
  title: tax.title,
  rate: tax.rate,
  ratePercentage: tax.rate * 100,
  channelLiable: false,
  source: 'Shopify',
  priceSet: bag(order, tax.price),
})

/** Taxes of the order, one row per title. */
function taxLines(order: OrderRow, current: boolean): object[] {
  const sums = new Map<string, TaxRow>()
  const add = (tax: TaxRow, price: TaxRow['price']): void => {
    sums.set(tax.title, { ...tax, price: plus(sums.get(tax.title)?.price ?? NOTHING, price) })
  }
  for (const line of order.lines)
    for (const tax of line.taxes)
      add(tax, lineTax(line, current ? currentQuantity(order, line) : line.quantity - line.removed))
  for (const tax of order.shipping?.taxes ?? []) add(tax, tax.price)
  return Array.from(sums.values(), (tax) => taxView(order, tax))
}

const ADVICE: Readonly<Record<RiskLevel, string>> = {
  NONE: 'NONE',
  PENDING: 'NONE',
  LOW: 'ACCEPT',
  MEDIUM: 'INVESTIGATE',
  HIGH: 'CANCEL',
}

const reported = (order: OrderRow, call: Call): OrderRow['shippingAddress'] =>
  call.quirks.protectedData() ? order.shippingAddress : null

const shippingAddress = (order: OrderRow, _args: Args, call: Call): object | null => {
  const row = reported(order, call)
  return row && addressView(gid('MailingAddress', gidNumber(order.id)), row)
}

const facts = fieldsOf<OrderRow>({
  legacyResourceId: (o) => gidNumber(o.id),
  name: (o) => `#${o.number}`,
  number: (o) => o.number,
  confirmationNumber: (o) => o.token.slice(0, 9).toUpperCase(),
  currencyCode: (o) => o.currency,
  presentmentCurrencyCode: (o) => o.presentmentCurrency,
  email: (o, _a, call) => (call.quirks.protectedData() ? o.email : null),
  phone: (o, _a, call) => (call.quirks.protectedData() ? o.phone : null),
  customer: (o, _a, { shop }) => {
    if (o.customerId === null) return null
    const row = Array.from<CustomerRow>(shop.customers.values()).find((entry) => entry.id === o.customerId)
    return row ? customerView(row) : null
  },
  shippingAddress,
  displayAddress: shippingAddress,
  billingAddress: shippingAddress,
  billingAddressMatchesShippingAddress: () => true,
  displayFinancialStatus: (o) => financialStatus(o),
  displayFulfillmentStatus: (o) => fulfillmentStatus(o),
  cancellation: (o) => (o.cancelledAt === null ? null : { staffNote: o.staffNote }),
  closed: (o) => o.closedAt !== null,
  confirmed: () => true,
  fullyPaid: (o) => outstandingOf(o).shop === 0 && o.cancelledAt === null,
  unpaid: (o) => receivedOf(o).shop === 0,
  canMarkAsPaid: (o) => outstandingOf(o).shop > 0,
  capturable: (o) => financialStatus(o) === 'AUTHORIZED',
  refundable: (o) => minus(receivedOf(o), refundedTotal(o)).shop > 0,
  restockable: (o) => o.cancelledAt === null,
  fulfillable: (o) => o.lines.some((line) => unfulfilledQuantity(o, line.id) > 0),
  merchantEditable: (o) => o.cancelledAt === null,
  merchantEditableErrors: () => [],
  requiresShipping: (o) => o.lines.some((line) => line.requiresShipping),
  sourceName: () => 'web',
  sourceIdentifier: () => null,
  statusPageUrl: (o, _a, { shop }) => `${shop.origin()}/orders/${o.token}`,
  paymentGatewayNames: (o) => [o.gateway],
  discountCode: (o) => o.discount?.code ?? null,
  discountCodes: (o) => discountsOf(o).flatMap((one) => (one.kind === 'line' ? [] : [one.code])),
  poNumber: () => null,
  customerLocale: () => 'en',
  estimatedTaxes: () => false,
  taxExempt: () => false,
  dutiesIncluded: () => false,
  alerts: () => [],
  riskLevel: (o) => (['LOW', 'MEDIUM', 'HIGH'].includes(o.risk) ? o.risk : 'LOW'),
  risk: (o) => ({
    recommendation: ADVICE[o.risk],
    assessments: o.risk === 'NONE' ? [] : [{ riskLevel: o.risk, facts: [], provider: null }],
  }),
})

const money = fieldsOf<OrderRow>({
  subtotalPriceSet: (o) => bag(o, totalsOf(o).subtotal),
  totalPriceSet: (o) => bag(o, totalsOf(o).total),
  originalTotalPriceSet: (o) => bag(o, o.originalTotal),
  totalDiscountsSet: (o) => bag(o, totalsOf(o).discount),
  cartDiscountAmountSet: (o) => bag(o, cartDiscount(o)),
  /* Before discounts and returns, as the vendor documents it; `currentShippingPriceSet` is after both. */
  totalShippingPriceSet: (o) => bag(o, o.shipping?.price ?? NOTHING),
  totalTaxSet: (o) => bag(o, totalsOf(o).tax),
  totalTipReceivedSet: (o) => bag(o, totalsOf(o).tip),
  currentSubtotalPriceSet: (o) => bag(o, currentTotalsOf(o).subtotal),
  currentTotalPriceSet: (o) => bag(o, currentTotalsOf(o).total),
  currentTotalDiscountsSet: (o) => bag(o, currentTotalsOf(o).discount),
  currentCartDiscountAmountSet: (o) => bag(o, currentTotalsOf(o).discount),
  currentShippingPriceSet: (o) => bag(o, currentTotalsOf(o).shipping),
  currentTotalTaxSet: (o) => bag(o, currentTotalsOf(o).tax),
  /* Null when no duties were charged; refunded duties give zero. */
  originalTotalDutiesSet: (o) => (dutiesOf(o).length === 0 ? null : bag(o, totalsOf(o).duties)),
  currentTotalDutiesSet: (o) => (dutiesOf(o).length === 0 ? null : bag(o, currentTotalsOf(o).duties)),
  totalOutstandingSet: (o) => bag(o, outstandingOf(o)),
  totalReceivedSet: (o) => bag(o, receivedOf(o)),
  totalRefundedSet: (o) => bag(o, refundedTotal(o)),
  totalRefundedShippingSet: (o) => {
    const paid = o.refunds.filter((refund) => refund.transactionIds.length > 0)
    return bag(o, plus(...paid.map((refund) => refund.shipping)))
  },
  netPaymentSet: (o) => bag(o, minus(receivedOf(o), refundedTotal(o))),
  totalCapturableSet: (o) => bag(o, financialStatus(o) === 'AUTHORIZED' ? outstandingOf(o) : NOTHING),
  refundDiscrepancySet: (o) => bag(o, discrepancyOf(o)),
  subtotalLineItemsQuantity: (o) => totalsOf(o).quantity,
  currentSubtotalLineItemsQuantity: (o) => currentTotalsOf(o).quantity,
  totalWeight: (o) => String(o.lines.reduce((sum, line) => sum + line.grams * line.quantity, 0)),
  currentTotalWeight: (o) => String(o.lines.reduce((sum, line) => sum + line.grams * currentQuantity(o, line), 0)),
  taxLines: (o) => taxLines(o, false),
  currentTaxLines: (o) => taxLines(o, true),
})

/** The discount of the order as a whole: without lines' own discounts and without shipping. */
const cartDiscount = (o: OrderRow) =>
  plus(
    ...o.lines
      .filter((line) => !line.tip)
      .flatMap((line) => allocationsOn(o, line))
      .filter(({ discount }) => discount.kind === 'code')
      .map(({ amount }) => amount),
  )

const shippingLine = (o: OrderRow): object | null =>
  o.shipping && {
    __typename: 'ShippingLine',
    id: o.shipping.id,
    title: o.shipping.title,
    code: o.shipping.code,
    source: 'shopify',
    custom: false,
    isRemoved: false,
    carrierIdentifier: null,
    deliveryCategory: null,
    phone: null,
    originalPriceSet: bag(o, o.shipping.price),
    discountedPriceSet: bag(o, shippingCharged(o)),
    currentDiscountedPriceSet: bag(o, currentTotalsOf(o).shipping),
    discountAllocations: shippingAllocations(o).map((one) => allocationView(o, one)),
    taxLines: o.shipping.taxes.map((tax) => taxView(o, tax)),
  }

const lists = fieldsOf<OrderRow>({
  lineItems: (o, args) =>
    paginate(
      o.lines.map((line) => lineView(o, line)),
      args as PageArgs,
      { id: (view) => view.line.id },
    ),
  /* Tips, and lines of which all units were refunded before they were sent. */
  nonFulfillableLineItems: (o, args) =>
    paginate(
      o.lines
        .filter((line) => unfulfilledQuantity(o, line.id) + fulfilledQuantity(o, line.id) === 0)
        .map((line) => lineView(o, line)),
      args as PageArgs,
      { id: (view) => view.line.id },
    ),
  shippingLine,
  shippingLines: (o, args) =>
    paginate(
      [shippingLine(o)].filter((line) => line !== null),
      args as PageArgs,
      { id: () => o.shipping!.id },
    ),
  fulfillments: (o, args) => {
    if (args.query) throw notSimulated('Order.fulfillments(query:)')
    return first(o.fulfillments, args).map((sent) => sentView(o, sent))
  },
  fulfillmentsCount: (o) => countOf(o.fulfillments.length),
  fulfillmentOrders: (o, args, call) => {
    if (args.query) throw notSimulated('Order.fulfillmentOrders(query:)')
    const entries = o.fulfillmentOrders.filter((entry) => seesWork(entry, call))
    return paginate(
      entries.map((entry) => workView(o, entry)),
      args as PageArgs,
      { id: (view) => view.entry.id },
    )
  },
  refunds: (o, args) => first(o.refunds, args).map((refund) => refundView(o, refund)),
  transactions: (o, args) => first(o.transactions, args).map((payment) => paymentView(o, payment)),
  transactionsCount: (o) => countOf(o.transactions.length),
  returns: (o, args) => {
    if (args.query) throw notSimulated('Order.returns(query:)')
    const views = (o.returns ?? []).map((row) => returnView(o, row))
    return paginate(views, args as PageArgs, { id: (view) => view.row.id })
  },
  events: () => emptyConnection(),
  discountApplications: (o, args) =>
    paginate(
      discountsOf(o).map((one, index) => discountView(o, one, index)),
      args as PageArgs,
      { id: (view) => gid('DiscountApplication', view.index + 1) },
    ),
  metafield: () => null,
  metafields: () => emptyConnection(),
})

/** A discount code of the order or of its shipping; a discount on one line, by staff or with an exchange, is a manual one. */
const discountView = (o: OrderRow, discount: DiscountRow, index: number) => ({
  ...(discount.kind === 'line'
    ? { __typename: 'ManualDiscountApplication', title: 'Discount', description: null }
    : { __typename: 'DiscountCodeApplication', code: discount.code }),
  index,
  allocationMethod: discount.kind === 'code' ? 'ACROSS' : 'EACH',
  targetSelection: discount.kind === 'line' ? 'EXPLICIT' : 'ALL',
  targetType: discount.kind === 'shipping' ? 'SHIPPING_LINE' : 'LINE_ITEM',
  value:
    discount.kind === 'line'
      ? {
          __typename: 'MoneyV2',
          amount: formatMinor(discount.amount.presentment, o.presentmentCurrency),
          currencyCode: o.presentmentCurrency,
        }
      : { __typename: 'PricingPercentageValue', percentage: discount.percent },
})

/** For a line or for shipping. */
export const allocationView = (o: OrderRow, { amount, discount, index }: AllocationRow): object => ({
  allocatedAmountSet: bag(o, amount),
  discountApplication: discountView(o, discount, index),
})

export const orderTypes: Record<string, TypeFields> = { Order: { ...facts, ...money, ...lists } }
