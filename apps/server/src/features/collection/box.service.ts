import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ClaimingService } from './claiming.service.ts'
import { changeItem, countBox, findBox, findItems, lockItemsOf } from './collect-item.store.ts'
import type { ItemRow } from './collect-item.store.ts'
import { BOX_STATES, mayIgnore, mayRestore, mayRetry } from './collection.rules.ts'
import { itemView } from './collection.view.ts'
import type { OffersService } from './offers.service.ts'
import { findOffer } from './source-offer.store.ts'

type Endpoints = typeof ENDPOINTS

/** The collection box as a list, and all actions on its lines except claiming. */
export function boxService(deps: {
  clock: Clock
  marketplace: MarketplaceService
  offers: OffersService
  claiming: ClaimingService
}) {
  const { claiming } = deps

  /** One outcome for each line: `step` returns true, or why it was not done. */
  const eachLine = async (
    tx: Tx,
    call: Call,
    ids: readonly string[],
    done: string,
    step: (item: ItemRow) => Promise<true | string>,
  ): Promise<BulkOutcome> => {
    const asked = [...new Set(ids)]
    const offerIds = (await findItems(tx, asked)).map((item) => item.offerId)
    const items = new Map((await lockItemsOf(tx, offerIds)).map((item) => [item.id, item]))
    const rows: RowOutcome[] = []
    for (const id of asked) {
      const item = items.get(id)
      const outcome = item ? await step(item) : '采集箱里没有这条记录'
      if (outcome === true) call.notes.object('offer', item!.offerId)
      rows.push(
        outcome === true
          ? { key: id, ok: true, message: done }
          : { key: id, ok: false, word: item ? 'state-not-allowed' : 'not-found', message: outcome },
      )
    }
    const succeeded = rows.filter((row) => row.ok).length
    return { succeeded, failed: rows.length - succeeded, rows }
  }

  const restore = async (tx: Tx, item: ItemRow): Promise<void> => {
    if (await findOffer(tx, item.offerId)) return claiming.resolve(tx, item, 'collected')
    await deps.marketplace.requireAccount(tx)
    return claiming.enqueueFetch(tx, item, { storeIds: [], by: null })
  }

  return {
    async queryCollectProducts(
      tx: Tx,
      input: InputOf<Endpoints['queryCollectProducts']>,
    ): Promise<OutputOf<Endpoints['queryCollectProducts']>> {
      // Lines requested by id are shown in any state, because the page follows lines that it started.
      const states = input.state ? [input.state] : input.ids ? undefined : BOX_STATES
      const { rows, ...count } = await findBox(
        tx,
        { states, keyword: input.keyword, ids: input.ids },
        { page: input.page, pageSize: input.pageSize },
      )
      const { counts, capped } = await countBox(tx, Object.keys(COLLECT_STATES) as CollectState[], input.keyword)
      const mark = await deps.offers.marksOf(
        tx,
        rows.map((row) => row.item.offerId),
      )
      return {
        list: rows.map(({ item, offer }) => itemView(item, offer, mark(item.offerId))),
        ...count,
        page: input.page,
        pageSize: input.pageSize,
        counts,
        capped,
      }
    },

    ignoreCollectProducts: (
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['ignoreCollectProducts']>,
    ): Promise<BulkOutcome> =>
      eachLine(tx, call, input.ids, input.ignored ? '已忽略' : '已恢复', async (item) => {
        const allowed = input.ignored ? mayIgnore(item.state) : mayRestore(item.state)
        if (allowed !== true) return allowed
        if (input.ignored) await changeItem(tx, item.id, { state: 'ignored', updatedAt: new Date(deps.clock.now()) })
        else await restore(tx, item)
        return true
      }),

    async retryCollectProducts(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['retryCollectProducts']>,
    ): Promise<BulkOutcome> {
      await deps.marketplace.requireAccount(tx)
      return eachLine(tx, call, input.ids, '已重新采集', async (item) => {
        const allowed = mayRetry(item.state)
        if (allowed !== true) return allowed
        await claiming.enqueueFetch(tx, item, { storeIds: [], by: null })
        return true
      })
    },
  }
}
