export { productClaimed } from './products.jobs.ts'
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
