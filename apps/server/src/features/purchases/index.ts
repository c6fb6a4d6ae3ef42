export { orderAddressOf } from './order-address.mapping.ts'
export { purchasesFeature } from './purchases.feature.ts'
export type { PurchasesFeature } from './purchases.feature.ts'
export {
  coversUnwanted,
  demandReleased,
  handleOrderChanges,
  purchaseStateChanged,
  sparesTaken,
} from './purchases.jobs.ts'
export { handleReturnedGoods } from './returned-goods.jobs.ts'
export { UNANSWERED_ALARM } from './purchases.rules.ts'
export { takeNumbers as skipNumbers } from './purchases.store.ts'
export { purchasesRoutes } from './purchases.routes.ts'
export type {
  AddressDoc,
  DemandDoc,
  LineDoc,
  PurchaseDoc,
  PurchasePayment,
  PurchaseReconciliation,
  PurchaseState,
  PurchasesApi,
} from './purchases.types.ts'
