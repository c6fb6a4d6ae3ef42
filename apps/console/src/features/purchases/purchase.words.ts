import type { PlacementState } from '@huoqiao/contract/placement/placement.status'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchasePayment, PurchaseReconciliation } from '@huoqiao/contract/purchases/purchases.status'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.schema'
import type { Hue } from '@huoqiao/contract/states'
import type { Amount } from '../../lib/format.ts'
import { formatMoney } from '../../lib/format.ts'

export const NO_RIGHT = '没有操作权限'

/** Everything that is bought at 1688 is counted in fen. */
export const yuan = (minor: number | null | undefined): Amount | null =>
  minor === null || minor === undefined ? null : { minor, currency: 'CNY' }
export const yuanText = (minor: number | null | undefined): string =>
  minor === null || minor === undefined ? '未知' : formatMoney({ minor, currency: 'CNY' })

export const PAYMENT_HUES: Readonly<Record<PurchasePayment, Hue>> = {
  none: 'waiting',
  requested: 'moving',
  'part-paid': 'attention',
  paid: 'done',
  'part-refunded': 'attention',
  refunded: 'failed',
}
export const RECONCILIATION_HUES: Readonly<Record<PurchaseReconciliation, Hue>> = {
  none: 'waiting',
  equal: 'done',
  different: 'failed',
}
export const RATING_HUES: Readonly<Record<SupplierRating, Hue>> = {
  normal: 'waiting',
  preferred: 'done',
  blacklisted: 'failed',
}
/** The table of suppliers.schema.ts, whose module holds schemas, which stay out of the browser. */
export const RATINGS: Readonly<Record<SupplierRating, string>> = {
  normal: '普通',
  preferred: '优选',
  blacklisted: '黑名单',
}
export const ORIGINS: Readonly<Record<PurchaseCard['origin'], string>> = {
  orders: '按订单',
  manual: '手工',
  merge: '合并单',
  copy: '复制',
}
/** What an attempt's state means to a person, and what happens next. */
export const ATTEMPT_SAYS: Readonly<Record<PlacementState, string>> = {
  sent: '请求已经发出，正在等1688的答复。',
  unknown: '请求已发出但没有收到答复。系统按我们的采购单号去1688核对，查到就认领，确认没有才允许再下；绝不会盲目重下。',
  placed: '1688已给出订单号。',
  adopted: '答复丢了，核对时在1688查到了这张单，已认领。',
  refused: '1688明确拒绝，没有生成订单。',
  absent: '多次核对都没有这张单，已确认没有下单，可以再下。',
}

/** Whether a source had fewer pieces than are to be bought when it was last read; one that does not tell has enough. */
export const lacks = (stock: number | null, quantity: number): boolean => stock !== null && stock < quantity
