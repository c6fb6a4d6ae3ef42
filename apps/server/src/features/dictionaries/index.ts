export { dictionariesRoutes } from './dictionaries.routes.ts'
export { dictionariesService } from './dictionaries.service.ts'
export type { DictionariesService } from './dictionaries.service.ts'
