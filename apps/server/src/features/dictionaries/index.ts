export { dictionariesFeature } from './dictionaries.feature.ts'
export { entriesInUse } from './dictionaries.hooks.ts'
export type { DictionariesService } from './dictionaries.service.ts'
