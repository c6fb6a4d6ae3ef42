import { setImmediate as nextTurn } from 'node:timers/promises'
import { currencyDigits } from '@huoqiao/kit'
import { drawFrom } from '../../../core/random.ts'
import type { Draw } from '../../../core/random.ts'
import type { ShopState } from '../shop-state.ts'
import { isProblem } from './fulfil.ts'
import { cancelOrder, percentOfTotal, refundOrder } from './order-changes.ts'
import { editOrder } from './order-edit.ts'
import type { OrderRow } from './order.rows.ts'
import { placeOrder } from './place-order.ts'
import { PRESENTMENT, PurchaseRefused } from './purchase.ts'
import type { Purchase } from './purchase.ts'
import { shopperOf } from './shoppers.ts'

/** Shares of a busy day, 0 to 1; those that are not given keep their default. */
export const SHARES = {
  /** more than one line */
  multiLine: 0.4,
  /** paid in another currency than the shop's */
  foreign: 0.25,
  note: 0.15,
  /** line properties, such as an engraving */
  properties: 0.1,
  /** waits for a bank transfer */
  pending: 0.08,
  highRisk: 0.03,
  split: 0.05,
  held: 0.03,
  discounted: 0.12,
  cancelled: 0.03,
  edited: 0.04,
  refunded: 0.05,
  test: 0.01,
  noAddress: 0.01,
  /** a tip, and duties for shoppers abroad: 0 by default, because a shop must be configured for either */
  tip: 0,
  duties: 0,
}
export type Shares = typeof SHARES

export type BusyDay = {
  count: number
  shares?: Partial<Shares>
  /** Variants to buy; by default those of all active products. */
  variantIds?: string[]
  /** Orders are spread over this many hours before now; 0: all of them now. */
  hours?: number
}

export type BusyDayDone = { orders: number; firstNumber: number; lastNumber: number; by: Record<string, number> }

/** Orders created in one turn of the event loop, so that other calls are answered in between. */
const IN_ONE_TURN = 50
const NOTES = [
  'Please leave it with the neighbour',
  'A gift — no invoice, please',
  '请用纸箱包装，谢谢',
  'Call before delivery',
]
const TAGS = ['vip', 'wholesale', 'gift', 'repeat']

const variantsOf = (shop: ShopState): string[] =>
  shop.products
    .sorted()
    .filter((product) => product.status === 'ACTIVE')
    .flatMap((product) => product.variants.map((variant) => variant.id))

/** Creates the orders of a busy day as shoppers do, and then cancels, edits and refunds some of them as staff do. */
export async function makeBusyDay(shop: ShopState, day: BusyDay): Promise<BusyDayDone> {
  const variants = day.variantIds ?? variantsOf(shop)
  if (variants.length === 0) throw new PurchaseRefused('the shop has no active product to buy')
  const shares = { ...SHARES, ...day.shares }
  const draw = drawFrom(shop.core.random(`busy day of ${shop.facts.slug} after ${shop.orders.size}`))
  // A random stream of its own: without tips and duties the same orders are drawn as before they existed.
  const extras = drawFrom(shop.core.random(`tips and duties of ${shop.facts.slug} after ${shop.orders.size}`))
  const by: Record<string, number> = {}
  const count = (name: string): void => void (by[name] = (by[name] ?? 0) + 1)
  const span = (day.hours ?? 0) * 3_600_000
  const now = shop.core.clock.now()
  const numbers: number[] = []
  for (let at = 0; at < day.count; at++) {
    const instant = new Date(now - span + Math.floor((span * (at + 1)) / day.count))
    const bought = withExtras(shop, purchaseOf(shop, variants, shares, draw, count), shares, extras, count)
    const order = placeOrder(shop, span === 0 ? bought : { ...bought, at: `${instant.toISOString().slice(0, 19)}Z` })
    numbers.push(order.number)
    afterwards(shop, order, variants, shares, draw, count)
    if (at % IN_ONE_TURN === IN_ONE_TURN - 1) await nextTurn()
  }
  return { orders: numbers.length, firstNumber: numbers[0] ?? 0, lastNumber: numbers.at(-1) ?? 0, by }
}

function purchaseOf(
  shop: ShopState,
  variants: readonly string[],
  shares: Shares,
  draw: Draw,
  count: (name: string) => void,
): Purchase {
  const happens = (name: keyof Shares): boolean => {
    const yes = draw.chance(shares[name])
    if (yes) count(name)
    return yes
  }
  const shopper = shopperOf(draw.whole(0, 399))
  const lines = draw.some(variants, happens('multiLine') ? draw.whole(2, 4) : 1).map((variantId) => ({
    variantId,
    quantity: draw.whole(1, 3),
    ...(happens('properties') ? { customAttributes: [{ key: 'Engraving', value: shopper.firstName }] } : {}),
  }))
  const currencies = Object.keys(PRESENTMENT[shop.facts.currency] ?? {})
  const risky = happens('highRisk')
  return {
    lines,
    force: true,
    customer: {
      firstName: shopper.firstName,
      lastName: shopper.lastName,
      email: shopper.email,
      phone: shopper.phone,
    },
    shippingAddress: happens('noAddress') ? null : shopper.address,
    payment: happens('pending') ? 'pending' : 'paid',
    risk: risky ? 'HIGH' : draw.chance(0.05) ? 'MEDIUM' : 'LOW',
    tags: draw.chance(0.2) ? [draw.one(TAGS)] : [],
    ...(currencies.length > 0 && happens('foreign') ? { currency: draw.one(currencies) } : {}),
    ...(happens('note') ? { note: draw.one(NOTES) } : {}),
    ...(happens('discounted') ? { discount: { code: 'WELCOME10', percent: 10 } } : {}),
    ...(happens('split') ? { split: true } : {}),
    ...(happens('held') ? { hold: risky ? 'HIGH_RISK_OF_FRAUD' : 'INCORRECT_ADDRESS' } : {}),
    ...(happens('test') ? { test: true } : {}),
  }
}

/** A tip of some whole units of the shop's currency, and duties for a parcel that leaves its country. */
function withExtras(
  shop: ShopState,
  bought: Purchase,
  shares: Shares,
  draw: Draw,
  count: (name: string) => void,
): Purchase {
  const tips = draw.chance(shares.tip)
  const tipMinor = draw.whole(1, 10) * 10 ** currencyDigits(shop.facts.currency)
  const country = bought.shippingAddress?.countryCode
  const dutied = draw.chance(shares.duties) && !!country && country !== shop.facts.country.code
  const dutyPercent = draw.whole(3, 20)
  if (tips) count('tip')
  if (dutied) count('duties')
  return { ...bought, ...(tips ? { tipMinor } : {}), ...(dutied ? { dutyPercent } : {}) }
}

/** What staff do to an order afterwards; at most one of these. */
function afterwards(
  shop: ShopState,
  order: OrderRow,
  variants: readonly string[],
  shares: Shares,
  draw: Draw,
  count: (name: string) => void,
): void {
  const lot = draw.next()
  const line = order.lines[0]!
  const done = (name: string, result: object): void => {
    if (!isProblem(result)) count(name)
  }
  if (lot < shares.cancelled)
    return done('cancelled', cancelOrder(shop, order.id, { reason: 'CUSTOMER', restock: true, refund: true }))
  if (lot < shares.cancelled + shares.edited) {
    const fewer = line.quantity > 1 && draw.chance(0.5)
    const edit = fewer
      ? { quantities: [{ lineId: line.id, quantity: line.quantity - 1 }] }
      : { additions: [{ variantId: draw.one(variants), quantity: 1 }] }
    return done('edited', editOrder(shop, order.id, edit))
  }
  if (lot < shares.cancelled + shares.edited + shares.refunded) {
    const paid = order.transactions.some((entry) => entry.status === 'SUCCESS')
    if (!paid) return
    const whole = draw.chance(0.3)
    const restockType = draw.chance(0.5) ? ('CANCEL' as const) : ('NO_RESTOCK' as const)
    const request = whole
      ? { lines: [{ lineId: line.id, quantity: line.quantity, restockType }] }
      : { lines: [], amount: percentOfTotal(order, 20) }
    done('refunded', refundOrder(shop, order.id, request))
  }
}
