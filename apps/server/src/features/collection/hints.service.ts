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

/** A read takes seconds; one that has not ended after this died with its process. */
const LEASE_MS = 120_000
/** Pause before the next try if 1688 is unreachable. */
const LATER_MS = 60_000
/** After this many refusals for one source, it is left to the scheduled reads. */
const MAX_ATTEMPTS = 5

/**
 * Handles 1688's messages about our sources. A message is only a hint: none contains a price (reference 5.3), and they may repeat or arrive
 * in any order. So the source is read again, and many messages of one source within the waiting time cause one read. The radar's schedule
 * covers lost messages.
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

  /** One wake-up for all hints that become due in the same second. */
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
     * Records messages that name these offers. Returns the offers that will be read, in the transaction that marks the messages as handled.
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

    /** Reads due sources one after the other. If 1688 is unreachable the run ends; the next scheduled run continues. */
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
