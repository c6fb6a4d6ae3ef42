import type { OutputOf } from '@huoqiao/contract'
import type {
  DifferenceFilter,
  reconciliationEndpoints,
} from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import { keptSheet } from '../files/index.ts'
import type { SheetDeps } from '../files/index.ts'
import { countDifferences, findForSheet } from './differences.store.ts'
import { DIFFERENCE_SHEET } from './sheet.mapping.ts'

type Output = OutputOf<(typeof reconciliationEndpoints)['exportDifferences']>

/** Rows read at a time, and the maximum in one sheet, so that it takes a few seconds at most. */
const PART = 500
const MOST = 50_000

/** Writes differences to a spreadsheet as a stream. */
export function sheetService(deps: SheetDeps) {
  const { db } = deps

  async function* rowsOf(filter: DifferenceFilter): AsyncGenerator<readonly Cell[]> {
    for (let page = 0; page * PART < MOST; page++) {
      const part = await findForSheet(db.handle, filter, page, PART)
      for (const row of part) yield DIFFERENCE_SHEET.row(row)
      if (part.length < PART) return
    }
  }

  return {
    async exportDifferences(call: Call, filter: DifferenceFilter): Promise<Output> {
      const total = (await countDifferences(db.handle, filter)).reduce((sum, { n }) => sum + n, 0)
      if (total > MOST)
        throw new Refusal('too-large', { why: `有 ${total} 个差异，一次最多导出 ${MOST} 个，请缩小筛选` })
      return keptSheet(deps, call, { title: '对账差异', columns: DIFFERENCE_SHEET.columns }, rowsOf(filter))
    },
  }
}
