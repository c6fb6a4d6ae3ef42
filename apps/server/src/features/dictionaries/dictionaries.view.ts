import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { isBuiltIn } from './dictionaries.rules.ts'
import type { DictionaryRow } from './dictionaries.store.ts'

export const dictionaryView = ({ createdAt: _created, updatedAt, ...row }: DictionaryRow): Dictionary => ({
  ...row,
  updatedAt: updatedAt.getTime(),
  can: { updateDictionary: true, deleteDictionary: isBuiltIn(row.code) ? '系统内置字典不能删除' : true },
})
