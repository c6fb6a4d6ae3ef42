import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { DictionariesService } from './dictionaries.service.ts'

type Names =
  | 'queryDictionaries'
  | 'queryDictionariesByCodes'
  | 'addDictionary'
  | 'updateDictionary'
  | 'deleteDictionary'

export const dictionariesRoutes = ({ db, service }: { db: Db; service: DictionariesService }): RoutesOf<Names> => ({
  queryDictionaries: (_call, input) => service.query(db.handle, input),
  queryDictionariesByCodes: (_call, input) => service.queryByCodes(db.handle, input.codes),
  addDictionary: (call, input) => call.write((tx) => service.add(tx, call, input)),
  updateDictionary: (call, input) => call.write((tx) => service.update(tx, call, input)),
  deleteDictionary: (call, input) => call.write((tx) => service.remove(tx, call, input)),
})
