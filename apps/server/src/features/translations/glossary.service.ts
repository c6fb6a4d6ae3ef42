import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { TermKind } from '@huoqiao/contract/translations/glossary.status'
import type { GlossaryTerm, GlossaryTermFields } from '@huoqiao/contract/translations/glossary.schema'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import {
  countTerms,
  findAllTerms,
  findTerm,
  findTerms,
  insertTerm,
  lockGlossary,
  removeTerm,
  saveTerm,
} from './glossary.store.ts'
import type { TermRow } from './glossary.store.ts'
import { termView } from './glossary.view.ts'
import { contradictionOf } from './terms.rules.ts'
import { termOf } from './terms.service.ts'

type Endpoints = typeof ENDPOINTS
export type GlossaryService = ReturnType<typeof glossaryService>
const MOST_TERMS = 20_000

export function glossaryService(deps: { clock: Clock; newId: NewId; stores: StoresApi }) {
  const now = (): Date => new Date(deps.clock.now())
  const view = async (row: TermRow): Promise<GlossaryTerm> => termView(row, await deps.stores.storeNames())

  /** Locks the glossary, so that no contradicting entry is added concurrently. */
  async function checked(tx: Tx, fields: GlossaryTermFields, id?: string) {
    if (fields.kind === 'forced' && fields.target === '') throw invalidField('target', '强制译法要填写译法')
    if (fields.storeId !== null) await deps.stores.requireStores(tx, [fields.storeId])
    await lockGlossary(tx)
    const existing = (await findAllTerms(tx)).map(termOf)
    if (existing.length >= MOST_TERMS && id === undefined)
      throw new Refusal('name-taken', { msg: '术语太多', why: `最多 ${MOST_TERMS} 条` })
    const target = fields.kind === 'forced' ? fields.target : ''
    const contradiction = contradictionOf({ ...fields, target, ...(id === undefined ? {} : { id }) }, existing)
    if (contradiction !== undefined)
      throw new Refusal('name-taken', {
        msg: '术语互相矛盾，没有保存',
        why: contradiction,
        fields: { source: contradiction },
        next: [{ label: '先修改或删除另一条' }],
      })
    return { ...fields, target, locale: fields.locale ?? '' }
  }
  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'glossary_term_word')) throw new Refusal('name-taken', { why: '这个术语已经有了' })
    throw error
  }

  return {
    async queryGlossaryTerms(
      tx: Tx,
      input: InputOf<Endpoints['queryGlossaryTerms']>,
    ): Promise<OutputOf<Endpoints['queryGlossaryTerms']>> {
      const { rows, total } = await findTerms(tx, input, input)
      const names = await deps.stores.storeNames()
      return { list: rows.map((row) => termView(row, names)), total, page: input.page, pageSize: input.pageSize }
    },

    async getGlossaryCountByKind(
      tx: Tx,
      input: InputOf<Endpoints['getGlossaryCountByKind']>,
    ): Promise<OutputOf<Endpoints['getGlossaryCountByKind']>> {
      const found = await countTerms(tx, input)
      return {
        counts: Object.fromEntries(found.map(({ kind, n }) => [kind, n])) as Partial<Record<TermKind, number>>,
        all: found.reduce((sum, { n }) => sum + n, 0),
        capped: [],
      }
    },

    async addGlossaryTerm(tx: Tx, call: Call, fields: GlossaryTermFields): Promise<GlossaryTerm> {
      const columns = await checked(tx, fields)
      const row = await insertTerm(tx, { ...columns, id: deps.newId(), updatedBy: call.actor.name }, now()).catch(taken)
      call.notes.object('glossary-term', row.id, row.source)
      return view(row)
    },

    async updateGlossaryTerm(
      tx: Tx,
      call: Call,
      { id, version, ...fields }: InputOf<Endpoints['updateGlossaryTerm']>,
    ): Promise<GlossaryTerm> {
      const columns = await checked(tx, fields, id)
      const before = await findTerm(tx, id)
      if (before === undefined) throw new Refusal('not-found')
      const saved = await saveTerm(tx, id, version, { ...columns, updatedBy: call.actor.name }, now()).catch(taken)
      if (saved === undefined) throw new Refusal('stale', { current: await view(before) })
      call.notes.object('glossary-term', id, saved.source)
      noteChanges(call.notes, fields, await view(before), await view(saved))
      return view(saved)
    },

    async deleteGlossaryTerm(tx: Tx, call: Call, { id, version }: { id: string; version: number }): Promise<null> {
      const before = await findTerm(tx, id)
      if (before === undefined) throw new Refusal('not-found')
      if (!(await removeTerm(tx, id, version))) throw new Refusal('stale', { current: await view(before) })
      call.notes.object('glossary-term', id, before.source)
      call.notes.change('deleted', await view(before), null)
      return null
    },
  }
}
