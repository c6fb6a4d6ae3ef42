import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { workbenchEndpoints } from '@huoqiao/contract/workbench/workbench.endpoints'
import { homeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { ConnectionEvidence, HomeAnswer, HomeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import { formatChinaDate, startOfChinaDay } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { findEvidence } from './evidence.store.ts'
import { deleteDaysBefore, findDay, findFigures, saveDay } from './figures.store.ts'
import { kindsFor, stoppedKinds } from './triage.rules.ts'
import { countTriage, findStakes, findTriage, saveSnoozes, sweepSnoozes } from './triage.store.ts'
import type { TriageFilter } from './triage.store.ts'
import { triageView } from './triage.view.ts'

type Endpoints = typeof workbenchEndpoints
export type WorkbenchService = ReturnType<typeof workbenchService>

const FIGURES = (Object.keys(homeFigures.shape) as (keyof HomeFigures)[]).filter((name) => name !== 'waiting')
const NO_FIGURES = Object.fromEntries(FIGURES.map((name) => [name, null])) as Record<(typeof FIGURES)[number], null>

const LONGEST_MS = 30 * 86_400_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Days of figures are kept this long. */
const KEPT_MS = 60 * DAY_MS

/** 待办 and the figures of 首页: read from other features. Only snoozes are stored here. */
export function workbenchService(deps: {
  db: Db
  clock: Clock
  config: Pick<SystemConfigService, 'setting'>
  triage: TriageReadings
  figures: FigureReadings
}) {
  const { db, clock } = deps

  const filterFor = async (
    call: Call,
    input: { kind?: TriageKind | undefined; keyword?: string | undefined; snoozed?: string | undefined },
  ): Promise<TriageFilter> => ({
    readings: deps.triage,
    kinds: kindsFor(deps.triage, (right) => call.actor.holds(right)).filter(
      (kind) => input.kind === undefined || kind === input.kind,
    ),
    keyword: input.keyword,
    snoozed: input.snoozed === 'true',
    now: new Date(clock.now()),
    partBefore: new Date(clock.now() - (await deps.config.setting(db.handle, 'reconcile.partReceivedHours')) * HOUR_MS),
  })
  /** Whether a figure is a current count that can be stored at the end of a day, as opposed to a count of a day's events. */
  const isSnapshot = (name: (typeof FIGURES)[number]): boolean => {
    const given = deps.figures[name]
    return given !== undefined && !given.ofDay && !given.alone
  }

  return {
    getConnectionEvidence: (): Promise<ConnectionEvidence> => findEvidence(db.handle),

    async getTriageQueue(
      call: Call,
      input: InputOf<Endpoints['getTriageQueue']>,
    ): Promise<OutputOf<Endpoints['getTriageQueue']>> {
      const { page, pageSize } = input
      const filter = await filterFor(call, input)
      const [rows, counts] = [
        await findTriage(db.handle, filter, { page, pageSize }),
        await countTriage(db.handle, filter),
      ]
      return {
        list: rows.map((row) => triageView(row, (right) => call.actor.holds(right))),
        total: counts.all,
        page,
        pageSize,
        ...(counts.capped.length > 0 ? { totalCapped: true } : {}),
      }
    },

    async getTriageCounts(
      call: Call,
      input: InputOf<Endpoints['getTriageCounts']>,
    ): Promise<OutputOf<Endpoints['getTriageCounts']>> {
      const filter = await filterFor(call, input)
      const kinds = await countTriage(db.handle, filter)
      const snoozed = filter.snoozed ? kinds : await countTriage(db.handle, { ...filter, snoozed: true })
      return {
        kinds: kinds.counts,
        all: kinds.all,
        snoozed: snoozed.all,
        capped: kinds.capped,
        snoozedCapped: snoozed.capped.length > 0,
      }
    },

    async snoozeTriage(call: Call, input: InputOf<Endpoints['snoozeTriage']>): Promise<null> {
      const now = clock.now()
      if (input.until > now + LONGEST_MS) throw invalidField('until', '最多暂缓30天')
      await db.transaction(async (tx) => {
        await saveSnoozes(tx, input.keys, {
          until: new Date(input.until),
          note: input.note,
          byId: call.actor.accountId,
          byName: call.actor.name,
          now: new Date(now),
        })
        await sweepSnoozes(tx, new Date(now - LONGEST_MS))
      })
      call.notes.object('triage', input.keys[0] ?? '', `${input.keys.length} 个待办`)
      return null
    },

    async getHomeFigures(call: Call): Promise<HomeAnswer> {
      const seen = FIGURES.filter((name) => {
        const given = deps.figures[name]
        return given !== undefined && call.actor.holds(given.right)
      })
      const [now, today] = [clock.now(), startOfChinaDay(clock.now())]
      const [ofDay, snapshots] = [seen.filter((name) => deps.figures[name]?.ofDay === true), seen.filter(isSnapshot)]
      const weekAgo = { since: new Date(today - WEEK_MS), until: new Date(now - WEEK_MS) }
      const stood = await findDay(db.handle, formatChinaDate(now - WEEK_MS))
      const filter = await filterFor(call, {})
      const counts = await countTriage(db.handle, filter)
      // Up to the end of the day: a vendor's clock may be some minutes ahead of ours.
      const day = { since: new Date(today), until: new Date(today + DAY_MS - 1) }
      const { figures, capped } = await findFigures(db.handle, deps.figures, seen, day)
      return {
        ...NO_FIGURES,
        ...figures,
        waiting: counts.all,
        capped: counts.capped.length > 0 ? [...capped, 'waiting' as const] : capped,
        before: {
          ...Object.fromEntries(snapshots.flatMap((name) => (name in stood ? [[name, stood[name]]] : []))),
          ...(await findFigures(db.handle, deps.figures, ofDay, weekAgo)).figures,
        },
        beforeDay: formatChinaDate(now - WEEK_MS),
        stopped: stoppedKinds(counts, await findStakes(db.handle, filter)),
      }
    },

    /** Stores the current values as this day's figures. The last run of a day remains and is compared with a week later. */
    async keepFigures(): Promise<void> {
      const now = clock.now()
      const names = FIGURES.filter(isSnapshot)
      const today = startOfChinaDay(now)
      const { figures } = await findFigures(db.handle, deps.figures, names, {
        since: new Date(today),
        until: new Date(today + DAY_MS - 1),
      })
      await saveDay(db.handle, formatChinaDate(now), figures)
      await deleteDaysBefore(db.handle, formatChinaDate(now - KEPT_MS))
    },
  }
}
