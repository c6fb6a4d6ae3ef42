import type { InputOf } from '@huoqiao/contract'
import type { analyticsEndpoints } from '@huoqiao/contract/analytics/analytics.endpoints'
import type { AnalyticsSchedule, AnalyticsView } from '@huoqiao/contract/analytics/analytics.schema'
import { formatChinaDate } from '@huoqiao/kit'
import { isUniqueViolation } from '../../db/db.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import { deleteSchedule, findSchedules, insertSchedule, takeDue } from './schedules.store.ts'
import type { ScheduleRow } from './schedules.store.ts'
import { addDays, weekdayOf } from './spans.rules.ts'

type Endpoints = typeof analyticsEndpoints
export type SchedulesService = ReturnType<typeof schedulesService>

/** Weekly reports per person. */
const MOST = 10
const WEEK = [0, 1, 2, 3, 4, 5, 6]

const view = ({ id, name, weekday, view: shown, sentAt }: ScheduleRow): AnalyticsSchedule => ({
  id,
  name,
  weekday,
  view: shown,
  sentAt: sentAt?.getTime() ?? null,
})

/** Address of the page with a view and seven days. The page applies the rights that the person has when it is opened. */
function addressOf(shown: AnalyticsView, from: string, to: string): string {
  const given = Object.entries({ range: 'custom', from, to, ...shown }).filter(([, value]) => value !== undefined)
  return `/analytics?${new URLSearchParams(given).toString()}`
}

/** Views sent once a week. The notice links to the page and contains no figures, because rights may have been taken away since. */
export function schedulesService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  notices: Pick<NoticesService, 'tellPerson'>
}) {
  const now = (): Date => new Date(deps.clock.now())

  return {
    async queryAnalyticsSchedules(call: Call): Promise<AnalyticsSchedule[]> {
      return (await findSchedules(deps.db.handle, call.actor.accountId)).map(view)
    },

    async addAnalyticsSchedule(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['addAnalyticsSchedule']>,
    ): Promise<AnalyticsSchedule> {
      const { accountId } = call.actor
      if ((await findSchedules(tx, accountId)).length >= MOST)
        throw new Refusal('too-large', { why: `每人最多 ${MOST} 份每周报表，请先删除不用的` })
      const row: ScheduleRow = {
        ...input,
        id: deps.newId(),
        accountId,
        sentFor: formatChinaDate(deps.clock.now()),
        sentAt: null,
        createdAt: now(),
        updatedAt: now(),
      }
      try {
        await insertSchedule(tx, row)
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('name-taken', { why: `已经有一份叫“${input.name}”的每周报表` })
        throw error
      }
      call.notes.object('analytics-schedule', row.id, row.name)
      return view(row)
    },

    async deleteAnalyticsSchedule(tx: Tx, call: Call, id: string): Promise<null> {
      const row = await deleteSchedule(tx, id, call.actor.accountId)
      if (!row) throw new Refusal('not-found')
      call.notes.object('analytics-schedule', row.id, row.name)
      return null
    },

    /** Sends the reports whose weekday has come. A report missed while no node ran is sent later, within the week. */
    async send(): Promise<void> {
      const today = formatChinaDate(deps.clock.now())
      for (const back of WEEK) {
        const day = addDays(today, -back)
        await deps.db.transaction(async (tx) => {
          for (const { id, accountId, name, view: shown } of await takeDue(tx, weekdayOf(day), day, now())) {
            const [from, to] = [addDays(day, -7), addDays(day, -1)]
            await deps.notices.tellPerson(tx, {
              accountId,
              kind: 'weekly-report',
              about: `analytics-schedule:${id}`,
              title: `每周报表：${name}`,
              text: `${from} 至 ${to} 的生意分析已经可以看了，打开后可以导出表格。`,
              to: addressOf(shown, from, to),
            })
          }
        })
      }
    },
  }
}
