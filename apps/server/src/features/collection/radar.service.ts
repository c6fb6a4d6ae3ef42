import { SOURCE_CHANGES } from '@huoqiao/contract/collection/radar.words'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { SourceOffer } from '@huoqiao/connector-1688'
import type { radarEndpoints } from '@huoqiao/contract/collection/radar.endpoints'
import type { RowOutcome } from '@huoqiao/contract/wire'
import { yuanText } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, isRefusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { lowestQuote } from './collection.mapping.ts'
import type { OffersService } from './offers.service.ts'
import { scarcest, steepestRise } from './radar.rules.ts'
import type { FoundChange } from './radar.rules.ts'
import { addChanges, countChanges, findChangePage, findOverdue, findUnwatched } from './source-change.store.ts'
import { findOffer, findSnapshots } from './source-offer.store.ts'

type Endpoints = typeof radarEndpoints
export type ChangeRecorder = ReturnType<typeof changeRecorder>

/** Sources in one scheduled run: the daily calls that 1688 allows an app are shared with people's searches. */
const BATCH = 30
/** So many refusals one after the other are an error of 1688, not of the offers. */
const REFUSALS_IN_A_ROW = 5
const HOUR_MS = 3_600_000
const POINTS = 200
/** A source is overdue when it was not read for this multiple of the configured interval. */
const OVERDUE = 2
const OVERDUE_BATCH = 500

/** Records what changed at a source that we sell from and sends notices, in the transaction that stores the fetch. */
export function changeRecorder(deps: { newId: NewId; notices: Pick<NoticesService, 'tell'> }) {
  return {
    async keep(
      tx: Tx,
      { before, after }: { before: SourceOffer; after: SourceOffer },
      changes: readonly FoundChange[],
      at: Date,
    ): Promise<void> {
      const { offerId, subject } = after
      await addChanges(
        tx,
        changes.map((change) => ({
          id: deps.newId(),
          offerId,
          at,
          title: subject,
          image: after.images[0] ?? after.whiteImage,
          supplierName: after.supplier.companyName,
          ...change,
        })),
      )
      const to = `/shop/product/radar?offer=${offerId}`
      const rise = steepestRise(changes)
      if (rise) {
        const { before: old, after: now, specText } = rise.change
        await deps.notices.tell(tx, {
          kind: 'price-risen',
          about: `offer ${offerId} price ${now}`,
          text: `${subject}${specText === '' ? '' : `（${specText}）`}：${yuanText(old!)} → ${yuanText(now!)}，涨 ${rise.percent}%`,
          to,
          value: rise.percent,
        })
      }
      const least = after.published ? scarcest(before, after) : undefined
      if (least)
        await deps.notices.tell(tx, {
          kind: 'stock-out',
          about: `offer ${offerId} stock`,
          text: `${subject}${least.name === '' ? '' : `（${least.name}）`}：1688${least.stock === 0 ? '没有库存了' : `只剩 ${least.stock} 件`}`,
          to,
          value: least.stock,
        })
      if (changes.some(({ kind }) => kind === 'offer-gone'))
        await deps.notices.tell(tx, {
          kind: 'offer-gone',
          about: `offer ${offerId} gone`,
          text: `${subject}：1688上已下架，不能再采购`,
          to,
        })
    },
  }
}

/** 货源雷达: the feed, the history of one source, and the scheduled reads. */
export function radarService(deps: {
  db: { handle: Tx }
  clock: Clock
  config: Pick<SystemConfigService, 'setting'>
  products: Pick<ProductsApi, 'claimsByOffers' | 'marginsOfCosts' | 'markUnchecked'>
  offers: Pick<OffersService, 'refetchOffer' | 'watchOffer'>
}) {
  const tx = deps.db.handle

  return {
    async getSourceChanges({
      page,
      pageSize,
      ...filter
    }: InputOf<Endpoints['getSourceChanges']>): Promise<OutputOf<Endpoints['getSourceChanges']>> {
      const { rows, ...count } = await findChangePage(tx, filter, { page, pageSize })
      const { counts, capped } = await countChanges(tx, filter, Object.keys(SOURCE_CHANGES) as SourceChangeKind[])
      const claims = await deps.products.claimsByOffers(tx, [...new Set(rows.map((row) => row.offerId))])
      const priced = rows.flatMap(({ id, kind, offerId, before, after }) =>
        (kind === 'price-up' || kind === 'price-down') && before !== null && after !== null
          ? [{ id, offerId, before, after }]
          : [],
      )
      const margins = await deps.products.marginsOfCosts(tx, priced)
      const marginOf = new Map(priced.map(({ id }, index) => [id, margins[index]]))
      return {
        list: rows.map(({ at, ...row }) => {
          const own = claims.filter(({ offerId }) => offerId === row.offerId)
          return {
            ...row,
            at: at.getTime(),
            url: `https://detail.1688.com/offer/${row.offerId}.html`,
            productIds: [...new Set(own.map(({ productId }) => productId))],
            storeIds: [...new Set(own.flatMap(({ storeId }) => storeId ?? []))],
            margin: marginOf.get(row.id) ?? null,
          }
        }),
        ...count,
        page,
        pageSize,
        counts,
        capped,
      }
    },

    async getSourceHistory(offerId: string): Promise<OutputOf<Endpoints['getSourceHistory']>> {
      const row = await findOffer(tx, offerId)
      if (!row) throw new Refusal('not-found', { why: '还没有采集过这个货源' })
      const kept = await findSnapshots(tx, offerId, POINTS)
      return {
        offerId,
        title: row.subject,
        url: row.offer.url,
        fetchedAt: row.fetchedAt.getTime(),
        published: row.published,
        points: kept.toReversed().map(({ at, offer }) => ({
          at: at.getTime(),
          priceMinor: lowestQuote(offer).priceMinor,
          stock: stockOf(offer),
          skuCount: offer.skus.length,
          minOrderQuantity: offer.minOrderQuantity,
        })),
      }
    },

    async checkSources(call: Call, offerIds: readonly string[]): Promise<BulkOutcome> {
      const rows: RowOutcome[] = []
      for (const offerId of new Set(offerIds)) rows.push(await checkOne(offerId, call.signal))
      return { succeeded: rows.filter(({ ok }) => ok).length, failed: rows.filter(({ ok }) => !ok).length, rows }
    },

    /** Reads sources whose turn it is after the configured interval. If 1688 can't be asked, or refuses all of them, the run ends. */
    async watch(signal: AbortSignal): Promise<void> {
      const hours = await deps.config.setting(tx, 'collect.watchHours')
      if (hours === 0) return
      let refusals = 0
      for (const offerId of await findUnwatched(tx, new Date(deps.clock.now() - hours * HOUR_MS), BATCH)) {
        if (signal.aborted) return
        const outcome = await deps.offers.watchOffer(offerId, signal)
        refusals = outcome === 'refused' ? refusals + 1 : 0
        if (outcome === 'out-of-reach' || refusals === REFUSALS_IN_A_ROW) break
      }
      await tellUnchecked(new Date(deps.clock.now() - OVERDUE * hours * HOUR_MS))
    },
  }

  /** Reports sources that could not be read in time: 1688 was unreachable or refused them, or there are more sources than daily calls. */
  async function tellUnchecked(since: Date): Promise<void> {
    for (let after = '0'; ;) {
      const overdue = await findOverdue(tx, since, after, OVERDUE_BATCH)
      if (overdue.length === 0) return
      await deps.products.markUnchecked(tx, overdue)
      after = overdue.at(-1)!
    }
  }

  async function checkOne(offerId: string, signal: AbortSignal): Promise<RowOutcome> {
    try {
      const { changed } = await deps.offers.refetchOffer(offerId, { signal })
      return { key: offerId, ok: true, message: changed ? '有变化' : '没有变化' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { key: offerId, ok: false, word: error.word, message: error.detail.why ?? error.message }
    }
  }
}

function stockOf(offer: SourceOffer): number | null {
  if (offer.skus.length === 0) return offer.stock
  const stocks = offer.skus.flatMap(({ stock }) => stock ?? [])
  return stocks.length === 0 ? offer.stock : stocks.reduce((sum, stock) => sum + stock, 0)
}
