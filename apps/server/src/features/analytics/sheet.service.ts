import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import type { Call } from '../../platform/call.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import { keptSheet } from '../files/index.ts'
import type { SheetDeps } from '../files/index.ts'
import type { AnalyticsService } from './analytics.service.ts'
import { isOfGoods } from './analytics.store.ts'
import { sheetColumns, sheetRows } from './sheet.mapping.ts'

type Endpoint = (typeof analyticsEndpoints)['exportAnalytics']
export type SheetService = ReturnType<typeof sheetService>

/** The page's table as a spreadsheet. */
export function sheetService(deps: SheetDeps & { analytics: AnalyticsService }) {
  async function* rowsOf(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
    yield* rows
  }
  return {
    async exportAnalytics(call: Call, input: InputOf<Endpoint>): Promise<OutputOf<Endpoint>> {
      const answer = await deps.analytics.getAnalytics(input)
      const ofGoods = isOfGoods(input.group, input)
      const sheet = { title: '生意分析', columns: sheetColumns(input, ofGoods) }
      const { rows, ...kept } = await keptSheet(deps, call, sheet, rowsOf(sheetRows(answer, ofGoods)))
      // The last row is the total and is not counted.
      return { ...kept, rows: rows - 1 }
    },
  }
}
