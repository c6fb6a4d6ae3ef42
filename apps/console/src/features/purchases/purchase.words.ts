import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchasePayment, PurchaseReconciliation } from '@huoqiao/contract/purchases/purchases.status'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.schema'
import type { Hue } from '@huoqiao/contract/states'

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
/** The same table as in suppliers.schema.ts, which contains schemas and so cannot be imported in the browser. */
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
/** Whether the source had fewer pieces than are to be bought when it was last read; a source without a stock figure has enough. */
export const lacks = (stock: number | null, quantity: number): boolean => stock !== null && stock < quantity
