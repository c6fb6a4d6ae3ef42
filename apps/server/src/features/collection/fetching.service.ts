import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure, RetryPolicy } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ClaimingService } from './claiming.service.ts'
import { findItem, lockItem } from './collect-item.store.ts'
import type { ItemRow } from './collect-item.store.ts'
import type { CollectRun } from './collection.jobs.ts'
import { waitAfter } from './collection.rules.ts'
import type { OffersService } from './offers.service.ts'
import { findUnreported, noteFollow, noteRelation } from './source-offer.store.ts'

/** Short failures are retried at once. If 1688 asks to wait, the line waits in the queue instead. */
const JOB_RETRY: RetryPolicy = { tries: 3, firstWaitMs: 250, waitCapMs: 2_000, patienceMs: 5_000 }

/** Offers passed to the connector at a time; it sends twenty in one call. */
const REPORTED_AT_ONCE = 200

type Ordered = { collectId: string; round: number }

/**
 * The work of the box's jobs. A worker may die anywhere and the job run again: each transaction that writes first checks that the line
 * still waits for this round.
 */
export function fetchingService(deps: {
  db: Db
  clock: Clock
  marketplace: MarketplaceService
  offers: OffersService
  claiming: ClaimingService
}) {
  const { db, offers, claiming } = deps

  /** Runs work on the line if it still waits for this round; otherwise another job was faster, and nothing is done. */
  const onLine = (ordered: Ordered, work: (tx: Tx, item: ItemRow) => Promise<void>) =>
    db.transaction(async (tx) => {
      const item = await lockItem(tx, ordered.collectId)
      if (item && waitsFor(item, ordered)) await work(tx, item)
    })

  const finish = async (ordered: Ordered, offerId: string, run: CollectRun): Promise<void> => {
    const offer = await offers.fetch(offerId, { signal: run.signal, retry: JOB_RETRY })
    await onLine(ordered, async (tx, item) => {
      await offers.keep(tx, offer, new Date(deps.clock.now()))
      if (!offer.published)
        return claiming.fail(tx, item, `货源已下架（1688状态：${offerStatusText(offer.status)}）；可以换一个货源`)
      const wanted = await claiming.waitingStores(tx, item)
      if (wanted.length > 0) {
        const claimed = await claiming.claim(tx, item, offer, wanted, item.wantedBy)
        if ('refusal' in claimed) return claiming.fail(tx, item, claimed.refusal)
        return claiming.enqueueTellListed(tx)
      }
      const known = await claiming.productsOf(tx, [offerId])
      return claiming.resolve(tx, item, known.has(offerId) ? 'claimed' : 'collected')
    })
  }

  /** A remote failure is a result of the work, not a failure of the job. */
  const takeFailure = (ordered: Ordered, offerId: string, failure: RemoteFailure): Promise<void> =>
    onLine(ordered, async (tx, item) => {
      const explained = explainMarketplaceFailure(failure, `货源 ${offerId}`)
      const sentence = `${explained.message}：${explained.detail.why ?? ''}`
      const wait = waitAfter(failure.word, item.waits, failure.detail.retryAfterMs)
      if (wait !== undefined) {
        return claiming.enqueueLater(tx, item, wait, `${explained.message}，约${Math.ceil(wait / 1000)}秒后自动重试`)
      }
      if (failure.word === 'not-found') await offers.keepGone(tx, offerId)
      return claiming.fail(tx, item, sentence)
    })

  const unreported = (what: 'relation' | 'follow'): Promise<string[]> =>
    findUnreported(db.handle, what, REPORTED_AT_ONCE)

  /** A refusal that a retry does not change. Usually the grant is missing, which needs no alert. */
  const isFinal = (error: unknown, run: CollectRun): boolean => {
    if (!isRemoteFailure(error) && !isRefusal(error)) return false
    return isRefusal(error) || error.word === 'unauthorised' || run.lastAttempt
  }

  /** One call for each offer, as 1688 requires. A refusal concerns that offer only; a missing grant concerns all of them. */
  const followListed = async (run: CollectRun): Promise<void> => {
    for (let offerIds = await unreported('follow'); offerIds.length > 0; offerIds = await unreported('follow')) {
      for (const [index, offerId] of offerIds.entries()) {
        if (run.signal.aborted) return
        const note = (ids: readonly string[], outcome: 'told' | 'refused'): Promise<void> =>
          noteFollow(db.handle, ids, outcome, new Date(deps.clock.now()))
        try {
          await deps.marketplace.withConnector(undefined, (one) =>
            one.followOffer(offerId, { signal: run.signal, retry: JOB_RETRY }),
          )
          await note([offerId], 'told')
        } catch (error) {
          if (isRemoteFailure(error) && (error.word === 'rejected' || error.word === 'not-found'))
            await note([offerId], 'refused')
          else if (isFinal(error, run)) {
            await note(offerIds.slice(index), 'refused')
            break
          } else throw error
        }
      }
    }
  }

  return {
    async collect(ordered: Ordered, run: CollectRun): Promise<void> {
      const item = await findItem(db.handle, ordered.collectId)
      if (!item || !waitsFor(item, ordered)) return
      try {
        await finish(ordered, item.offerId, run)
      } catch (error) {
        if (isRemoteFailure(error)) return takeFailure(ordered, item.offerId, error)
        if (isRefusal(error)) {
          const why = error.detail.why === undefined ? error.message : `${error.message}：${error.detail.why}`
          return onLine(ordered, (tx, line) => claiming.fail(tx, line, why))
        }
        if (run.lastAttempt && !run.signal.aborted) {
          await onLine(ordered, (tx, line) => claiming.fail(tx, line, '系统内部错误，请重试；仍不成功请联系管理员'))
        }
        throw error
      }
    },

    async tellListed(run: CollectRun): Promise<void> {
      const note = (ids: readonly string[], outcome: 'told' | 'refused', why: string | null): Promise<void> =>
        noteRelation(db.handle, ids, outcome, why?.slice(0, MESSAGE_CHARS) ?? null, new Date(deps.clock.now()))
      for (let offerIds = await unreported('relation'); offerIds.length > 0; offerIds = await unreported('relation')) {
        try {
          const { done, refused } = await deps.marketplace.withConnector(undefined, (one) =>
            one.pushListing(offerIds, { signal: run.signal, retry: JOB_RETRY }),
          )
          await note(done, 'told', null)
          for (const chunk of refused) await note(chunk.offerIds, 'refused', chunk.failure.message)
        } catch (error) {
          if (!isFinal(error, run)) throw error
          await note(offerIds, 'refused', error instanceof Error ? error.message : null)
        }
      }
      await followListed(run)
    },
  }
}

const waitsFor = (item: ItemRow, ordered: Ordered): boolean =>
  item.state === 'collecting' && item.round === ordered.round
