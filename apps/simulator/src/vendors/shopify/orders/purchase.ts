import { currencyDigits } from '@huoqiao/kit'
import type { AddressRow, Attribute, RiskLevel } from './order.rows.ts'

/** A purchase of a shopper, the control page or the generator. Money in minor units of the shop's currency. */
export type Purchase = {
  lines: PurchaseLine[]
  customer?: { firstName?: string; lastName?: string; email?: string; phone?: string }
  /** null: an order without an address (a download, a counter sale). */
  shippingAddress?: Partial<AddressRow> | null
  /** Currency that the shopper saw; by default the shop's own. */
  currency?: string
  payment?: 'paid' | 'pending' | 'authorized'
  note?: string
  tags?: string[]
  customAttributes?: Attribute[]
  test?: boolean
  risk?: RiskLevel
  discount?: { code: string; percent: number }
  /** A discount code for shipping, in percent; 100 means free shipping. */
  shippingDiscount?: { code: string; percent: number }
  /** Tip on top of the price. */
  tipMinor?: number
  /** Charged to a shopper abroad, percent of each line's price after discounts, on top of it. */
  dutyPercent?: number
  /** Spreads the lines over two locations, so that the order gets two fulfilment orders. */
  split?: boolean
  /** Puts the fulfilment orders on hold from the beginning, for this reason. */
  hold?: string
  /** An external fulfilment service has the fulfilment orders. */
  thirdParty?: boolean
  /** Sells units that are not in stock, as staff may. */
  force?: boolean
  /** Instant of the order, ISO 8601; by default now. For orders older than the simulator. */
  at?: string
}

export type PurchaseLine = {
  /** A variant's gid; absent for a custom item, which needs title and price. */
  variantId?: string
  quantity: number
  title?: string
  priceMinor?: number
  /** Reduction for all units of this line, minor units of the shop's currency; a code of the order is applied after it. */
  discountMinor?: number
  customAttributes?: Attribute[]
}

/** A purchase that the shop refuses: unknown variant, sold out, empty basket. */
export class PurchaseRefused extends Error {}

/** Currencies that a shop sells in besides its own, with the rate per unit of its own. */
export const PRESENTMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USD: { EUR: '0.92', GBP: '0.79', CAD: '1.37', JPY: '152.4', KWD: '0.307' },
  EUR: { USD: '1.08', GBP: '0.86', CHF: '0.94', JPY: '165.1', KWD: '0.332' },
  JPY: { USD: '0.00656', KRW: '9.21' },
}

/** Tax of a shop: its name and rate in hundredths of a percent, charged only to shoppers in its own country. */
export const TAXES: Readonly<Record<string, { title: string; basisPoints: number; included: boolean; home: string }>> =
  {
    USD: { title: 'NJ State Tax', basisPoints: 663, included: false, home: 'US' },
    EUR: { title: 'MwSt', basisPoints: 1900, included: true, home: 'DE' },
    JPY: { title: '消費税', basisPoints: 1000, included: true, home: 'JP' },
  }

/** A flat shipping price, minor units: about five units of a large currency within the country, fifteen abroad. */
export const shippingMinor = (currency: string, abroad: boolean): number => {
  const major = currencyDigits(currency) === 0 ? (abroad ? 1980 : 660) : abroad ? 14.9 : 4.9
  return Math.round(major * 10 ** currencyDigits(currency))
}

export const BLANK_ADDRESS: AddressRow = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  zip: null,
  phone: null,
}
