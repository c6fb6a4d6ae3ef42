import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { findAlertRules } from './alert-rules.store.ts'
import type { AlertRuleRow } from './alert-rules.store.ts'
import { sendAlerts } from './alerts.jobs.ts'
import { dueOf, matches } from './alerts.rules.ts'
import { lockChannels } from './channels.store.ts'
import { findLastDue, findNotice, insertItem } from './messages.store.ts'

/** Decides which channels get a notice, and when. */
export function routingService(deps: { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'> }) {
  const { db, clock, jobs } = deps

  return {
    async route(noticeId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const notice = await findNotice(tx, noticeId)
        if (notice === undefined || notice.accountId !== null) return
        const rules = (await findAlertRules(tx)).filter((rule) => matches(rule, notice))
        // A channel that fails can't report its own failure.
        const isOwn = (channelId: string): boolean => notice.kind === 'alert-failed' && notice.about === channelId
        const wanted = [...new Set(rules.flatMap(({ channelIds }) => channelIds))].filter((id) => !isOwn(id))
        const isUrgent = notice.level === 'urgent'
        const nowMs = clock.now()
        for (const channel of await lockChannels(tx, wanted)) {
          if (!channel.enabled) continue
          const due: { ruleId: string; at: number }[] = []
          for (const rule of rules.filter(({ channelIds }) => channelIds.includes(channel.id))) {
            const last = await findLastDue(tx, { channelId: channel.id, ruleId: rule.id, isUrgent })
            due.push({ ruleId: rule.id, at: dueOf(ruleHours(rule), notice, nowMs, last?.getTime()) })
          }
          // If several rules match, the one with the earliest time counts.
          const [first] = due.sort((a, b) => a.at - b.at)
          const { kind, level, title, text, to } = notice
          const isNew = await insertItem(tx, {
            noticeId,
            channelId: channel.id,
            ruleId: first!.ruleId,
            isUrgent,
            content: { kind, level, title, text, to, at: notice.at.getTime() },
            dueAt: new Date(first!.at),
            createdAt: new Date(nowMs),
          })
          if (isNew) await jobs.enqueue(tx, sendAlerts, { channelId: channel.id }, { startAfter: new Date(first!.at) })
        }
      })
    },
  }
}

const ruleHours = ({ quietFrom, quietUntil, urgentAlways, groupMinutes }: AlertRuleRow) => ({
  quietFrom,
  quietUntil,
  urgentAlways,
  groupMinutes,
})
