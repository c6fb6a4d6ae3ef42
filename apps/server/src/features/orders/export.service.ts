import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatChinaTime, groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { sheetWriter } from '../../platform/sheet-writer.ts'
import type { FilesService } from '../files/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { exportSheet } from './export.mapping.ts'
import { countForExport, findExportLines, findForExport } from './export.store.ts'
import type { ExportCursor } from './export.store.ts'
import { amountParts, editedAway } from './order-amounts.rules.ts'
import { findPersons } from './orders.store.ts'
import type { PersonRow } from './orders.store.ts'
import type { TaskInput } from './orders.types.ts'
import { personEvents } from './person-events.ts'
import { endPersonExports, findPersonExports, updateOpenTask } from './tasks.store.ts'
import type { TaskRow } from './tasks.store.ts'

type ExportRequest = Extract<TaskInput, { kind: 'export' }>

const NO_PERSONS: ReadonlyMap<string, PersonRow> = new Map()
/** Orders read at a time, so that memory use does not depend on the length of the sheet. */
const PART = 200
/** Rows written before yielding to the event loop, so that this process can serve other requests. */
const ROWS_A_TURN = 25
/** Chosen ids in one query. */
const CHOSEN = 500
const WITHDRAWN = '导出期间有客户信息被删除，表格没有保存，请重新导出'

/** The task ended while its sheet was being stored: a person cancelled it, or the data of a customer was deleted. */
class TaskEnded extends Error {}

/** Streams order lines with their sources into a sheet and stores it as a file. */
export function exportService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  files: Pick<FilesService, 'keepExport' | 'removeExport'>
  stores: Pick<StoresApi, 'storeNames'>
}) {
  const { db } = deps
  const reported = personEvents(deps)

  return {
    async run(task: TaskRow, request: ExportRequest, signal: AbortSignal): Promise<void> {
      const folder = await mkdtemp(join(tmpdir(), 'huoqiao-export-'))
      try {
        await write(task, request, join(folder, 'orders.xlsx'), signal)
      } catch (error) {
        if (!(error instanceof TaskEnded)) throw error
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    /**
     * Deletes the sheets with customers and ends running exports with customers: each may contain a customer whose data was deleted. The sheets are
     * not searched for that customer, because exporting again takes only a minute.
     */
    async withdrawPersonExports(): Promise<void> {
      const ended = { state: 'failed', message: WITHDRAWN, finishedAt: new Date(deps.clock.now()) } as const
      await endPersonExports(db.handle, ended)
      for (const fileId of await findPersonExports(db.handle)) await deps.files.removeExport(fileId)
    },
  }

  async function write(task: TaskRow, request: ExportRequest, path: string, signal: AbortSignal): Promise<void> {
    const { reason } = request
    const hasPersons = reason !== undefined
    // The keyword searches customer data only if the sheet contains it.
    const filter = request.filter ? { ...request.filter, seesCustomers: hasPersons } : null
    const total = await countForExport(db.handle, filter, request.orderIds)
    const names = await deps.stores.storeNames()
    const { columns, row } = exportSheet(request.columns ?? [])
    const sheet = await sheetWriter(path, { title: '订单SKU', columns })
    let done = 0
    let rows = 0
    try {
      for await (const ids of parts(filter, request.orderIds)) {
        signal.throwIfAborted()
        const persons = hasPersons ? await revealed(ids, task, reason) : NO_PERSONS
        for (const lines of groupBy(await findExportLines(db.handle, ids), ({ orderId }) => orderId).values()) {
          const away = editedAway(amountParts(lines[0]!), lines) ?? null
          for (const [at, line] of lines.entries()) {
            const storeName = names.get(line.storeId) ?? '已删除的店铺'
            await sheet.row(
              row({ ...line, storeName, isFirst: at === 0, editedAway: away, person: persons.get(line.orderId) }),
            )
            rows += 1
            if (rows % ROWS_A_TURN === 0) await nextTurn()
          }
        }
        done += ids.length
        const open = await updateOpenTask(db.handle, task.id, { done, total, updatedAt: new Date(deps.clock.now()) })
        // A person cancelled it.
        if (!open) return sheet.abandon()
      }
    } catch (error) {
      sheet.abandon()
      throw error
    }
    const { size, hash } = await sheet.close()
    const name = `订单SKU-${formatChinaTime(deps.clock.now()).replaceAll(/\D/g, '').slice(0, 14)}.xlsx`
    await deps.files.keepExport({ name, path, size, hash, ownerId: task.createdById }, async (tx, fileId) => {
      const finished = await updateOpenTask(tx, task.id, {
        state: 'succeeded',
        total: Math.max(total, done),
        done,
        fileId,
        file: { name, size, rows },
        finishedAt: new Date(deps.clock.now()),
      })
      if (!finished) throw new TaskEnded()
    })
  }

  /** The customers of these orders; each order's timeline says who took them out, and why. */
  async function revealed(
    orderIds: readonly string[],
    { createdById, createdBy }: TaskRow,
    reason: string,
  ): Promise<ReadonlyMap<string, PersonRow>> {
    return db.transaction(async (tx) => {
      const found = new Map((await findPersons(tx, orderIds)).map((person) => [person.orderId, person]))
      const by = createdById === null ? null : { accountId: createdById, name: createdBy }
      await reported(tx, found.keys(), `导出客户信息：${reason}`, by)
      return found
    })
  }

  async function* parts(
    filter: Parameters<typeof findForExport>[1],
    chosen: readonly string[],
  ): AsyncGenerator<string[]> {
    const groups =
      chosen.length === 0
        ? [[]]
        : Array.from({ length: Math.ceil(chosen.length / CHOSEN) }, (_one, index) =>
            chosen.slice(index * CHOSEN, (index + 1) * CHOSEN),
          )
    for (const group of groups) {
      for (let after: ExportCursor | undefined; ;) {
        const found = await findForExport(db.handle, filter, group, after, PART)
        if (found.length > 0) yield found.map(({ id }) => id)
        if (found.length < PART) break
        after = found.at(-1)
      }
    }
  }
}
