import type { PaymentState } from '@huoqiao/contract/placement/placement.status'

/** Longer than a call to 1688 may take: of a payment that is still being sent then, the sender has died. */
export const IN_FLIGHT_MS = 60_000

/** What a person may count on, and do, while nobody knows whether a payment was made. */
export const CHECKING = '核对清楚之前不会再付；系统会继续核对，点“刷新”可以马上核对'

/**
 * What becomes of a payment without a password that 1688, asked at `now`, does not show. Undefined: what it is already. An unpaid
 * one is believed late, for what was sent may still be worked at there.
 */
export function unpaidYet(
  payment: { state: PaymentState; createdAt: Date },
  now: number,
  giveUpMinutes: number,
): { state: 'unknown' | 'failed'; message: string } | undefined {
  const age = now - payment.createdAt.getTime()
  if (age >= giveUpMinutes * 60_000)
    return { state: 'failed', message: `过了 ${giveUpMinutes} 分钟1688仍显示未付款，已释放，可以重新付款` }
  if (payment.state !== 'sending' || age < IN_FLIGHT_MS) return undefined
  return { state: 'unknown', message: `没有收到1688的答复，${CHECKING}；过 ${giveUpMinutes} 分钟仍显示未付款就释放` }
}
