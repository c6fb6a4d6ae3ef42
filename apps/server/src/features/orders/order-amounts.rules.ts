import type { Amounts } from './orders.types.ts'

/** Minor units of the shop's currency. */
export type OrderMoney = { totalMinor: number; refundedMinor: number; currentMinor: number; amounts: Amounts }

/**
 * The parts of an order. `goods` is what the lines cost before any discount, and
 * goods − discount + shipping + (tax, unless included) + tip + duties + other = total; total − refunded + adjusted = current.
 */
export type AmountParts = {
  goods: number
  discount: number
  /** before discounts, as the shop gives it */
  shipping: number
  /** of `discount`, what was given on sending */
  shippingDiscount: number
  tax: number
  taxIncluded: boolean
  tip: number
  duties: number
  /** what the shop's total holds beyond the parts that it names, e.g. the rounding of cash */
  other: number
  /** order edits, and refunds that changed no line (the shop pays those without making the order smaller) */
  adjusted: number
}

/**
 * Shopify: subtotal_price is after all discounts of goods; total_price = subtotal + shipping after its discounts + tax, if on top,
 * + duties + tip. total_discounts holds those of shipping too, so that what the total falls short by is the shipping's discount.
 */
export function amountParts({ totalMinor, refundedMinor, currentMinor, amounts }: OrderMoney): AmountParts {
  const { subtotal, shipping, tax, discount, tip = 0, duties = 0 } = amounts
  const taxIncluded = isTaxIncluded(totalMinor, amounts)
  const beside = (taxIncluded ? 0 : tax) + tip + duties
  const shortBy = subtotal + shipping + beside - totalMinor
  const shippingDiscount = Math.max(0, Math.min(shortBy, shipping, discount))
  const goods = subtotal + discount - shippingDiscount
  return {
    goods,
    discount,
    shipping,
    shippingDiscount,
    tax,
    taxIncluded,
    tip,
    duties,
    other: totalMinor - (goods - discount + shipping + beside),
    adjusted: currentMinor - totalMinor + refundedMinor,
  }
}

/** Orders that were taken in before `taxIncluded` was read: their total says it. */
function isTaxIncluded(total: number, { taxIncluded, subtotal, shipping, tax, tip = 0, duties = 0 }: Amounts): boolean {
  return taxIncluded ?? (tax !== 0 && subtotal + shipping + tip + duties === total)
}

/**
 * What the merchant earns with an order as it is now: without taxes and duties, which are collected for others, on top of the prices or
 * included in them; a tip counts. Of an order from before `currentTax` was read, the tax falls in step with its total.
 *
 * Shopify's refund discrepancy counts, either way: what was given back beyond the goods that were taken back makes the order no smaller in the
 * shop, and is revenue lost all the same; what was kept of those is earned. Of an order from before it was read it is what the order is worth
 * beyond what was paid for it, unless the order was edited: there an edit makes the same difference.
 */
export function earnedOf({ totalMinor, refundedMinor, currentMinor, edited, amounts }: EarnedMoney): number {
  const scaled = totalMinor === 0 ? 0 : Math.round((amounts.tax * currentMinor) / totalMinor)
  const beyond = edited ? 0 : Math.max(0, currentMinor - (totalMinor - refundedMinor))
  return currentMinor - (amounts.overRefunded ?? beyond) - (amounts.currentTax ?? scaled) - (amounts.currentDuties ?? 0)
}
type EarnedMoney = OrderMoney & { edited: boolean }

/** Price of one piece after every discount that was allocated to its line, rounded to the minor unit. */
export const unitAfterDiscounts = (unit: number, quantity: number, discount: number): number =>
  quantity > 0 ? Math.round((unit * quantity - discount) / quantity) : unit

type PricedLine = {
  quantity: number
  unitPriceMinor: number
  listPriceMinor: number | null
  discountMinor: number | null
}

/** What a line cost as ordered, before and after discounts. Undefined: taken in before its list price was kept. */
export const lineAmounts = (line: PricedLine): { gross: number; discount: number; total: number } | undefined => {
  if (line.listPriceMinor === null || line.discountMinor === null) return undefined
  const gross = line.listPriceMinor * line.quantity
  return { gross, discount: line.discountMinor, total: gross - line.discountMinor }
}

/**
 * Lines keep what was ordered, the order's parts what edits left: all lines + this = goods + tip − the discounts of goods. Nothing in an order
 * that nobody edited. Undefined where a line's amounts are not known.
 */
export function editedAway(
  { goods, discount, shippingDiscount, tip }: AmountParts,
  lines: readonly PricedLine[],
): number | undefined {
  let total = 0
  for (const line of lines) {
    const amounts = lineAmounts(line)
    if (!amounts) return undefined
    total += amounts.total
  }
  return goods - (discount - shippingDiscount) + tip - total
}
