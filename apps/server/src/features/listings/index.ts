export { listingsFeature } from './listings.feature.ts'
export type { ShopSnapshot, ShopSnapshotService } from './shop-snapshot.service.ts'
