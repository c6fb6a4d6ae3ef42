export { productClaimed, productContentChanged } from './products.jobs.ts'
export { shownTexts } from './forbidden-words.rules.ts'
export { safeDescription } from './description.mapping.ts'
export { productsFeature } from './products.feature.ts'
export type {
  ClaimOutcome,
  ProductDoc,
  ProductTakeover,
  ProductsApi,
  SourceChange,
  SourceProduct,
  SourceSku,
  TakeoverCandidate,
  VariantDoc,
} from './products.types.ts'
