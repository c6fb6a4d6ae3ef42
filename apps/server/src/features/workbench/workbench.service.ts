import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { workbenchEndpoints } from '@huoqiao/contract/workbench/workbench.endpoints'
import { homeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { HomeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { findFigures } from './figures.store.ts'
import { kindsFor } from './triage.rules.ts'
import { countTriage, findTriage, KIND_CAP, saveSnoozes, sweepSnoozes } from './triage.store.ts'
import type { TriageFilter } from './triage.store.ts'
import { triageView } from './triage.view.ts'

type Endpoints = typeof workbenchEndpoints
export type WorkbenchService = ReturnType<typeof workbenchService>

const FIGURES = (Object.keys(homeFigures.shape) as (keyof HomeFigures)[]).filter((name) => name !== 'waiting')
const NO_FIGURES = Object.fromEntries(FIGURES.map((name) => [name, null])) as Record<(typeof FIGURES)[number], null>

const LONGEST_MS = 30 * 86_400_000
const HOUR_MS = 3_600_000
const CHINA_MS = 8 * HOUR_MS

/** 待办分诊台 and the figures of 首页: read from other features. Only snoozes are stored here. */
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
  const sum = (counts: Partial<Record<TriageKind, number>>): number =>
    Object.values(counts).reduce((total, n) => total + Math.min(n, KIND_CAP), 0)

  return {
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
      const isCapped = Object.values(counts).some((n) => n > KIND_CAP)
      return {
        list: rows.map((row) => triageView(row, (right) => call.actor.holds(right))),
        total: sum(counts),
        page,
        pageSize,
        ...(isCapped ? { totalCapped: true } : {}),
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
        kinds: Object.fromEntries(Object.entries(kinds).map(([kind, n]) => [kind, Math.min(n, KIND_CAP)])),
        all: sum(kinds),
        snoozed: sum(snoozed),
        capped: Object.values(kinds).some((n) => n > KIND_CAP),
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

    async getHomeFigures(call: Call): Promise<HomeFigures> {
      const day = Math.floor((clock.now() + CHINA_MS) / 86_400_000) * 86_400_000 - CHINA_MS
      const seen = FIGURES.filter((name) => {
        const given = deps.figures[name]
        return given !== undefined && call.actor.holds(given.right)
      })
      return {
        ...NO_FIGURES,
        ...(await findFigures(db.handle, deps.figures, seen, new Date(day))),
        waiting: sum(await countTriage(db.handle, await filterFor(call, {}))),
      }
    },
  }
}
