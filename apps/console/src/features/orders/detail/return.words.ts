import { DECLINE_REASONS } from '@huoqiao/contract/orders/return.words'
import type { DeclineReason } from '@huoqiao/contract/orders/return.words'

/** Refunds spend money, so a role has to be given this right (docs/decisions/0048). */
export const NO_REFUND = '退款要有“退货退款”的权限，您没有，请管理员在角色管理中授权'

/** Replaces the ReturnDeclineReason, which precedes the text of the staff, by its word. */
export function declineWord(text: string): string {
  const [word = '', ...rest] = text.split('：')
  return [word in DECLINE_REASONS ? DECLINE_REASONS[word as DeclineReason] : word, ...rest].join('：')
}
