export type { StoreDoc, StoresDoor } from './stores.types.ts'
