export { orderAddressOf } from './order-address.mapping.ts'
export { purchasesFeature } from './purchases.feature.ts'
export type { PurchasesServices } from './purchases.feature.ts'
export { goodsAreAllocated, purchaseIsPlaced } from './purchases.hooks.ts'
export {
  coversUnwanted,
  demandReleased,
  handleOrderChanges,
  purchaseStateChanged,
  sparesTaken,
} from './purchases.jobs.ts'
export { sourcePiecesOf } from './need.rules.ts'
export type { HeldPart } from './spare.rules.ts'
export { UNANSWERED_ALARM } from './purchases.rules.ts'
export { takeNumbers as skipNumbers } from './purchases.store.ts'
export type {
  DemandDoc,
  LineDoc,
  PurchaseDoc,
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
  PurchasesApi,
  SupplierDoc,
  SupplierPurchases,
  SupplierScore,
} from './purchases.types.ts'
