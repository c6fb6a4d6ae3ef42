export { collectionFeature } from './collection.feature.ts'
export type { CollectionApi } from './collection.feature.ts'
export { sourceProductOf } from './collection.mapping.ts'
