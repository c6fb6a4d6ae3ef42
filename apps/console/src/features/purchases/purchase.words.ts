import type { PurchasePayment, PurchaseReconciliation } from '@huoqiao/contract/purchases/purchases.status'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import type { Hue } from '@huoqiao/contract/states'

/** Maximum number of pieces of one line (contract, purchase lines). */
export const MOST_BOUGHT = 1_000_000

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
/** Whether the source had fewer pieces than are to be bought when it was last read; a source without a stock figure has enough. */
export const lacks = (stock: number | null, quantity: number): boolean => stock !== null && stock < quantity
