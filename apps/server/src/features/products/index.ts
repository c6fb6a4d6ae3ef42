export { productClaimed } from './products.jobs.ts'
export { productsFeature } from './products.feature.ts'
export type {
  ClaimOutcome,
  ProductDoc,
  ProductsApi,
  SourceChange,
  SourceProduct,
  SourceSku,
  VariantDoc,
} from './products.types.ts'
