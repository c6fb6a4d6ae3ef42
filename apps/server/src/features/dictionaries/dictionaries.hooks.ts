import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** Which objects use entries of a dictionary, as text by the entry's value: such entries cannot be changed. */
export const entriesInUse = defineHook<
  [tx: Tx, code: string, entries: DictionaryFields['entries']],
  ReadonlyMap<string, string>
>('dictionaries: dictionary-entries-in-use')
