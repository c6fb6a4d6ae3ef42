import { randomBytes } from 'node:crypto'
import type { ProductRow, VariantRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import { titleOf } from '../draft/variant.draft.ts'
import { gramsOf } from './line-weight.ts'
import { NOTHING, pairOf, plus, sharePair, times, totalsOf, minus } from './order-money.ts'
import { commitStock, locationFor, sellable } from './order-stock.ts'
import { announce } from './order-events.ts'
import { tipLine, withDuties } from './tips-and-duties.ts'
import { BLANK_ADDRESS, PRESENTMENT, PurchaseRefused, shippingMinor, TAXES } from './purchase.ts'
import type { Purchase, PurchaseLine } from './purchase.ts'
import type {
  AddressRow,
  CustomerRow,
  FulfillmentOrderRow,
  OrderLineRow,
  OrderRow,
  Pair,
  TaxRow,
  RiskLevel,
} from './order.rows.ts'

/** The vendor's first order number (reference shopify-admin 4). */
const FIRST_NUMBER = 1001

type Money = { currency: string; presentment: string; rate: string }

/**
 * Takes an order as a checkout does: prices and texts are copied, stock is committed, the payment is recorded, the shop creates the
 * fulfilment orders (one per location). Throws PurchaseRefused, and then nothing has changed.
 */
export function placeOrder(shop: ShopState, purchase: Purchase): OrderRow {
  if (purchase.lines.length === 0) throw new PurchaseRefused('the basket is empty')
  const presentment = purchase.currency ?? shop.facts.currency
  const rate = presentment === shop.facts.currency ? '1' : PRESENTMENT[shop.facts.currency]?.[presentment]
  if (rate === undefined) throw new PurchaseRefused(`the shop does not sell in ${presentment}`)
  const money: Money = { currency: shop.facts.currency, presentment, rate }
  refuseWhatIsMissing(shop, purchase)
  const bare = purchase.lines.map((line) => draftLine(shop, line, money))
  const priced = withDuties(shop, withDiscountAndTax(shop, bare, purchase), purchase)
  const lines = purchase.tipMinor ? [...priced, tipLine(shop, purchase.tipMinor, money)] : priced
  const now = purchase.at ?? shop.now()
  const order = orderOf(shop, purchase, lines, money, now)
  order.originalTotal = totalsOf(order).total
  order.transactions = [firstPayment(shop, purchase, order, now)]
  order.fulfillmentOrders = routeOrder(shop, order, purchase, now)
  for (const entry of order.fulfillmentOrders)
    for (const part of entry.lines) {
      const line = order.lines.find((row) => row.id === part.lineId)
      commitStock(shop, line?.variantId ?? null, entry.locationId, part.total)
    }
  shop.orders.put(order)
  announce(shop, order, 'orders/create')
  if (purchase.payment === undefined || purchase.payment === 'paid') announce(shop, order, 'orders/paid')
  for (const entry of order.fulfillmentOrders)
    announce(shop, order, 'fulfillment_orders/order_routing_complete', { fulfillmentOrder: entry })
  return order
}

function refuseWhatIsMissing(shop: ShopState, purchase: Purchase): void {
  const wanted = new Map<string, number>()
  for (const line of purchase.lines) {
    if (!Number.isInteger(line.quantity) || line.quantity < 1) throw new PurchaseRefused('a quantity is at least 1')
    if (!Number.isSafeInteger(line.discountMinor ?? 0) || (line.discountMinor ?? 0) < 0)
      throw new PurchaseRefused('a discount is a whole number of minor units')
    const priced = line.variantId === undefined ? undefined : shop.products.variant(line.variantId)?.variant.priceMinor
    if ((line.discountMinor ?? 0) > (line.priceMinor ?? priced ?? 0) * line.quantity)
      throw new PurchaseRefused('a discount is no larger than the price')
    if (line.variantId === undefined) {
      if (line.title === undefined || line.priceMinor === undefined)
        throw new PurchaseRefused('an item without a variant needs a title and a price')
      continue
    }
    wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity)
  }
  for (const [id, quantity] of wanted) {
    const owned = shop.products.variant(id)
    if (!owned) throw new PurchaseRefused(`no variant ${id}`)
    const left = sellable(owned.variant)
    if (!purchase.force && left !== undefined && left < quantity)
      throw new PurchaseRefused(`only ${left} left of ${owned.product.title}`)
  }
}

function draftLine(shop: ShopState, wanted: PurchaseLine, money: Money): OrderLineRow {
  const owned = wanted.variantId === undefined ? undefined : shop.products.variant(wanted.variantId)
  return lineOf(shop, owned, wanted, (minor) => pairOf(minor, money.currency, money.presentment, money.rate))
}

/** A line with the texts, code and price of this moment; discount and tax are added later. */
export function lineOf(
  shop: ShopState,
  owned: { product: ProductRow; variant: VariantRow } | undefined,
  wanted: PurchaseLine,
  pair: (minor: number) => Pair,
): OrderLineRow {
  const variantTitle = owned ? titleOf(owned.product.options, owned.variant.values) : null
  return {
    id: shop.newId('LineItem'),
    variantId: owned?.variant.id ?? null,
    productId: owned?.product.id ?? null,
    itemId: owned?.variant.itemId ?? null,
    title: owned?.product.title ?? wanted.title ?? '',
    variantTitle: variantTitle === 'Default Title' ? null : variantTitle,
    sku: owned?.variant.sku ?? null,
    vendor: owned?.product.vendor ?? null,
    imageId: owned?.variant.media[0] ?? owned?.product.media[0] ?? null,
    quantity: wanted.quantity,
    removed: 0,
    unitPrice: pair(wanted.priceMinor ?? owned?.variant.priceMinor ?? 0),
    ...ownDiscount(wanted, pair),
    taxes: [],
    customAttributes: wanted.customAttributes ?? [],
    requiresShipping: owned?.variant.requiresShipping ?? true,
    taxable: owned?.variant.taxable ?? true,
    grams: owned ? gramsOf(owned.variant) : 0,
    locationId: owned ? locationFor(shop, owned.variant, wanted.quantity) : shop.places.locations[0]!.id,
  }
}

const ownDiscount = (
  { discountMinor = 0 }: PurchaseLine,
  pair: (minor: number) => Pair,
): Pick<OrderLineRow, 'discount' | 'ownDiscount'> =>
  discountMinor === 0 ? { discount: NOTHING } : { discount: pair(discountMinor), ownDiscount: pair(discountMinor) }

/** Tax on an amount, included or on top, as in the shop's country; none for shoppers elsewhere. */
export function taxOn(shop: ShopState, amount: Pair, countryCode: string | null): TaxRow[] {
  const rule = TAXES[shop.facts.currency]
  if (!rule || countryCode !== rule.home) return []
  const whole = rule.included ? 10_000 + rule.basisPoints : 10_000
  return [{ title: rule.title, rate: rule.basisPoints / 10_000, price: sharePair(amount, rule.basisPoints, whole) }]
}

function withDiscountAndTax(shop: ShopState, lines: OrderLineRow[], purchase: Purchase): OrderLineRow[] {
  const percent = purchase.discount?.percent ?? 0
  const country = purchase.shippingAddress?.countryCode ?? null
  return lines.map((line) => {
    const whole = times(line.unitPrice, line.quantity)
    /* A discount code of the order applies to what the line's own discount left. */
    const left = minus(whole, line.discount)
    const discount = plus(line.discount, sharePair(left, percent, 100))
    return { ...line, discount, taxes: line.taxable ? taxOn(shop, minus(whole, discount), country) : [] }
  })
}

function orderOf(shop: ShopState, purchase: Purchase, lines: OrderLineRow[], money: Money, now: string): OrderRow {
  const number = (shop.counters.get('order-number')?.value ?? FIRST_NUMBER - 1) + 1
  shop.counters.put('order-number', { value: number })
  const address = purchase.shippingAddress ? addressOf(purchase) : null
  const customer = customerOf(shop, purchase, address, now)
  const ships = address !== null && lines.some((line) => line.requiresShipping)
  const abroad = address?.countryCode !== shop.facts.country.code
  const price = pairOf(shippingMinor(money.currency, abroad), money.currency, money.presentment, money.rate)
  const off = purchase.shippingDiscount
  const shippingDiscount = off && { ...off, amount: sharePair(price, off.percent, 100) }
  return {
    id: shop.newId('Order'),
    number,
    currency: money.currency,
    presentmentCurrency: money.presentment,
    taxesIncluded: TAXES[money.currency]?.included ?? false,
    customerId: customer?.id ?? null,
    email: purchase.customer?.email ?? null,
    phone: purchase.customer?.phone ?? null,
    shippingAddress: address,
    note: purchase.note ?? null,
    tags: purchase.tags ?? [],
    customAttributes: purchase.customAttributes ?? [],
    test: purchase.test ?? false,
    edited: false,
    // The control API passes on what a person or a test typed.
    risk: (purchase.risk ?? 'LOW').toUpperCase() as RiskLevel,
    gateway: purchase.payment === 'pending' ? 'Bank Deposit' : 'shopify_payments',
    discount: purchase.discount ?? null,
    lines,
    shipping: ships
      ? {
          id: shop.newId('ShippingLine'),
          title: abroad ? 'International' : 'Standard',
          code: abroad ? 'INTL' : 'STD',
          price,
          ...(shippingDiscount ? { discount: shippingDiscount } : {}),
          taxes: taxOn(shop, minus(price, shippingDiscount?.amount ?? NOTHING), address.countryCode),
        }
      : null,
    originalTotal: NOTHING,
    transactions: [],
    refunds: [],
    fulfillmentOrders: [],
    fulfillments: [],
    returnStatus: 'NO_RETURN',
    cancelReason: null,
    cancelledAt: null,
    staffNote: null,
    closedAt: null,
    token: randomBytes(16).toString('hex'),
    createdAt: now,
    processedAt: now,
    updatedAt: now,
  }
}

const addressOf = (purchase: Purchase): AddressRow => ({
  ...BLANK_ADDRESS,
  firstName: purchase.customer?.firstName ?? null,
  lastName: purchase.customer?.lastName ?? null,
  phone: purchase.customer?.phone ?? null,
  ...purchase.shippingAddress,
})

/** The customer with an email address: known from an earlier order, or new. */
function customerOf(
  shop: ShopState,
  purchase: Purchase,
  address: AddressRow | null,
  now: string,
): CustomerRow | undefined {
  const { customer } = purchase
  if (!customer?.email) return undefined
  const known = shop.customers.get(customer.email.toLowerCase())
  if (known) return known
  const row: CustomerRow = {
    id: shop.newId('Customer'),
    firstName: customer.firstName ?? null,
    lastName: customer.lastName ?? null,
    email: customer.email,
    phone: customer.phone ?? null,
    address,
    createdAt: now,
    updatedAt: now,
  }
  shop.customers.put(customer.email.toLowerCase(), row)
  return row
}

function firstPayment(
  shop: ShopState,
  purchase: Purchase,
  order: OrderRow,
  now: string,
): OrderRow['transactions'][number] {
  const payment = purchase.payment ?? 'paid'
  return {
    id: shop.newId('OrderTransaction'),
    kind: payment === 'authorized' ? 'AUTHORIZATION' : 'SALE',
    status: payment === 'pending' ? 'PENDING' : 'SUCCESS',
    gateway: order.gateway,
    amount: plus(order.originalTotal),
    parentId: null,
    createdAt: now,
  }
}

/** Fulfilment orders as the shop routes them: one per location; `split` spreads the lines over two locations. */
function routeOrder(shop: ShopState, order: OrderRow, purchase: Purchase, now: string): FulfillmentOrderRow[] {
  const [first, second] = shop.places.locations
  const sendable = order.lines.filter((line) => !line.tip)
  const parts = sendable.flatMap((line, index) => {
    if (!purchase.split || !second) return [{ line, locationId: line.locationId, units: line.quantity }]
    if (sendable.length > 1)
      return [{ line, locationId: index % 2 === 0 ? first!.id : second.id, units: line.quantity }]
    const half = Math.floor(line.quantity / 2)
    return [
      { line, locationId: first!.id, units: line.quantity - half },
      ...(half > 0 ? [{ line, locationId: second.id, units: half }] : []),
    ]
  })
  const places = Array.from(new Set(parts.map((part) => part.locationId)))
  return places.map((locationId) => ({
    id: shop.newId('FulfillmentOrder'),
    locationId,
    kind: purchase.thirdParty ? 'third-party' : 'merchant',
    status: purchase.hold === undefined ? 'OPEN' : 'ON_HOLD',
    fulfillAt: now,
    holds:
      purchase.hold === undefined
        ? []
        : [
            {
              id: shop.newId('FulfillmentHold'),
              reason: purchase.hold,
              reasonNotes: null,
              handle: null,
              externalId: null,
            },
          ],
    lines: parts
      .filter((part) => part.locationId === locationId)
      .map(({ line, units }) => ({
        id: shop.newId('FulfillmentOrderLineItem'),
        lineId: line.id,
        total: units,
        remaining: units,
      })),
    createdAt: now,
    updatedAt: now,
  }))
}
