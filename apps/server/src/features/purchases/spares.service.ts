import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { sparesEndpoints } from '@huoqiao/contract/purchases/spares.endpoints'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import { keptSheet } from '../files/index.ts'
import type { SheetDeps } from '../files/index.ts'
import { findDemand } from './lines.store.ts'
import { countSpareLines, countSpares, findPlaces, findSparePage, findSparesAfter } from './spares.store.ts'
import type { SpareRow, SpareScope } from './spares.store.ts'
import { SPARE_SHEET } from './spares.sheet.mapping.ts'
import { spareView } from './spares.view.ts'

type Endpoints = typeof sparesEndpoints

/** Lines read at a time, so that memory use does not depend on the length of the sheet, and the maximum number of lines in one sheet. */
const PART = 200
const MOST = 50_000
const PLACES = 200

/** 余货: what is spare, where it lies, for how long and what it cost. */
export function sparesService(deps: SheetDeps) {
  const now = (): Date => new Date(deps.clock.now())

  const viewsOf = async (tx: Tx, rows: readonly SpareRow[]) => {
    const demand = await findDemand(
      tx,
      rows.map(({ line }) => line.id),
    )
    return rows.map((row) => spareView(row, demand))
  }

  async function* sheetRows(scope: SpareScope): AsyncGenerator<readonly Cell[]> {
    for (let after: string | undefined; ;) {
      const part = await findSparesAfter(deps.db.handle, scope, after, PART)
      for (const line of await viewsOf(deps.db.handle, part)) yield SPARE_SHEET.row(line)
      after = part.at(-1)?.line.id
      if (part.length < PART) return
      await nextTurn()
    }
  }

  return {
    async querySpares(
      tx: Tx,
      { page, pageSize, tab, sort, direction, ...filter }: InputOf<Endpoints['querySpares']>,
    ): Promise<OutputOf<Endpoints['querySpares']>> {
      const scope = { filter, tab, now: now(), sort, direction }
      const { rows, total, totalCapped } = await findSparePage(tx, scope, { page, pageSize })
      return { list: await viewsOf(tx, rows), total, page, pageSize, ...(totalCapped ? { totalCapped } : {}) }
    },

    getSpareCounts: (
      tx: Tx,
      filter: InputOf<Endpoints['getSpareCounts']>,
    ): Promise<OutputOf<Endpoints['getSpareCounts']>> => countSpares(tx, filter, now()),

    getSparePlaces: (tx: Tx): Promise<OutputOf<Endpoints['getSparePlaces']>> => findPlaces(tx, PLACES),

    async exportSpares(
      call: Call,
      { tab, ...filter }: InputOf<Endpoints['exportSpares']>,
    ): Promise<OutputOf<Endpoints['exportSpares']>> {
      const scope = { filter, tab, now: now() }
      const total = await countSpareLines(deps.db.handle, scope)
      if (total > MOST)
        throw new Refusal('too-large', { why: `有 ${total} 行余货，一次最多导出 ${MOST} 行，请缩小筛选` })
      return keptSheet(deps, call, { title: '余货', columns: SPARE_SHEET.columns }, sheetRows(scope))
    },
  }
}
