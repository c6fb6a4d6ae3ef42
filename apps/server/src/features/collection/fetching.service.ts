import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ClaimingService } from './claiming.service.ts'
import { findItem, lockItem } from './collect-item.store.ts'
import type { ItemRow } from './collect-item.store.ts'
import type { CollectRun } from './collection.jobs.ts'
import { waitAfter } from './collection.rules.ts'
import type { OffersService } from './offers.service.ts'
import { findUntold, noteRelation } from './source-offer.store.ts'

type Ordered = { collectId: string; round: number }

/**
 * What the jobs of the box do. A worker may die anywhere and the job be run again: everything that is kept is kept in
 * one transaction that first looks whether the line still waits for this very round.
 */
export function fetchingService(deps: {
  db: Db
  clock: Clock
  marketplace: MarketplaceService
  offers: OffersService
  claiming: ClaimingService
}) {
  const { db, offers, claiming } = deps

  /** Runs work on the line if it still waits for this round; otherwise somebody was quicker and nothing is done. */
  const onLine = (ordered: Ordered, work: (tx: Tx, item: ItemRow) => Promise<void>) =>
    db.transaction(async (tx) => {
      const item = await lockItem(tx, ordered.collectId)
      if (item && waitsFor(item, ordered)) await work(tx, item)
    })

  const finish = async (ordered: Ordered, offerId: string, run: CollectRun): Promise<void> => {
    const offer = await offers.fetch(offerId, run.signal)
    await onLine(ordered, async (tx, item) => {
      await offers.keep(tx, offer, new Date(deps.clock.now()))
      if (!offer.published) return claiming.fail(tx, item, `货源已下架（1688状态：${offer.status}）；可以换一个货源`)
      const wanted = await claiming.waitingStores(tx, item)
      if (wanted.length > 0) {
        const claimed = await claiming.claim(tx, item, offer, wanted, item.wantedBy)
        if ('refusal' in claimed) return claiming.fail(tx, item, claimed.refusal)
        return claiming.orderTelling(tx, [offerId])
      }
      const known = await claiming.productsOf(tx, [offerId])
      return claiming.settle(tx, item, known.has(offerId) ? 'claimed' : 'collected')
    })
  }

  /** A remote's failure is an outcome of the work, and no failure of the job. */
  const takeFailure = (ordered: Ordered, offerId: string, failure: RemoteFailure): Promise<void> =>
    onLine(ordered, async (tx, item) => {
      const explained = explainMarketplaceFailure(failure, `货源 ${offerId}`)
      const sentence = `${explained.message}：${explained.detail.why ?? ''}`
      const wait = waitAfter(failure.word, item.waits, failure.detail.retryAfterMs)
      if (wait !== undefined) {
        return claiming.orderLater(tx, item, wait, `${explained.message}，约${Math.ceil(wait / 1000)}秒后自动重试`)
      }
      if (failure.word === 'not-found') await offers.keepGone(tx, offerId)
      return claiming.fail(tx, item, sentence)
    })

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

    async tellListed(offerIds: readonly string[], run: CollectRun): Promise<void> {
      const untold = await findUntold(db.handle, offerIds)
      if (untold.length === 0) return
      const at = new Date(deps.clock.now())
      const note = (ids: readonly string[], said: 'told' | 'refused', why: string | null): Promise<void> =>
        noteRelation(db.handle, ids, said, why, at)
      try {
        await deps.marketplace.withConnector(undefined, async (one) => {
          const together = await one.pushListing(untold, { signal: run.signal })
          await note(together.done, 'told', null)
          // One bad offer has its whole call refused; alone the others get through.
          for (const offerId of together.refused.flatMap((chunk) => chunk.offerIds)) {
            const alone = await one.pushListing([offerId], { signal: run.signal })
            const failure = alone.refused[0]?.failure
            await note([offerId], failure ? 'refused' : 'told', failure ? failure.message.slice(0, 500) : null)
          }
        })
      } catch (error) {
        if (!isRemoteFailure(error) && !isRefusal(error)) throw error
        // Missing the grant is the usual case (reference 2.6), and no reason to trouble anybody: it is noted.
        const useless = isRefusal(error) || error.word === 'unauthorised' || run.lastAttempt
        await note(untold, 'refused', error.message.slice(0, 500))
        if (!useless) throw error
        run.log.info({ offers: untold.length, why: error.message }, 'collection: 1688 was not told of listed offers')
      }
    },
  }
}

const waitsFor = (item: ItemRow, ordered: Ordered): boolean =>
  item.state === 'collecting' && item.round === ordered.round
