import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Dictionary, DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { isBuiltIn, repeatedValue } from './dictionaries.rules.ts'
import {
  findDictionaries,
  findDictionariesByCodes,
  findDictionary,
  insertDictionary,
  removeDictionary,
  saveDictionary,
} from './dictionaries.store.ts'
import { dictionaryView } from './dictionaries.view.ts'

export type DictionariesService = ReturnType<typeof dictionariesService>
type Endpoints = typeof ENDPOINTS

export function dictionariesService(deps: { clock: Clock; newId: NewId }) {
  const checkEntries = (fields: DictionaryFields): void => {
    const repeated = repeatedValue(fields.entries)
    if (repeated !== undefined) throw invalidField('entries', `字典项“${repeated}”重复`)
  }
  const now = (): Date => new Date(deps.clock.now())
  const nameTaken = (code: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'dictionary_code')) throw new Refusal('name-taken', { why: `编码 ${code} 已存在` })
    throw error
  }

  return {
    async query(
      tx: Tx,
      input: InputOf<Endpoints['queryDictionaries']>,
    ): Promise<OutputOf<Endpoints['queryDictionaries']>> {
      const { rows, total } = await findDictionaries(tx, input, input)
      return { list: rows.map(dictionaryView), total, page: input.page, pageSize: input.pageSize }
    },

    async queryByCodes(tx: Tx, codes: readonly string[]): Promise<OutputOf<Endpoints['queryDictionariesByCodes']>> {
      const rows = await findDictionariesByCodes(tx, codes)
      return rows.map(({ code, name, entries, version }) => ({
        code,
        name,
        version,
        entries: entries.filter((entry) => entry.enabled),
      }))
    },

    async add(tx: Tx, call: Call, fields: DictionaryFields): Promise<Dictionary> {
      checkEntries(fields)
      const row = await insertDictionary(tx, { ...fields, id: deps.newId(), at: now() }).catch(nameTaken(fields.code))
      call.notes.object('dictionary', row.id, row.name)
      return dictionaryView(row)
    },

    async update(tx: Tx, call: Call, input: InputOf<Endpoints['updateDictionary']>): Promise<Dictionary> {
      const { id, version, ...fields } = input
      checkEntries(fields)
      const before = await findDictionary(tx, id)
      if (!before) throw new Refusal('not-found')
      if (isBuiltIn(before.code) && fields.code !== before.code)
        throw invalidField('code', '系统内置字典的编码不能修改')
      const saved = await saveDictionary(tx, id, version, fields, now()).catch(nameTaken(fields.code))
      if (!saved) throw new Refusal('stale', { current: dictionaryView(before) })
      call.notes.object('dictionary', id, saved.name)
      for (const field of ['code', 'name', 'note', 'entries'] as const) {
        if (JSON.stringify(before[field]) !== JSON.stringify(saved[field]))
          call.notes.change(field, before[field], saved[field])
      }
      return dictionaryView(saved)
    },

    async remove(tx: Tx, call: Call, input: InputOf<Endpoints['deleteDictionary']>): Promise<null> {
      const before = await findDictionary(tx, input.id)
      if (!before) throw new Refusal('not-found')
      if (isBuiltIn(before.code)) throw new Refusal('in-use', { why: '系统内置字典不能删除' })
      if (!(await removeDictionary(tx, input.id, input.version)))
        throw new Refusal('stale', { current: dictionaryView(before) })
      call.notes.object('dictionary', before.id, before.name)
      call.notes.change('deleted', dictionaryView(before), null)
      return null
    },
  }
}
