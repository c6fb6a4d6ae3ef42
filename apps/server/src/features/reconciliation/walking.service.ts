import type { ReconciliationPass } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { closeUnseen, findUnseen } from './differences.store.ts'
import type { FindingsService } from './findings.service.ts'
import type { MarketplaceWalk } from './marketplace-walk.service.ts'
import type { Finding, Surveyed, SurveyedWalk, Walk } from './reconciliation.types.ts'
import { countOn, findRun, updateOpenRun } from './runs.store.ts'
import type { RunRow } from './runs.store.ts'

/** Money first: its differences are available while the shops are still being read. */
const PASSES: readonly ReconciliationPass[] = ['marketplace', 'orders', 'purchases', 'ledger', 'sources', 'shops']
/** Number of differences outside the marketplace's window that are checked one by one. */
const LATE = 500

/** A person cancelled the run: it ends without a notice. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff'
}

export type Walks = Readonly<Record<'orders' | 'purchases' | 'ledger', Walk>> &
  Readonly<Record<'sources' | 'shops', SurveyedWalk>>
export type WalkingService = ReturnType<typeof walkingService>

/**
 * Takes a run through its walks. After a crash it continues with the walk that it was in; comparing an object twice stores its difference
 * once.
 */
export function walkingService(deps: {
  db: Db
  clock: Clock
  findings: FindingsService
  marketplace: MarketplaceWalk
  walks: Walks
}) {
  const { db, findings, walks } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Counts and position are written in one statement; a finished run is not changed. */
  async function note(tx: Tx, runId: string, change: Parameters<typeof updateOpenRun>[2]): Promise<void> {
    if (!(await updateOpenRun(tx, runId, { ...change, updatedAt: now() }))) throw new CalledOff('called off')
  }

  type Part = { place: NonNullable<RunRow['place']>; surveyed: Surveyed; done: number }
  const keepPart = (run: RunRow, { place, surveyed, done }: Part): Promise<void> =>
    db.transaction(async (tx) => {
      const { found, problems } = surveyed
      const opened = await findings.keep(tx, place.pass, found, run.id)
      const reported = problems.length === 0 ? undefined : await findRun(tx, run.id)
      await note(tx, run.id, {
        place,
        ...(reported ? { problems: [...reported.problems, ...problems] } : {}),
        ...countOn({ done, found: found.length, opened, closed: 0 }),
      })
    })

  /** Returns whether everything was read. */
  async function walk(run: RunRow, one: Walk | SurveyedWalk, signal: AbortSignal): Promise<boolean> {
    const held = run.place?.pass === one.pass ? run.place : undefined
    let after = held?.after ?? null
    let isPartial = held?.isPartial ?? false
    const survey =
      'survey' in one
        ? await one.survey()
        : async (subjects: readonly string[]): Promise<Surveyed> => ({
            found: await one.compare(subjects, signal),
            problems: [],
            isWhole: true,
          })
    for (;;) {
      signal.throwIfAborted()
      const part = await one.next(after)
      if (!part) return !isPartial
      const surveyed = await survey(part.subjects, signal)
      isPartial ||= !surveyed.isWhole
      after = part.after
      const place = { pass: one.pass, after, ...(isPartial ? { isPartial } : {}) }
      await keepPart(run, { place, surveyed, done: part.subjects.length })
    }
  }

  async function walkMarketplace(run: RunRow, signal: AbortSignal): Promise<string[]> {
    const report = (found: Finding[], done: number): Promise<boolean> =>
      keepPart(run, {
        place: { pass: 'marketplace', after: null },
        surveyed: { found, problems: [], isWhole: true },
        done,
      }).then(() => true)
    const problems = await deps.marketplace.walk(report, signal)
    if (problems.length > 0) return problems
    try {
      for (const old of await findUnseen(db.handle, 'marketplace', run.id, LATE)) {
        const found = await deps.marketplace.compare([old.subject], signal)
        await db.transaction((tx) => findings.keep(tx, 'marketplace', found, run.id))
      }
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      return ['较早的1688订单没有核对完，下次再核对']
    }
    return []
  }

  async function cover(
    run: RunRow,
    pass: ReconciliationPass,
    { problems, isWhole }: Pick<Surveyed, 'problems' | 'isWhole'>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const closed = isWhole ? await closeUnseen(tx, pass, run.id, now()) : 0
      const fresh = await findRun(tx, run.id)
      await note(tx, run.id, {
        covered: [...(fresh?.covered ?? []), pass],
        problems: [...(fresh?.problems ?? []), ...problems],
        ...countOn({ done: 0, found: 0, opened: 0, closed }),
      })
    })
  }

  return {
    async carryOut(run: RunRow, signal: AbortSignal): Promise<void> {
      let total = 0
      for (const one of Object.values(walks)) total += await one.count()
      await note(db.handle, run.id, { state: 'running', total })
      for (const pass of PASSES) {
        if (run.covered.includes(pass)) continue
        if (pass === 'marketplace') {
          const problems = await walkMarketplace(run, signal)
          await cover(run, pass, { problems, isWhole: problems.length === 0 })
        } else await cover(run, pass, { problems: [], isWhole: await walk(run, walks[pass], signal) })
      }
      await findings.mark(undefined, signal)
    },
    note,
  }
}
