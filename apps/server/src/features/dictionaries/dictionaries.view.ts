import { dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { wireOf } from '../../platform/wire-of.ts'
import { readBy } from './dictionaries.rules.ts'
import type { DictionaryRow } from './dictionaries.store.ts'

const builtIn = (code: string): string | undefined => {
  const reader = readBy(code)
  return reader === undefined ? undefined : `系统内置字典，${reader}，不能删除`
}

export const dictionaryView = (row: DictionaryRow): Dictionary => ({
  ...wireOf(dictionary, row),
  can: { updateDictionary: true, deleteDictionary: builtIn(row.code) ?? true },
})
