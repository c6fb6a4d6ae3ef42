import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import type { OfferOrigin } from '@huoqiao/contract/collection/collection.words'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { CallOptions, SourceOffer } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { storable } from '../../platform/storable.ts'
import { explainMarketplaceFailure, isOwnAnswer } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { findStates } from './collect-item.store.ts'
import { lowestQuote, offerHash, sourceProductOf } from './collection.mapping.ts'
import { isClaimable, shownState } from './collection.rules.ts'
import { NO_MARK, offerView } from './collection.view.ts'
import type { Mark } from './collection.view.ts'
import { changesOf, scarcest } from './radar.rules.ts'
import type { ChangeRecorder } from './radar.service.ts'
import { offerBefore } from './source-change.store.ts'
import { findOffer, keepFetch, markOfferGone, markOfferRefused } from './source-offer.store.ts'
import type { NewOfferRow, OfferRow } from './source-offer.store.ts'

export type OffersService = ReturnType<typeof offersService>

export type KnownOffer = { offer: SourceOffer; fetchedAt: Date; status: string; published: boolean }
/** `before`: the fetch that this one replaced; undefined for the first one. */
export type Refetched = KnownOffer & { before: SourceOffer | undefined; changed: boolean }

/** Stored offers: fetched, kept with their history, and marked with what we did with them. */
export function offersService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: MarketplaceService
  products: Pick<ProductsApi, 'claimsByOffers' | 'setSourceHealth' | 'weighSource'>
  stores: Pick<StoresApi, 'storeNames'>
  config: Pick<SystemConfigService, 'setting'>
  changes: ChangeRecorder
}) {
  const { db, marketplace, products } = deps

  const soldAs = async (tx: Tx, offerId: string): Promise<string[]> => [
    ...new Set((await products.claimsByOffers(tx, [offerId])).map((claim) => claim.productId)),
  ]

  /** After each read, reports to products whether their source still exists and how it compares with what they took over. */
  const tellProducts = async (tx: Tx, offerId: string, now: SourceOffer | 'link-dead'): Promise<void> => {
    const productIds = await soldAs(tx, offerId)
    if (productIds.length === 0) return
    if (now === 'link-dead') return products.setSourceHealth(tx, productIds, 'link-dead')
    if (!now.published) return products.setSourceHealth(tx, productIds, 'offer-gone')
    const mapped = sourceProductOf(now)
    // If no shop could accept it any more, it counts as a changed offer.
    if ('refusal' in mapped) return products.setSourceHealth(tx, productIds, 'skus-changed')
    await products.weighSource(tx, productIds, mapped.product)
  }

  /** Changes are recorded in the radar if a product of ours uses the offer; offers that people merely look at are not recorded. */
  const noteChanges = async (tx: Tx, before: SourceOffer, after: SourceOffer, at: Date): Promise<void> => {
    const changes = changesOf(before, after)
    const isFallen = after.published && scarcest(before, after) !== undefined
    if ((changes.length > 0 || isFallen) && (await soldAs(tx, after.offerId)).length > 0)
      await deps.changes.keep(tx, { before, after }, changes, at)
  }

  const keep = async (tx: Tx, offer: SourceOffer, at: Date, origin: OfferOrigin = 'api'): Promise<Refetched> => {
    const { before, changed } = await keepFetch(tx, offerRow(offer, at, origin), deps.newId())
    await tellProducts(tx, offer.offerId, offer)
    // The stored offer keeps its last published state, although the row says that 1688 no longer returns it.
    if (before && changed) await noteChanges(tx, { ...before.offer, published: before.published }, offer, at)
    else if (before && !before.published && offer.published)
      await noteChanges(tx, { ...before.offer, published: false }, offer, at)
    return {
      offer,
      fetchedAt: at,
      status: offer.status,
      published: offer.published,
      before: before?.offer,
      changed,
    }
  }

  const keepGone = async (tx: Tx, offerId: string): Promise<void> => {
    const at = new Date(deps.clock.now())
    const before = await offerBefore(tx, offerId)
    await markOfferGone(tx, offerId, at)
    if (before?.published) await noteChanges(tx, before.offer, { ...before.offer, published: false }, at)
    await tellProducts(tx, offerId, 'link-dead')
  }

  /** Reads the offer from 1688. Throws RemoteFailure. Never call it inside a transaction. */
  const fetch = async (offerId: string, options: CallOptions = {}): Promise<SourceOffer> => {
    const offer = storable(await marketplace.withConnector(undefined, (one) => one.getOffer({ offerId }, options)))
    return isDescriptionMissing(offer) ? withKnownDescription(offer, await findOffer(db.handle, offerId)) : offer
  }

  /** Fetches and stores, also that the offer is gone; then it throws the RemoteFailure, as for any other. */
  const tryFetch = async (offerId: string, signal?: AbortSignal): Promise<Refetched> => {
    try {
      const offer = await fetch(offerId, signal ? { signal } : {})
      return await db.transaction((tx) => keep(tx, offer, new Date(deps.clock.now())))
    } catch (error) {
      if (isRemoteFailure(error) && error.word === 'not-found') await db.transaction((tx) => keepGone(tx, offerId))
      throw error
    }
  }

  /** Fetches and stores; failures become refusals. An offer that exists but is not for sale is stored and returned. */
  const fetchAndKeep = async (offerId: string, signal?: AbortSignal): Promise<Refetched> => {
    try {
      return await tryFetch(offerId, signal)
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      throw explainMarketplaceFailure(error, `货源 ${offerId}`)
    }
  }

  const marksOf = async (tx: Tx, offerIds: readonly string[]): Promise<(offerId: string) => Mark> => {
    const [states, claims, names] = [
      await findStates(tx, offerIds),
      await products.claimsByOffers(tx, offerIds),
      await deps.stores.storeNames(),
    ]
    const marks = new Map<string, Mark>()
    for (const offerId of offerIds) {
      const mine = claims.filter((claim) => claim.offerId === offerId)
      marks.set(offerId, {
        collectState: shownState(states.find((one) => one.offerId === offerId)?.state, mine.length > 0),
        claims: mine.flatMap(({ storeId, productId }) =>
          storeId === null ? [] : [{ storeId, productId, storeName: names.get(storeId) ?? '已删除的店铺' }],
        ),
      })
    }
    return (offerId) => marks.get(offerId) ?? NO_MARK
  }

  const cacheHours = (tx: Tx): Promise<number> => deps.config.setting(tx, 'collect.offerCacheHours')

  /** The stored fetch while it is recent, otherwise a new one; if 1688 is unreachable, an old one. */
  const recent = async (offerId: string, refresh: boolean, signal?: AbortSignal): Promise<OfferRow> => {
    const kept = await findOffer(db.handle, offerId)
    if (kept && !refresh && isClaimable(kept, deps.clock.now(), await cacheHours(db.handle))) return kept
    try {
      await fetchAndKeep(offerId, signal)
    } catch (error) {
      const outOfReach = isRefusal(error) && (error.word === 'marketplace-busy' || error.word === 'marketplace-failed')
      if (kept && !refresh && outOfReach) return kept
      throw error
    }
    const row = await findOffer(db.handle, offerId)
    if (!row) throw new Refusal('offer-gone')
    return row
  }

  return {
    keep,
    keepGone,
    fetch,
    marksOf,
    recent,
    cacheHours,

    async getOffer(
      call: Call,
      input: InputOf<typeof ENDPOINTS.getOffer>,
    ): Promise<OutputOf<typeof ENDPOINTS.getOffer>> {
      const row = await recent(input.offerId, input.refresh === 'true', call.signal)
      const mark = await marksOf(db.handle, [input.offerId])
      return offerView(row, mark(input.offerId))
    },

    /** The offer as last fetched, of any age. */
    async offerOf(tx: Tx, offerId: string): Promise<KnownOffer | undefined> {
      const row = await findOffer(tx, offerId)
      return row && { offer: row.offer, fetchedAt: row.fetchedAt, status: row.status, published: row.published }
    },

    /**
     * Reads the offer from 1688 and stores it, with a snapshot if it changed. Throws a Refusal: `offer-gone` if it can no longer be bought,
     * otherwise the marketplace's words. Never call it inside a transaction.
     */
    async refetchOffer(offerId: string, options: { signal?: AbortSignal } = {}): Promise<Refetched> {
      const fetched = await fetchAndKeep(offerId, options.signal)
      if (fetched.published) return fetched
      throw new Refusal('offer-gone', {
        why: `1688状态：${offerStatusText(fetched.status)}`,
        affects: `货源 ${offerId}`,
      })
    },

    /**
     * A read by the schedule. 'refused': 1688 answers, but refuses this offer, which then waits for its next turn; 'out-of-reach': 1688
     * can't be asked for any offer now. Never call it inside a transaction.
     */
    async watchOffer(offerId: string, signal: AbortSignal): Promise<'read' | 'refused' | 'out-of-reach'> {
      try {
        await tryFetch(offerId, signal)
        return 'read'
      } catch (error) {
        if (isRefusal(error)) return 'out-of-reach'
        if (!isRemoteFailure(error)) throw error
        if (error.word === 'not-found') return 'read'
        if (!isOwnAnswer(error)) return 'out-of-reach'
        await markOfferRefused(db.handle, offerId, new Date(deps.clock.now()))
        return 'refused'
      }
    },
  }
}

const isDescriptionMissing = (offer: SourceOffer): boolean =>
  (offer.descriptionUrl !== null && offer.descriptionHtml === null) ||
  (offer.descriptionTransUrl !== null && offer.descriptionHtmlTrans === null)

/** A description page that does not answer does not mean that the description was removed: the one read before is kept. */
const withKnownDescription = (offer: SourceOffer, kept: OfferRow | undefined): SourceOffer => ({
  ...offer,
  descriptionHtml:
    offer.descriptionHtml ?? (offer.descriptionUrl === null ? null : (kept?.offer.descriptionHtml ?? null)),
  descriptionHtmlTrans:
    offer.descriptionHtmlTrans ??
    (offer.descriptionTransUrl === null ? null : (kept?.offer.descriptionHtmlTrans ?? null)),
})

const offerRow = (offer: SourceOffer, at: Date, origin: OfferOrigin): NewOfferRow => ({
  offerId: offer.offerId,
  subject: offer.subject,
  subjectTrans: offer.subjectTrans ?? '',
  image: offer.images[0] ?? offer.whiteImage,
  supplierOpenId: offer.supplier.openId,
  supplierName: offer.supplier.companyName,
  priceMinor: lowestQuote(offer).priceMinor,
  skuCount: offer.skus.length,
  status: offer.status,
  published: offer.published,
  origin,
  offer,
  hash: offerHash(offer),
  fetchedAt: at,
})
