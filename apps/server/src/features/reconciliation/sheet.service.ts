import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutputOf } from '@huoqiao/contract'
import type {
  DifferenceFilter,
  reconciliationEndpoints,
} from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import { formatChinaTime } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sheetWriter } from '../../platform/sheet-writer.ts'
import type { FilesService } from '../files/index.ts'
import { countDifferences, findForSheet } from './differences.store.ts'
import { SHEET_COLUMNS, sheetRow } from './sheet.mapping.ts'

type Output = OutputOf<(typeof reconciliationEndpoints)['exportDifferences']>

/** Rows read at a time, and at the most in one sheet: whoever waits for it waits for some seconds. */
const PART = 500
const MOST = 50_000

/** Differences as a spreadsheet, written as a stream. */
export function sheetService(deps: {
  db: Db
  clock: Clock
  files: Pick<FilesService, 'keepExport'>
  /** an address for a kept file that holds for some minutes */
  linkTo(fileId: string, name: string): { url: string; until: number }
}) {
  const { db } = deps

  async function write(path: string, filter: DifferenceFilter, signal: AbortSignal) {
    const sheet = await sheetWriter(path, { title: '对账差异', columns: SHEET_COLUMNS })
    let rows = 0
    try {
      for (let page = 0; rows < MOST; page++) {
        signal.throwIfAborted()
        const part = await findForSheet(db.handle, filter, page, PART)
        for (const row of part) await sheet.row(sheetRow(row))
        rows += part.length
        if (part.length < PART) break
      }
    } catch (error) {
      sheet.abandon()
      throw error
    }
    return { rows, ...(await sheet.close()) }
  }

  return {
    async export(call: Call, filter: DifferenceFilter): Promise<Output> {
      const total = (await countDifferences(db.handle, filter)).reduce((sum, { n }) => sum + n, 0)
      if (total > MOST)
        throw new Refusal('too-large', { why: `有 ${total} 个差异，一次最多导出 ${MOST} 个，请缩小筛选` })
      const folder = await mkdtemp(join(tmpdir(), 'huoqiao-export-'))
      try {
        const path = join(folder, 'differences.xlsx')
        const { rows, size, hash } = await write(path, filter, call.signal)
        const fileName = `对账差异-${formatChinaTime(deps.clock.now()).replaceAll(/\D/g, '').slice(0, 14)}.xlsx`
        const fileId = await db.transaction((tx) =>
          deps.files.keepExport(tx, { name: fileName, path, size, hash, ownerId: call.actor.accountId }),
        )
        return { fileName, rows, ...deps.linkTo(fileId, fileName) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
