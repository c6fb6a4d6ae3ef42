import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import type { Call } from '../../platform/call.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import { keptSheet } from '../files/index.ts'
import type { SheetDeps } from '../files/index.ts'
import { findDemand, findLines } from './lines.store.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import { countLinesForExport, findForExport, whichForExport } from './purchase-list.store.ts'
import type { ExportCursor, ExportScope } from './purchase-list.store.ts'
import { SHEET_COLUMNS, sheetRows } from './sheet.mapping.ts'

type Endpoint = (typeof ENDPOINTS)['exportPurchaseOrders']

/** Purchase orders read at a time, so that memory use does not depend on the length of the sheet. */
const PART = 100
/** Maximum of lines in one sheet, so that writing it takes a few seconds at most. */
const MOST = 50_000

/** Lines of purchase orders as a spreadsheet, written as a stream. */
export function exportService(deps: SheetDeps) {
  const { db } = deps

  async function* rowsOf(which: ExportScope): AsyncGenerator<readonly Cell[]> {
    for (let after: ExportCursor | undefined; ;) {
      const part = await findForExport(db.handle, which, after, PART)
      const last = part.at(-1)
      const lines = await findLines(
        db.handle,
        part.map(({ row }) => row.id),
      )
      const demand = await demandOf(lines)
      const byPurchase = groupBy(lines, (line) => line.purchaseId)
      const byLine = groupBy(demand, (one) => one.asLineId)
      for (const { row } of part) {
        const own = byPurchase.get(row.id) ?? []
        const asked = own.flatMap((line) => byLine.get(line.id) ?? [])
        yield* sheetRows(row, own, asked)
      }
      if (part.length < PART || !last) return
      after = { createdAt: last.cursor, id: last.row.id }
      // Yields to the event loop, so that this process can serve other requests between parts.
      await nextTurn()
    }
  }

  /** The demand of each line. A member's lines keep their own demand, although the target has the demand of all members. */
  async function demandOf(lines: readonly LineRow[]): Promise<DemandOfLine[]> {
    const ids = (isMember: boolean): string[] =>
      lines.filter((line) => (line.targetLineId !== null) === isMember).map(({ id }) => id)
    return [...(await findDemand(db.handle, ids(false))), ...(await findDemand(db.handle, ids(true)))]
  }

  return {
    async exportPurchaseOrders(call: Call, { purchaseIds, filter }: InputOf<Endpoint>): Promise<OutputOf<Endpoint>> {
      if (purchaseIds.length === 0 && !filter) throw invalidField('purchaseIds', '请选择采购单或筛选条件')
      const which = await whichForExport(db.handle, filter, [...new Set(purchaseIds)])
      const total = await countLinesForExport(db.handle, which)
      if (total > MOST)
        throw new Refusal('too-large', { why: `有 ${total} 行商品，一次最多导出 ${MOST} 行，请缩小筛选` })
      return keptSheet(deps, call, { title: '采购单', columns: SHEET_COLUMNS }, rowsOf(which))
    },
  }
}
