import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** What holds entries of a dictionary, in words, by the entry's value: such entries stay as they are. */
export const entriesInUse = defineHook<
  [tx: Tx, code: string, entries: DictionaryFields['entries']],
  ReadonlyMap<string, string>
>('dictionaries: dictionary-entries-in-use')
