export { collectionFeature } from './collection.feature.ts'
export type { CollectionApi } from './collection.feature.ts'
export { sourceProductOf, storable } from './collection.mapping.ts'
