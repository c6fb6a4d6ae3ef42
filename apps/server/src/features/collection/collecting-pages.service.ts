import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'
import type { LineOutcome } from '@huoqiao/contract/collection/collection.schema'
import type { Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { storable } from '../../platform/storable.ts'
import type { ClaimingService } from './claiming.service.ts'
import type { BoxLines } from './box-lines.service.ts'
import { offerOfPage } from './collector.mapping.ts'
import type { OffersService } from './offers.service.ts'
import type { ItemRow } from './collect-item.store.ts'

type Endpoints = typeof ENDPOINTS
type Verdict = Pick<LineOutcome, 'outcome' | 'message'> & { productId?: string }

/** Product pages that a person's browser has read, as lines of the collection box. */
export function collectingPagesService(deps: {
  clock: Clock
  offers: Pick<OffersService, 'keep'>
  claiming: ClaimingService
  lines: BoxLines
}) {
  const { claiming } = deps

  /** Stores the page as the offer's newest content. A line that waits for the offer, or for its claim, is completed with it. */
  const keepOne = async (
    tx: Tx,
    item: ItemRow,
    page: CollectedOffer,
    known: Awaited<ReturnType<BoxLines['know']>>,
  ): Promise<Verdict> => {
    const before = known.offers.get(item.offerId)
    const offer = storable(offerOfPage(page, before?.offer))
    await deps.offers.keep(tx, offer, new Date(deps.clock.now()), 'page')
    const product = known.products.get(item.offerId)
    const wanted = await claiming.waitingStores(tx, item)
    if (wanted.length > 0) {
      const claimed = await claiming.claim(tx, item, offer, wanted, item.wantedBy)
      if ('refusal' in claimed) {
        await claiming.fail(tx, item, claimed.refusal)
        return { outcome: 'refused', message: claimed.refusal }
      }
      await claiming.enqueueTellListed(tx)
      return {
        outcome: 'claimed',
        message: `已认领到${claimed.claim.addedStoreIds.length}个店铺`,
        productId: claimed.claim.productId,
      }
    }
    await claiming.resolve(tx, item, product ? 'claimed' : 'collected')
    if (product) return { outcome: 'already', message: '已认领过，货源内容已更新', productId: product.productId }
    return item.state === 'collected'
      ? { outcome: 'already', message: '已在采集箱，内容已更新' }
      : { outcome: 'accepted', message: '已加入采集箱' }
  }

  return {
    async collectPages(
      tx: Tx,
      call: Call,
      { offers }: InputOf<Endpoints['collectPages']>,
    ): Promise<OutputOf<Endpoints['collectPages']>> {
      const pages = new Map(offers.map((page) => [page.offerId, page]))
      const read = offers.map(({ offerId, title }) => ({ line: title, offerId }))
      const known = await deps.lines.know(tx, read, byOf(call))
      const lines = await deps.lines.judge(call, read, known, (item) =>
        keepOne(tx, item, pages.get(item.offerId)!, known),
      )
      // The pages are in the offers' snapshots; the log only names them.
      if (lines.length > 0)
        call.notes.change(
          'offers',
          null,
          lines.map(({ line, message }) => `${line}：${message}`),
        )
      return { account: call.actor.name, lines }
    },
  }
}
