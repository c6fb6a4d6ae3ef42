import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { readBy } from './dictionaries.rules.ts'
import type { DictionaryRow } from './dictionaries.store.ts'

const builtIn = (code: string): string | undefined => {
  const reader = readBy(code)
  return reader === undefined ? undefined : `系统内置字典，${reader}，不能删除`
}

export const dictionaryView = ({ createdAt: _created, updatedAt, ...row }: DictionaryRow): Dictionary => ({
  ...row,
  updatedAt: updatedAt.getTime(),
  can: { updateDictionary: true, deleteDictionary: builtIn(row.code) ?? true },
})
