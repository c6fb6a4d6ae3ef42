export { ledgerService } from './ledger.service.ts'
export type { PlacementApi } from './placement.api.ts'
export { placementFeature } from './placement.feature.ts'
export type { PlacementFeature } from './placement.feature.ts'
export {
  alibabaOrderChanged,
  costChangedOrders,
  costMovedPurchase,
  costPurchase,
  costReleasedDemand,
  costTakenSpares,
  readAlibabaOrders,
} from './placement.jobs.ts'
export { placementRoutes, serveOrderLinks } from './placement.routes.ts'
export type { OrderItemRow, OrderRow } from './placement.store.ts'
