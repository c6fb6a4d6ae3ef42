import { parseMinor } from '@huoqiao/kit'
import type { Purchase } from '../vendors/shopify/orders/purchase.ts'
import { gid } from '../vendors/shopify/gid.ts'
import type { Basket } from './cart.cookie.ts'

/** Countries that the simulated shops ship to: ISO 3166-1 code and name. */
export const COUNTRIES: readonly (readonly [string, string])[] = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['JP', 'Japan'],
  ['AU', 'Australia'],
]

const FIELDS = [
  'email', 'country', 'firstName', 'lastName', 'address1', 'address2', 'zip', 'city', 'province', 'phone', 'currency',
  'payment', 'code', 'tip', 'note',
] as const // prettier-ignore
export type CheckoutForm = Record<(typeof FIELDS)[number], string>

const LONGEST = 500

/** Text fields of a posted form, cut at a reasonable length; missing fields are empty. */
export function readForm(body: unknown, country: string): CheckoutForm {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const read = (name: string): string => (typeof sent[name] === 'string' ? sent[name].trim().slice(0, LONGEST) : '')
  const form = Object.fromEntries(FIELDS.map((name) => [name, read(name)])) as CheckoutForm
  return { ...form, country: form.country || country, payment: form.payment === 'pending' ? 'pending' : 'paid' }
}

/** Why the order cannot be taken, in a sentence for the shopper. */
export function formProblem(form: CheckoutForm, currency: string): string | undefined {
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(form.email)) return 'Enter a valid email'
  const missing = (['lastName', 'address1', 'zip', 'city'] as const).find((name) => form[name] === '')
  if (missing) return 'Enter your last name, address, postal code and city'
  if (!COUNTRIES.some(([iso]) => iso === form.country)) return 'We do not ship to this country'
  if (tipOf(form.tip, currency) === undefined) return 'Enter the tip as an amount'
  return form.code === '' || form.code.toUpperCase() === 'WELCOME10' ? undefined : 'This discount code is not valid'
}

/** A tip in the shop's currency; undefined for text that is not an amount. */
function tipOf(text: string, currency: string): number | undefined {
  try {
    return text === '' ? 0 : Math.max(0, parseMinor(text, currency))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Till = { currency: string; country: string; dutyPercent: number }

/** The order that a filled form describes; shoppers abroad pay duties when the shop collects them. */
export const purchaseOf = (form: CheckoutForm, basket: Basket, till: Till): Purchase => ({
  lines: basket.map((line) => ({ variantId: gid('ProductVariant', line.variant), quantity: line.quantity })),
  customer: {
    lastName: form.lastName,
    email: form.email,
    ...(form.firstName ? { firstName: form.firstName } : {}),
    ...(form.phone ? { phone: form.phone } : {}),
  },
  shippingAddress: {
    address1: form.address1,
    address2: form.address2 || null,
    zip: form.zip,
    city: form.city,
    province: form.province || null,
    countryCode: form.country,
    country: COUNTRIES.find(([iso]) => iso === form.country)?.[1] ?? null,
  },
  payment: form.payment === 'pending' ? 'pending' : 'paid',
  ...(form.currency ? { currency: form.currency } : {}),
  ...(form.tip ? { tipMinor: tipOf(form.tip, till.currency) ?? 0 } : {}),
  ...(till.dutyPercent > 0 && form.country !== till.country ? { dutyPercent: till.dutyPercent } : {}),
  ...(form.note ? { note: form.note } : {}),
  ...(form.code ? { discount: { code: 'WELCOME10', percent: 10 } } : {}),
})
