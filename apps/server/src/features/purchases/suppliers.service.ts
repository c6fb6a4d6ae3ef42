import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { supplierView } from './suppliers.view.ts'
import { findFigures, findSupplier, findSupplierPage, saveSupplier } from './suppliers.store.ts'

type Endpoints = typeof ENDPOINTS

/** The 1688 sellers that were bought from, with our rating of them. */
export function suppliersService(deps: { clock: Clock }) {
  return {
    async querySuppliers(
      tx: Tx,
      input: InputOf<Endpoints['querySuppliers']>,
    ): Promise<OutputOf<Endpoints['querySuppliers']>> {
      const { page, pageSize, sort, ...filter } = input
      const { rows, ...count } = await findSupplierPage(tx, filter, { page, pageSize, sort })
      const figures = await findFigures(
        tx,
        rows.map(({ id }) => id),
      )
      return { list: rows.map((row) => supplierView(row, figures.get(row.id))), ...count, page, pageSize }
    },

    async updateSupplier(tx: Tx, call: Call, input: InputOf<Endpoints['updateSupplier']>): Promise<Supplier> {
      const { id, version, ...fields } = input
      const before = await findSupplier(tx, id)
      if (!before) throw new Refusal('not-found')
      const figures = (await findFigures(tx, [id])).get(id)
      const saved = await saveSupplier(tx, id, version, fields, new Date(deps.clock.now()))
      if (!saved) throw new Refusal('stale', { current: supplierView(before, figures) })
      call.notes.object('supplier', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return supplierView(saved, figures)
    },
  }
}
