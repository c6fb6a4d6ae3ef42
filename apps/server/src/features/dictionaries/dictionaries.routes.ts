import type { dictionariesEndpoints } from '@huoqiao/contract/dictionaries/dictionaries.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { DictionariesService } from './dictionaries.service.ts'

export const dictionariesRoutes = ({
  db,
  service,
}: {
  db: Db
  service: DictionariesService
}): RoutesOf<keyof typeof dictionariesEndpoints> => ({
  queryDictionaries: (_call, input) => service.queryDictionaries(db.handle, input),
  queryDictionariesByCodes: (_call, input) => service.queryDictionariesByCodes(db.handle, input.codes),
  addDictionary: (call, input) => call.write((tx) => service.addDictionary(tx, call, input)),
  updateDictionary: (call, input) => call.write((tx) => service.updateDictionary(tx, call, input)),
  deleteDictionary: (call, input) => call.write((tx) => service.deleteDictionary(tx, call, input)),
})
