import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { ClaimingService } from './claiming.service.ts'
import type { BoxLines, KnownLines, Verdict } from './box-lines.service.ts'
import { findItems } from './collect-item.store.ts'
import type { ItemRow } from './collect-item.store.ts'
import { isClaimable } from './collection.rules.ts'
import { MAX_SHORT_LINKS, lineOf, readLines } from './lines.mapping.ts'
import type { ReadLine } from './lines.mapping.ts'
import type { ShortLinks } from './short-links.ts'
import type { OfferRow } from './source-offer.store.ts'

type Endpoints = typeof ENDPOINTS
/** Maximum number of lines in one request; the same as in the contract. */
const MAX_LINES = 500

export type CollectionDeps = {
  db: Db
  clock: Clock
  marketplace: MarketplaceService
  products: Pick<ProductsApi, 'addClaims'>
  stores: Pick<StoresApi, 'requireStores'>
  claiming: ClaimingService
  shortLinks: ShortLinks
  boxLines: BoxLines
}

/** Collecting and claiming: takes a list of lines, returns an outcome for each, and enqueues jobs for what has to be fetched. */
export function collectionService(deps: CollectionDeps) {
  const { db, claiming } = deps
  const { know, judge } = deps.boxLines
  /** Parses the lines and resolves their short links, before a transaction is opened. */
  const read = async (pasted: readonly string[]): Promise<ReadLine[]> => {
    const found = readLines(pasted)
    if (found.length > MAX_LINES) throw new Refusal('too-large', { why: `共${found.length}条，一次最多${MAX_LINES}条` })
    const short = [...new Set(found.flatMap(({ link }) => (link.kind === 'short-link' ? [link.url] : [])))]
    const resolved = new Map<string, string | undefined>()
    await Promise.all(
      short.slice(0, MAX_SHORT_LINKS).map(async (url) => resolved.set(url, await deps.shortLinks.resolve(url))),
    )
    return found.map(({ line, link }) => {
      const offerId = link.kind === 'short-link' ? resolved.get(link.url) : undefined
      return offerId === undefined ? lineOf(line, link) : { line, offerId }
    })
  }

  const freshOffer = (known: KnownLines, offerId: string): OfferRow | undefined => {
    const row = known.offers.get(offerId)
    return row?.published && isClaimable(row, deps.clock.now(), known.cacheHours) ? row : undefined
  }

  const enqueueFetch = async (tx: Tx, item: ItemRow, wanted: { storeIds: readonly string[]; by: By | null }) => {
    // Without an account nothing can be fetched: one error now instead of five hundred failed lines.
    await deps.marketplace.requireAccount(tx)
    await claiming.enqueueFetch(tx, item, wanted)
  }

  const collectOne = async (tx: Tx, item: ItemRow, known: KnownLines): Promise<Verdict> => {
    const product = known.products.get(item.offerId)
    if (product) return { outcome: 'already', message: '已认领过', productId: product.productId }
    const underWay = item.state === 'collecting' && item.round > 0
    if (item.state === 'collected') return { outcome: 'already', message: '已在采集箱' }
    if (!underWay && freshOffer(known, item.offerId)) {
      await claiming.resolve(tx, item, 'collected')
      return { outcome: 'accepted', message: '已加入采集箱' }
    }
    await enqueueFetch(tx, item, { storeIds: [], by: null })
    return underWay ? { outcome: 'already', message: '正在采集' } : { outcome: 'accepted', message: '已加入采集队列' }
  }

  const claimOne = async (
    tx: Tx,
    item: ItemRow,
    known: KnownLines,
    wanted: { storeIds: readonly string[]; by: By; made: number },
  ): Promise<Verdict> => {
    const product = known.products.get(item.offerId)
    if (product) {
      const storeIds = [...new Set([...wanted.storeIds, ...(await claiming.waitingStores(tx, item))])]
      const claim = await deps.products.addClaims(tx, product.productId, storeIds, wanted.by)
      await claiming.resolve(tx, item, 'claimed')
      return claim.outcome === 'already'
        ? { outcome: 'already', message: '所选店铺都已认领', productId: product.productId }
        : { outcome: 'claimed', message: `已认领到${claim.addedStoreIds.length}个店铺`, productId: product.productId }
    }
    const fresh = freshOffer(known, item.offerId)
    if (fresh) {
      const claimed = await claiming.claim(tx, item, fresh.offer, wanted.storeIds, wanted.by)
      if ('refusal' in claimed) return { outcome: 'refused', message: claimed.refusal }
      wanted.made++
      return {
        outcome: 'claimed',
        message: `已认领到${claimed.claim.addedStoreIds.length}个店铺`,
        productId: claimed.claim.productId,
      }
    }
    const waitsAlready =
      item.state === 'collecting' && wanted.storeIds.every((storeId) => item.wantedStoreIds.includes(storeId))
    await enqueueFetch(tx, item, wanted)
    return waitsAlready
      ? { outcome: 'already', message: '正在采集，完成后自动认领' }
      : { outcome: 'accepted', message: '开始采集，完成后自动认领' }
  }

  /** Lines of the box, as if their ids had been pasted; missing ones are reported. */
  const linesOfBox = async (tx: Tx, collectIds: readonly string[]): Promise<ReadLine[]> => {
    const items = new Map((await findItems(tx, collectIds)).map((item) => [item.id, item]))
    return collectIds.map((id) => {
      const item = items.get(id)
      if (item) return { line: item.offerId, offerId: item.offerId }
      return { line: id, offerId: null, stopped: { outcome: 'refused', message: '采集箱里没有这条记录' } }
    })
  }

  return {
    async collectProducts(
      call: Call,
      input: InputOf<Endpoints['collectProducts']>,
    ): Promise<OutputOf<Endpoints['collectProducts']>> {
      const lines = await read(input.lines)
      return db.transaction(async (tx) => {
        const known = await know(tx, lines, byOf(call))
        return { lines: await judge(call, lines, known, (item) => collectOne(tx, item, known)) }
      })
    },

    /**
     * Claims offers to stores. Recently fetched offers become products in this transaction; fetches for the rest are enqueued in it, so a
     * crash leaves either nothing or lines with their jobs.
     */
    async claimProducts(
      call: Call,
      input: InputOf<Endpoints['claimProducts']>,
    ): Promise<OutputOf<Endpoints['claimProducts']>> {
      const pasted = await read(input.lines)
      const storeIds = [...new Set(input.storeIds)]
      return db.transaction(async (tx) => {
        await deps.stores.requireStores(tx, storeIds)
        const lines = [...pasted, ...(await linesOfBox(tx, input.collectIds))]
        if (lines.length === 0) throw invalidField('lines', '请选择或粘贴要认领的商品')
        if (lines.length > MAX_LINES)
          throw new Refusal('too-large', { why: `共${lines.length}条，一次最多${MAX_LINES}条` })
        const wanted = { storeIds, by: byOf(call), made: 0 }
        const known = await know(tx, lines, wanted.by)
        const outcomes = await judge(call, lines, known, (item) => claimOne(tx, item, known, wanted))
        if (wanted.made > 0) await claiming.enqueueTellListed(tx)
        return { lines: outcomes }
      })
    },
  }
}
