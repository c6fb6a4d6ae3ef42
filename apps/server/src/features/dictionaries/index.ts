export { dictionariesRoutes } from './dictionaries.routes.ts'
export { dictionariesService } from './dictionaries.service.ts'
export type { DictionariesService, EntryUses } from './dictionaries.service.ts'
