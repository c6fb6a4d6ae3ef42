export { listingsFeature } from './listings.feature.ts'
export type { ListingText, ListingTexts, ListingTextsService } from './listing-texts.service.ts'
export type { ShopSnapshot, ShopSnapshotService } from './shop-snapshot.service.ts'
