import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import { formatChinaDate } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { keptFrom } from '../operation-log/index.ts'
import { loginCsv } from './login-log.mapping.ts'
import { findLogins, findOnline, insertLogin, removeLogins } from './session-admin.store.ts'
import { successOf } from './session.rules.ts'
import type { LoginWay } from './session.rules.ts'
import { endSession, removeOldSessions } from './session.store.ts'
import { loginView, onlineView } from './session.view.ts'

type Endpoints = typeof ENDPOINTS
export type SessionAdminService = ReturnType<typeof sessionAdminService>

/** How long ended sessions are kept, to answer who was logged in. Logins are kept as long as the operation log. */
const KEEP = {
  sessionsMs: 90 * 86_400_000,
  draftsMs: 90 * 86_400_000,
  unknownLoginsMs: 30 * 86_400_000,
  devicesMs: 180 * 86_400_000,
} as const

/** Maximum number of exported lines; with more, the search should be narrowed. */
const EXPORT_ROWS = 10_000

export function sessionAdminService(deps: {
  clock: Clock
  newId: NewId
  /** number of past months that the logs keep; 0: all */
  keepLogMonths(): Promise<number>
  /** deletes drafts that were not changed since */
  sweepDrafts(tx: Tx, before: Date): Promise<void>
  /** deletes counters of unknown account names that were not tried since */
  sweepUnknownLogins(tx: Tx, before: Date): Promise<void>
  /** deletes devices without a login since */
  sweepDevices(tx: Tx, before: Date): Promise<void>
}) {
  const now = (): Date => new Date(deps.clock.now())
  const service = {
    async queryOnlineSessions(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['queryOnlineSessions']>,
    ): Promise<OutputOf<Endpoints['queryOnlineSessions']>> {
      const { rows, total } = await findOnline(tx, { keyword: input.keyword, now: now() }, input)
      const list = rows.map((row) => onlineView(row, call.actor.sessionId))
      return { list, total, page: input.page, pageSize: input.pageSize }
    },

    endSessions: (tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      service.endOf(tx, call, { ids }, `被${call.actor.name}踢下线`),

    /** Ends these sessions; with `accountId`, only sessions of that account. */
    async endOf(
      tx: Tx,
      call: Call,
      { ids, accountId }: { ids: readonly string[]; accountId?: string },
      reason: string,
    ): Promise<BulkOutcome> {
      const { rows: online } = await findOnline(tx, { ids, accountId, now: now() }, { page: 1, pageSize: ids.length })
      const byId = new Map(online.map((row) => [row.id, row]))
      const rows: RowOutcome[] = []
      for (const id of new Set(ids)) {
        const row = byId.get(id)
        if (!row) rows.push({ key: id, ok: false, word: 'not-found', message: '已经不在线' })
        else if (id === call.actor.sessionId)
          rows.push({ key: id, ok: false, word: 'not-yourself', message: '这是你自己，请用退出登录' })
        else {
          await endSession(tx, id, reason, now())
          call.notes.object('account', row.accountId, row.userAccount)
          rows.push({ key: id, ok: true, message: `${row.userAccount} 已踢下线` })
        }
      }
      return outcomeOf(rows)
    },

    async queryLoginLog(
      tx: Tx,
      input: InputOf<Endpoints['queryLoginLog']>,
    ): Promise<OutputOf<Endpoints['queryLoginLog']>> {
      const { rows, ...count } = await findLogins(tx, input, input)
      return { list: rows.map(loginView), ...count, page: input.page, pageSize: input.pageSize }
    },

    /** Exports the rows of a search; the export is logged in the operation log. */
    async exportLoginLog(
      tx: Tx,
      input: InputOf<Endpoints['exportLoginLog']>,
    ): Promise<OutputOf<Endpoints['exportLoginLog']>> {
      const { rows, totalCapped } = await findLogins(tx, input, { page: 1, pageSize: EXPORT_ROWS })
      const fileName = `登录日志-${formatChinaDate(deps.clock.now())}.csv`
      return { fileName, csv: loginCsv(rows), rows: rows.length, capped: totalCapped && rows.length === EXPORT_ROWS }
    },

    /** Every login attempt is logged with its outcome, except those refused by a limit before they were checked. */
    async logged<T>(tx: Tx, call: Call, userAccount: string, attempt: Promise<T>, way: () => LoginWay): Promise<T> {
      const keep = (outcome: 'ok' | 'refused', message: string): Promise<void> =>
        insertLogin(tx, {
          id: deps.newId(),
          at: now(),
          userAccount: userAccount.toLowerCase(),
          ip: call.ip,
          userAgent: call.userAgent.slice(0, 300),
          outcome,
          message,
        })
      try {
        const answer = await attempt
        await keep('ok', successOf(way()))
        return answer
      } catch (error) {
        if (isRefusal(error) && error.word !== 'too-many') await keep('refused', error.message)
        throw error
      }
    },

    async sweep(tx: Tx): Promise<void> {
      await removeOldSessions(tx, new Date(deps.clock.now() - KEEP.sessionsMs))
      const loginsFrom = keptFrom(deps.clock.now(), await deps.keepLogMonths())
      if (loginsFrom) await removeLogins(tx, loginsFrom)
      await deps.sweepUnknownLogins(tx, new Date(deps.clock.now() - KEEP.unknownLoginsMs))
      await deps.sweepDrafts(tx, new Date(deps.clock.now() - KEEP.draftsMs))
      await deps.sweepDevices(tx, new Date(deps.clock.now() - KEEP.devicesMs))
    },
  }
  return service
}
