export { productClaimed } from './products.jobs.ts'
export type {
  By,
  ClaimOutcome,
  ProductDoc,
  ProductsDoor,
  SourceChange,
  SourceProduct,
  SourceSku,
  VariantDoc,
} from './products.types.ts'
