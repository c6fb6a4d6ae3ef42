export { deliveriesFeature } from './deliveries.feature.ts'
export type { AllocationDoc, DeliveriesApi, ParcelDoc, ReceiptDoc, ShipmentDoc } from './deliveries.types.ts'
