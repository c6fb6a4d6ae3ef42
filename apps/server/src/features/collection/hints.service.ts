import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { readHintedSources } from './collection.jobs.ts'
import type { OffersService } from './offers.service.ts'
import { addHints, answerHint, claimHint, findClaimed, postponeHint } from './source-hint.store.ts'
import type { HintRow } from './source-hint.store.ts'

/** A reading takes seconds; one that was not finished by then died with its process. */
const LEASE_MS = 120_000
/** 1688 out of reach: when it is tried again. */
const LATER_MS = 60_000
/** Refused so often for one source, the next look by the clock has to do. */
const MAX_ATTEMPTS = 5

/**
 * What 1688 tells of our sources by itself. A message is a hint: none holds a price (reference 5.3), and they come twice and
 * in any order. So whatever it says the source is read again, and a thousand messages of one source within the resolving time
 * are one reading. One that never came is made up for by the radar's own clock.
 */
export function hintsService(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  config: Pick<SystemConfigService, 'setting'>
  offers: Pick<OffersService, 'refetchOffer'>
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())
  const resolving = async (tx: Tx): Promise<number> => (await deps.config.setting(tx, 'collect.hintSeconds')) * 1000

  /** One wake-up for all hints that fall due in the same second. */
  const wakeAt = (tx: Tx, dueAt: Date): Promise<void> => {
    const at = Math.ceil(dueAt.getTime() / 1000) * 1000
    return deps.jobs.enqueue(tx, readHintedSources, {}, { key: String(at), startAfter: new Date(at) })
  }

  const answer = (hint: HintRow): Promise<void> =>
    db.transaction(async (tx) => {
      if (await answerHint(tx, hint)) return
      const dueAt = new Date(deps.clock.now() + (await resolving(tx)))
      await postponeHint(tx, hint.offerId, { dueAt, attempts: 0, updatedAt: now() })
      await wakeAt(tx, dueAt)
    })

  const giveBack = (hint: HintRow, attempts: number): Promise<void> =>
    postponeHint(db.handle, hint.offerId, {
      dueAt: new Date(deps.clock.now() + LATER_MS),
      attempts,
      updatedAt: now(),
    })

  return {
    /**
     * Messages came that name these offers, once for each message. Answers those of them that will be read, in the
     * transaction of whoever marks the messages as handled.
     */
    async hint(tx: Tx, named: readonly string[]): Promise<ReadonlySet<string>> {
      const wait = await resolving(tx)
      const ours = wait === 0 ? new Set<string>() : await findClaimed(tx, [...new Set(named)])
      if (ours.size === 0) return ours
      const dueAt = new Date(deps.clock.now() + wait)
      const counts = [...ours].sort().map((offerId) => ({
        offerId,
        messages: named.filter((one) => one === offerId).length,
      }))
      await addHints(tx, counts, { now: now(), dueAt })
      await wakeAt(tx, dueAt)
      return ours
    },

    /** Reads what is due, one after the other. 1688 out of reach ends the round; the minute's look begins the next. */
    async read(run: { signal: AbortSignal; log: Log }): Promise<void> {
      for (;;) {
        if (run.signal.aborted) return
        const hint = await claimHint(db.handle, now(), new Date(deps.clock.now() + LEASE_MS))
        if (!hint) return
        try {
          await deps.offers.refetchOffer(hint.offerId, { signal: run.signal })
        } catch (error) {
          if (!isRefusal(error)) throw error
          if (error.word !== 'offer-gone') {
            const isOutOfReach = error.word === 'marketplace-busy' || error.word === 'marketplace-unauthorised'
            run.log.warn({ offerId: hint.offerId, word: error.word, attempts: hint.attempts }, 'hinted source not read')
            if (isOutOfReach || hint.attempts < MAX_ATTEMPTS) return giveBack(hint, isOutOfReach ? 0 : hint.attempts)
          }
        }
        await answer(hint)
      }
    },
  }
}
