import type { SourceOrderPayment, SourceOrderStage } from '../trade-order.ts'
import { instant, text, yuan } from '../wire/field.ts'

/** Paid, fully refunded and resolved all mean that the money arrived (reference 3.5, `payStatus`). */
const PAID: ReadonlySet<string> = new Set(['2', '4', '6'])
const isIn = (payment: SourceOrderPayment): boolean => PAID.has(payment.status ?? '')

/** Status 8: a payment that was started and cancelled. */
const agreedTerms = (payments: readonly SourceOrderPayment[]): SourceOrderPayment[] =>
  payments.filter((payment) => payment.status !== '8')

/** Order of stages: paid ones by time, then the one due now, last those that 1688 has not created yet (7). */
const rankOf = (payment: SourceOrderPayment): number => (isIn(payment) ? 0 : payment.status === '7' ? 2 : 1)

/**
 * The payments of an order in stages (reference 3.5). It is not documented whether a later stage appears in `tradeTerms` before it is due:
 * if the terms of a staged order do not add up to its total, the rest is one more stage. For other trade types several terms may be one
 * payment by several means, unless some were paid and others not.
 */
export function toStages(
  base: Record<string, unknown>,
  payments: readonly SourceOrderPayment[],
): readonly SourceOrderStage[] {
  const terms = agreedTerms(payments)
  const tradeType = text(base['tradeTypeCode'])
  const isStaged = tradeType?.endsWith('staged') ?? terms.length > 1
  if (terms.length === 0 || !(isStaged || (terms.some(isIn) && !terms.every(isIn)))) return []
  const sum = terms.reduce((total, { amountFen }) => total + (amountFen ?? 0), 0)
  const rest = terms.some(({ amountFen }) => amountFen === null) ? 0 : (yuan(base['totalAmount']) ?? sum) - sum
  if (terms.length === 1 && rest <= 0) return []
  const stages = terms
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (isIn(a) ? (a.paidAt ?? 0) - (b.paidAt ?? 0) : 0))
    .map((payment) => ({
      paid: isIn(payment),
      paying: payment.status === '9',
      amountFen: payment.amountFen,
      paidAt: isIn(payment) ? payment.paidAt : null,
    }))
  return rest <= 0 ? stages : [...stages, { paid: false, paying: false, amountFen: rest, paidAt: null }]
}

/**
 * An order in stages is paid when its last stage is: the order's payment time may be that of the first stage; this is not documented
 * (reference 3.5, `stepOrderList`). A single term says the same as the order.
 */
export const isPaid = (
  base: Record<string, unknown>,
  payments: readonly SourceOrderPayment[],
  stages: readonly SourceOrderStage[],
): boolean =>
  stages.length > 0
    ? stages.every(({ paid }) => paid)
    : agreedTerms(payments).length > 1
      ? agreedTerms(payments).every(isIn)
      : instant(base['payTime']) !== null || agreedTerms(payments).some(isIn)

export function paidAtOf(base: Record<string, unknown>, payments: readonly SourceOrderPayment[]): number | null {
  const times = payments.flatMap((payment) => payment.paidAt ?? [])
  return payments.length > 1 && times.length > 0 ? Math.max(...times) : instant(base['payTime'])
}
