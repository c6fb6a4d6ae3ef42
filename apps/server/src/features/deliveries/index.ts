export { deliveriesFeature } from './deliveries.feature.ts'
export type { DeliveriesApi, SupplierGoods } from './deliveries.types.ts'
