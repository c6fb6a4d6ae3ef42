export { productClaimed, productContentChanged } from './products.jobs.ts'
export { sayForbidden, sayWord, shownTexts } from './forbidden-words.rules.ts'
export type { ForbiddenWord, ShownText } from './forbidden-words.rules.ts'
export { forbiddenWordsIn } from './products.hooks.ts'
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
