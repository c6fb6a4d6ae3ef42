export { listingsFeature } from './listings.feature.ts'
export type { ShopSnapshot, ShopSnapshotService, Unread } from './shop-snapshot.service.ts'
