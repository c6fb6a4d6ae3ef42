import type { Amounts } from './orders.types.ts'

/** Minor units of the shop's currency. */
export type OrderMoney = { totalMinor: number; refundedMinor: number; currentMinor: number; amounts: Amounts }

/**
 * The amounts of an order. `goods` is the sum of the lines before any discount. goods − discount + shipping + (tax, unless included) + tip
 * + duties + other = total; total − refunded + adjusted = current.
 */
export type AmountParts = {
  goods: number
  discount: number
  /** before discounts, as the shop reports it */
  shipping: number
  /** part of `discount`: the discount on shipping */
  shippingDiscount: number
  tax: number
  taxIncluded: boolean
  tip: number
  duties: number
  /** the difference between the shop's total and the amounts that it names, for example cash rounding */
  other: number
  /** effect of order edits, and of refunds that changed no line (the shop refunds these without making the order smaller) */
  adjusted: number
}

/**
 * Shopify: subtotal_price is after all discounts of goods; total_price = subtotal + shipping after its discounts + tax (if on top) + duties
 * + tip. total_discounts includes shipping discounts, so the amount missing from the total is the shipping discount.
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

/** For orders stored before `taxIncluded` was read, the total shows whether the tax is included. */
function isTaxIncluded(total: number, { taxIncluded, subtotal, shipping, tax, tip = 0, duties = 0 }: Amounts): boolean {
  return taxIncluded ?? (tax !== 0 && subtotal + shipping + tip + duties === total)
}

/**
 * What the merchant earns with an order as it is now: without taxes and duties, whether on top or included; tips count. For an order stored
 * before `currentTax` was read, the tax is reduced in proportion to its total. Shopify's refund discrepancy counts in both directions: a
 * refund beyond the returned goods does not make the order smaller in the shop but is lost revenue; an amount kept from the returned goods
 * is earned. For an order stored before the discrepancy was read, it is what the order is worth beyond what was paid for it, unless the
 * order was edited, because an edit causes the same difference.
 */
export function earnedOf(money: EarnedMoney): number {
  const { totalMinor, refundedMinor, currentMinor, edited, amounts } = money
  const beyond = edited ? 0 : Math.max(0, currentMinor - (totalMinor - refundedMinor))
  return currentMinor - (amounts.overRefunded ?? beyond) - taxLeft(money) - (amounts.currentDuties ?? 0)
}

/** The tax that an order holds as it is now. */
export const taxLeft = ({ totalMinor, currentMinor, amounts }: OrderMoney): number =>
  amounts.currentTax ?? (totalMinor === 0 ? 0 : Math.round((amounts.tax * currentMinor) / totalMinor))
type EarnedMoney = OrderMoney & { edited: boolean }

/** The price of one piece after all discounts of its line, rounded to the minor unit. */
export const unitAfterDiscounts = (unit: number, quantity: number, discount: number): number =>
  quantity > 0 ? Math.round((unit * quantity - discount) / quantity) : unit

type PricedLine = {
  quantity: number
  unitPriceMinor: number
  listPriceMinor: number | null
  discountMinor: number | null
}

/** The amounts of a line as ordered, before and after discounts. Undefined: stored before its list price was recorded. */
export const lineAmounts = (line: PricedLine): { gross: number; discount: number; total: number } | undefined => {
  if (line.listPriceMinor === null || line.discountMinor === null) return undefined
  const gross = line.listPriceMinor * line.quantity
  return { gross, discount: line.discountMinor, total: gross - line.discountMinor }
}

/**
 * The part that order edits changed: lines keep what was ordered, the order's amounts what edits left. All lines + this = goods + tip −
 * discounts of goods. Zero for an order without edits. Undefined if the amounts of a line are unknown.
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
