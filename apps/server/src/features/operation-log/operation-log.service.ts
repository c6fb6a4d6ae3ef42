import type { InputOf, OutputOf, ENDPOINTS } from '@huoqiao/contract'
import { formatChinaDate } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { FinishedCall } from '../../http/bind.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { maskSecrets } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { logCsv } from './csv.mapping.ts'
import { findEntries, insertEntry, removeEntries } from './operation-log.store.ts'
import { entryView } from './operation-log.view.ts'
import { keptFrom } from './retention.rules.ts'

export type OperationLogService = ReturnType<typeof operationLogService>

/** Maximum number of exported lines; with more, the search should be narrowed. */
const EXPORT_ROWS = 10_000

export function operationLogService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  /** number of past months that are kept; 0: all */
  keepMonths: () => Promise<number>
}) {
  /** If a call noted no changes, its masked input is logged instead. */
  const changesOf = (call: FinishedCall): { field: string; before: unknown; after: unknown }[] => {
    const noted = call.notes.changes.length > 0 ? call.notes.changes : inputAsChanges(call.input)
    return noted.map(({ field, before, after }) => {
      const masked = maskSecrets({ [field]: maskPhones(field, after) }) as Record<string, unknown>
      const maskedBefore = maskSecrets({ [field]: maskPhones(field, before) }) as Record<string, unknown>
      return { field, before: clip(maskedBefore[field]), after: clip(masked[field]) }
    })
  }

  return {
    /** Writes one finished call. A call that changed something is answered only after it is logged. */
    async record(call: FinishedCall, tx: Tx = deps.db.handle): Promise<void> {
      await insertEntry(tx, {
        id: deps.newId(),
        at: new Date(deps.clock.now()),
        accountId: call.actor?.accountId ?? null,
        accountName: call.actor ? `${call.actor.name}（${call.actor.userAccount}）` : accountOfLogin(call.input),
        ip: call.ip,
        call: call.name,
        title: call.endpoint.title,
        objects: call.notes.objects,
        // Contains both "kind:id" and the kind alone, so that one index finds either.
        objectKeys: [...new Set(call.notes.objects.flatMap(({ kind, id }) => [`${kind}:${id}`, kind]))],
        changes: changesOf(call),
        outcome: call.outcome,
        word: call.word,
        message: call.message.slice(0, MESSAGE_CHARS),
        durationMs: Math.round(call.durationMs),
        requestId: call.requestId,
      })
    },

    async findOperationLog(
      tx: Tx,
      input: InputOf<typeof ENDPOINTS.findOperationLog>,
    ): Promise<OutputOf<typeof ENDPOINTS.findOperationLog>> {
      const { rows, ...count } = await findEntries(tx, { ...input, objectKey: objectKeyOf(input) }, input)
      return { list: rows.map(entryView), ...count, page: input.page, pageSize: input.pageSize }
    },

    /** Returns from when on the log is kept; undefined: everything is kept. */
    async dropOld(): Promise<Date | undefined> {
      const from = keptFrom(deps.clock.now(), await deps.keepMonths())
      if (from) await removeEntries(deps.db.handle, from)
      return from
    },

    /** Exports the rows of a search; the export is itself logged, because it takes data out of the app. */
    async exportOperationLog(
      tx: Tx,
      input: InputOf<typeof ENDPOINTS.exportOperationLog>,
    ): Promise<OutputOf<typeof ENDPOINTS.exportOperationLog>> {
      const filter = { ...input, objectKey: objectKeyOf(input) }
      const { rows, totalCapped } = await findEntries(tx, filter, { page: 1, pageSize: EXPORT_ROWS })
      const day = formatChinaDate(deps.clock.now())
      return { fileName: `操作日志-${day}.csv`, csv: logCsv(rows), rows: rows.length, capped: totalCapped }
    },
  }
}

const objectKeyOf = (input: { kind?: string | undefined; objectId?: string | undefined }): string | undefined =>
  input.kind && input.objectId ? `${input.kind}:${input.objectId}` : input.kind

/** Phone numbers are masked in the log too, because its readers may not be allowed to see them. */
const maskPhones = (field: string, value: unknown): unknown =>
  /phone|mobile/i.test(field) && typeof value === 'string' ? value.replace(/\d{4}(?=\d{4}$)/, '****') : value

const inputAsChanges = (input: unknown): { field: string; before: unknown; after: unknown }[] =>
  input !== null && typeof input === 'object'
    ? Object.entries(input).map(([field, after]) => ({ field, before: undefined, after }))
    : []

/** A failed login has no actor, so the log shows the account name that was tried. */
const accountOfLogin = (input: unknown): string =>
  input !== null && typeof input === 'object' && 'userAccount' in input ? String(input.userAccount) : '系统'

/** Long values are cut off: people read the log, and the full value is in the object's history. */
function clip(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined || text.length <= MESSAGE_CHARS) return value
  return `${text.slice(0, MESSAGE_CHARS)}…`
}
