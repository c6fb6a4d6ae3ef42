import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Dictionary, DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { DICTIONARY_SEED } from './dictionaries.seed.ts'
import { goneEntries, readBy, repeatedValue } from './dictionaries.rules.ts'
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

type Entries = DictionaryFields['entries']

export function dictionariesService(deps: {
  clock: Clock
  newId: NewId
  /** which entries are stored in rows of features: by value, the feature */
  usesOf(tx: Tx, code: string, entries: Entries): Promise<ReadonlyMap<string, string>[]>
}) {
  /** A value that rows still contain would lose its label. */
  const refuseWhileUsed = async (tx: Tx, code: string, entries: Entries): Promise<void> => {
    if (entries.length === 0) return
    const held: string[] = []
    for (const uses of await deps.usesOf(tx, code, entries)) {
      for (const { value, label } of entries)
        if (uses.has(value)) held.push(`“${label}”（${value}）：${uses.get(value)}`)
    }
    if (held.length > 0)
      throw new Refusal('in-use', {
        msg: '字典项正在被使用，不能删除，也不能改值',
        why: held.join('；'),
        next: [{ label: '改为停用：新的表单里不再出现，已有的记录不受影响' }],
      })
  }
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
    async queryDictionaries(
      tx: Tx,
      input: InputOf<Endpoints['queryDictionaries']>,
    ): Promise<OutputOf<Endpoints['queryDictionaries']>> {
      const { rows, total } = await findDictionaries(tx, input, input)
      return { list: rows.map(dictionaryView), total, page: input.page, pageSize: input.pageSize }
    },

    async queryDictionariesByCodes(
      tx: Tx,
      codes: readonly string[],
    ): Promise<OutputOf<Endpoints['queryDictionariesByCodes']>> {
      const rows = await findDictionariesByCodes(tx, codes)
      return rows.map(({ code, name, entries, version }) => ({
        code,
        name,
        version,
        entries: entries.filter((entry) => entry.enabled),
      }))
    },

    /** Only if the installation has no dictionary at all, so that deleted ones do not come back. */
    async seed(tx: Tx): Promise<void> {
      const { total } = await findDictionaries(tx, {}, { page: 1, pageSize: 1 })
      if (total > 0) return
      for (const fields of DICTIONARY_SEED) await insertDictionary(tx, { ...fields, id: deps.newId(), at: now() })
    },

    async addDictionary(tx: Tx, call: Call, fields: DictionaryFields): Promise<Dictionary> {
      checkEntries(fields)
      const row = await insertDictionary(tx, { ...fields, id: deps.newId(), at: now() }).catch(nameTaken(fields.code))
      call.notes.object('dictionary', row.id, row.name)
      return dictionaryView(row)
    },

    async updateDictionary(tx: Tx, call: Call, input: InputOf<Endpoints['updateDictionary']>): Promise<Dictionary> {
      const { id, version, ...fields } = input
      checkEntries(fields)
      const before = await findDictionary(tx, id)
      if (!before) throw new Refusal('not-found')
      const reader = readBy(before.code)
      if (reader !== undefined && fields.code !== before.code) {
        const why = `系统内置字典，${reader}，编码不能修改`
        throw new Refusal('in-use', { msg: why, why, fields: { code: why } })
      }
      await refuseWhileUsed(tx, before.code, goneEntries(before.entries, fields.entries))
      const saved = await saveDictionary(tx, id, version, fields, now()).catch(nameTaken(fields.code))
      if (!saved) throw new Refusal('stale', { current: dictionaryView(before) })
      call.notes.object('dictionary', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return dictionaryView(saved)
    },

    async deleteDictionary(tx: Tx, call: Call, input: InputOf<Endpoints['deleteDictionary']>): Promise<null> {
      const before = await findDictionary(tx, input.id)
      if (!before) throw new Refusal('not-found')
      const reader = readBy(before.code)
      if (reader !== undefined) throw new Refusal('in-use', { why: `系统内置字典，${reader}` })
      await refuseWhileUsed(tx, before.code, before.entries)
      if (!(await removeDictionary(tx, input.id, input.version)))
        throw new Refusal('stale', { current: dictionaryView(before) })
      call.notes.object('dictionary', before.id, before.name)
      call.notes.change('deleted', dictionaryView(before), null)
      return null
    },
  }
}
