export { deriveProductState } from './products.rules.ts'
export { productClaimed } from './products.jobs.ts'
export { productsRoutes } from './products.routes.ts'
export { productsService } from './products.service.ts'
export type { ProductsService } from './products.service.ts'
export type {
  ClaimOutcome,
  ProductDoc,
  ProductsApi,
  SourceChange,
  SourceProduct,
  SourceSku,
  VariantDoc,
} from './products.types.ts'
