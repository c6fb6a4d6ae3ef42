export { deliveriesFeature } from './deliveries.feature.ts'
export type { DeliveriesFeature } from './deliveries.feature.ts'
export {
  giveBackCovers,
  handleCancelledFulfilments,
  handleSparesOfOrders,
  readParcels,
  shareSpares,
} from './deliveries.jobs.ts'
export { deliveriesRoutes } from './deliveries.routes.ts'
export type { AllocationDoc, DeliveriesApi, ParcelDoc, ReceiptDoc, ShipmentDoc } from './deliveries.types.ts'
