export { asMarketplaceRefusal, explainMarketplaceFailure } from './marketplace.mapping.ts'
export { marketplaceRoutes } from './marketplace.routes.ts'
export { marketplaceService } from './marketplace.service.ts'
export type { MarketplaceService } from './marketplace.service.ts'
