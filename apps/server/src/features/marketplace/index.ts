export { marketplaceFeature } from './marketplace.feature.ts'
export { asMarketplaceRefusal, explainMarketplaceFailure, isOwnAnswer } from './marketplace.mapping.ts'
export type { MarketplaceService } from './marketplace.service.ts'
export { areSurelyIn, isChinese, languageOfTexts } from './offer-language.rules.ts'
