import { affordableProductSet, estimateProductSetCost } from '@huoqiao/connector-shopify'
import type { ProductSetInput, ProductVariantSetInput, UpsertedProduct } from '@huoqiao/connector-shopify'
import { baseAfter } from './base.mapping.ts'
import { SEVERAL_LOST, SEVERAL_LOST_ADVICE } from './compare.service.ts'
import type { CompareService, Comparison } from './compare.service.ts'
import type { Desired } from './desired.mapping.ts'
import { heldBack } from './held-back.rules.ts'
import type { RemoteRefs, ShownForm } from './listings.tables.ts'
import type { LostProduct, LostProducts } from './lost-products.service.ts'
import type { MediaFallback } from './media-fallback.ts'
import { isOwnAlone } from './own-pictures.ts'
import type { OwnPictures } from './own-pictures.ts'
import { matchVariants, sameOurs } from './plan.rules.ts'
import { problemsOf, wordProblems } from './problems.rules.ts'
import { PushStopped } from './push-failure.ts'
import { pushParts } from './push-input.mapping.ts'
import type { PushContext, PushParts } from './push-input.mapping.ts'
import { newPictures } from './push-pictures.mapping.ts'
import { resolveMedia } from './push-media.service.ts'
import type { PushRecord } from './push-record.service.ts'
import { pushStock, withStock } from './push-stock.service.ts'
import type { Pushing, PushOutcome } from './push.types.ts'
import { refsAfter } from './refs.mapping.ts'
import { shownAfter } from './shown.mapping.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StoresApi } from '../stores/index.ts'

export type PushDeps = {
  db: Db
  clock: Clock
  stores: StoresApi
  compare: CompareService
  lost: LostProducts
  record: PushRecord
  ownPictures: OwnPictures
  mediaFallback: MediaFallback
  mediaPatienceMs: () => Promise<number>
}
export type PushService = ReturnType<typeof pushService>

/** Points that a request may cost before its selected fields are reduced (reference, section 2: 1,000 at most). */
const SELECT_UNDER = 600

/**
 * Pushes one product to one store. Every step can be repeated after a crash: the product is upserted under the listing's own id, the shop's
 * answer is stored at once, and the rest compares before it writes. Each writing request passes the guard of the push's act.
 */
export function pushService(deps: PushDeps) {
  const { record } = deps
  const stock = pushStock(deps)

  return { carryOut }

  async function carryOut(push: Pushing, signal: AbortSignal): Promise<PushOutcome> {
    const isStockKnown = await stock.resolve(push, signal)
    const { lost, ...comparison } = await compareNow(push, signal)
    const { plan, ours, live, refs, base, pushedStock } = comparison
    const known = push.listing.shown
    const blocking = problemsOf(ours, push.store, push.product.missing, []).find(({ level }) => level === 'blocks')
    if (blocking) throw new PushStopped(blocking.message, blocking.advice)
    if (lost && plan.action === 'update' && !push.item.approval?.contentHash)
      throw new PushStopped(LOST_UNSEEN, '预演并确认后再同步')
    const { skip, kept } = heldBack(comparison, approvalOf(push, comparison))
    const words = await deps.compare.forbiddenWords(deps.db.handle, ours, push.store)
    const forbidden = wordProblems(words, plan, skip).find(({ level }) => level === 'blocks')
    if (forbidden) throw new PushStopped(forbidden.message, forbidden.advice)
    if (lost) await record.keep(push, { shopifyProductId: lost.id, handle: lost.handle })
    const context = await withOwnPictures(
      push,
      { ours, live, refs, pushedStock, plan, skip, locationId: push.store.locationId, staged: new Map() },
      signal,
    )
    const parts = pushParts(context)
    const stocked = (): Parameters<typeof baseAfter>[0] => ({ ours, live, base, refs, plan, skip })
    const shownOf = (answered: UpsertedProduct | undefined, after: RemoteRefs): ShownForm =>
      shownAfter({ ours, live, refs: after, plan, skip, base: baseAfter(stocked()), known, answered })
    if (live && Object.keys(parts.input).length === 0 && parts.stock.length === 0) {
      await publish(push, live.id, signal)
      return {
        kind: 'unchanged',
        note: noteOf(kept, isStockKnown, live.status !== 'ACTIVE'),
        base: baseAfter(stocked()),
        shown: shownOf(undefined, refs),
        refs,
        onSale: live.status === 'ACTIVE',
      }
    }
    await keepMade(push, comparison)
    // Until a stock change is made, the shop has our old stock.
    const before = Object.fromEntries(parts.stock.map(({ variantId, ours: now, delta }) => [variantId, now - delta]))
    const keep = { base: withStock(baseAfter(stocked()), before), shownOf }
    const sent = await upsert(push, parts, live?.id, refs, keep, signal)
    const productId = sent.upserted?.id ?? live!.id
    if (parts.stock.length > 0) {
      await record.step(push, '更新库存')
      if (!sent.upserted) await record.keep(push, { pushed: keep.base })
      await stock.change(push, parts.stock, signal)
    }
    await publish(push, productId, signal)
    const finalRefs = parts.newMedia
      ? await pictures(push, { productId, context, parts, refs: sent.refs }, signal)
      : sent.refs
    if (sent.deferred) await bringPictures(push, context, productId, finalRefs, signal)
    const off = live !== undefined && live.status !== 'ACTIVE'
    return {
      kind: 'pushed',
      note: noteOf(kept, isStockKnown, off),
      base: baseAfter(stocked()),
      shown: shownOf(sent.upserted, sent.refs),
      refs: finalRefs,
      onSale: !off,
    }
  }

  type Compared = Comparison & { lost: LostProduct | undefined }

  async function compareNow(push: Pushing, signal: AbortSignal): Promise<Compared> {
    const { connector, product, store } = push
    const ours = await deps.compare.ourSide(product, store)
    const known = push.listing.shopifyProductId
    let [live] = known === null ? [] : await connector.readProducts([known], { signal })
    const lost = known === null ? await lostProduct(push, ours, signal) : undefined
    const isLooked = live !== undefined || lost !== undefined || !push.triedBefore
    // An earlier try may have created it and died, so it is searched by our identifier before anything is written.
    const tried = isLooked ? undefined : await connector.findByListingId(push.listing.id, { signal })
    const found = lost ?? tried
    if (found) [live] = await connector.readProducts([found.id], { signal })
    // It was deleted in the shop, so the new product is in no sales channel yet.
    if (known !== null && live?.id !== known)
      await record.keep(push, {
        publishedAt: null,
        pushed: null,
        shown: {},
        stockIntent: null,
        refs: { variants: {}, media: {} },
      })
    if (tried && live) await record.keep(push, { shopifyProductId: tried.id, handle: tried.handle })
    const adopt = push.triedBefore || lost !== undefined
    return { ...deps.compare.compareWith({ ours, store, listing: push.listing, live, adopt }), lost }
  }

  /** A product that this app created before a backup was restored, and no longer knows. */
  async function lostProduct(push: Pushing, ours: Desired, signal: AbortSignal): Promise<LostProduct | undefined> {
    const wanted = { listingId: push.listing.id, storeId: push.store.id, ours }
    const [found, ...others] = await deps.lost.find(push.connector, wanted, { signal })
    if (others.length > 0) throw new PushStopped(SEVERAL_LOST, SEVERAL_LOST_ADVICE)
    return found
  }

  async function withOwnPictures(push: Pushing, context: PushContext, signal: AbortSignal): Promise<PushContext> {
    const own = newPictures(context).filter(isOwnAlone)
    if (own.length === 0) return context
    await record.step(push, `上传 ${own.length} 张本地图片`)
    return { ...context, staged: await deps.ownPictures.stage(push.connector, own, { signal }) }
  }

  /** What is stored with the shop's answer; undefined for a request that only repeats pictures. */
  type Keep = {
    base: PushOutcome['base']
    shownOf: (answered: UpsertedProduct, refs: RemoteRefs) => ShownForm
  }
  type Sent = { upserted: UpsertedProduct | undefined; refs: RemoteRefs; deferred: boolean }

  async function upsert(
    push: Pushing,
    parts: PushParts,
    liveId: string | undefined,
    refs: RemoteRefs,
    keep: Keep | undefined,
    signal: AbortSignal,
  ): Promise<Sent> {
    if (liveId !== undefined && Object.keys(parts.input).length === 0)
      return { upserted: undefined, refs, deferred: false }
    await record.step(push, liveId === undefined ? '创建商品' : '更新商品')
    const { input, deferred } = affordableProductSet(parts.input)
    const result = await push.connector.upsertProduct(
      {
        identifier: liveId === undefined ? { listing: push.listing.id } : { id: liveId },
        input,
        select: selectOf(push, input),
      },
      { signal, guard: push.guard },
    )
    if (result.kind !== 'done') throw new Error('a synchronous upsert answered with an operation')
    const { product } = result
    const after = refsAfter(refs, parts, product)
    await record.keep(push, {
      shopifyProductId: product.id,
      handle: product.handle,
      refs: after,
      ...(keep === undefined ? {} : { pushed: keep.base, shown: keep.shownOf(product, after) }),
    })
    return { upserted: product, refs: after, deferred: deferred.includes('file') }
  }

  /** Stores the stock of new variants before they are created: the answer may get lost, and sales start at once. */
  async function keepMade(push: Pushing, { ours, live, refs }: Comparison): Promise<void> {
    if (push.store.locationId === null) return
    const there = live ? matchVariants(ours, live, refs) : new Map<string, unknown>()
    const added = ours.variants.filter(({ id }) => !there.has(id))
    if (added.length === 0) return
    const made = { ...push.listing.stockIntent?.made, ...Object.fromEntries(added.map(({ id, stock: n }) => [id, n])) }
    await record.keep(push, { stockIntent: { ...push.listing.stockIntent, made } })
  }

  async function publish(push: Pushing, productId: string, signal: AbortSignal): Promise<void> {
    if (push.listing.publishedAt !== null || push.store.publicationIds.length === 0) return
    await record.step(push, '发布到销售渠道')
    await push.connector.publishProduct(productId, push.store.publicationIds, { signal, guard: push.guard })
    await record.keep(push, { publishedAt: new Date(deps.clock.now()) })
  }

  function pictures(
    push: Pushing,
    sent: { productId: string; context: PushContext; parts: PushParts; refs: RemoteRefs },
    signal: AbortSignal,
  ): Promise<RemoteRefs> {
    const steps: Parameters<typeof resolveMedia>[2] = {
      fallback: deps.mediaFallback,
      patienceMs: deps.mediaPatienceMs,
      step: (text) => record.step(push, text),
      keep: (refs) => record.keep(push, { refs }),
      send: (parts, refs) => upsert(push, parts, sent.productId, refs, undefined, signal),
    }
    return resolveMedia(push, sent, steps, signal)
  }

  /** Thousands of variants with pictures exceed the cost of one request, so the pictures are sent afterwards. */
  async function bringPictures(
    push: Pushing,
    { ours }: PushContext,
    productId: string,
    refs: RemoteRefs,
    signal: AbortSignal,
  ): Promise<void> {
    await record.step(push, '给变体配图片')
    const there = await push.connector.listVariantRefs(productId, { signal })
    const idOf = new Map(there.map((variant) => [variant.title.toLowerCase(), variant.id]))
    const changes = ours.variants.flatMap((variant) => {
      const id = refs.variants[variant.id]?.id ?? idOf.get(variant.optionValues.join(' / ').toLowerCase())
      const mediaId = variant.imageId === null ? undefined : refs.media[variant.imageId]
      return id !== undefined && mediaId !== undefined ? [{ id, mediaId }] : []
    })
    await push.connector.updateVariants(productId, changes, { signal, guard: push.guard })
  }
}

/**
 * What an approval still allows. If only the shop's side changed, by a try that died half-way, or after a retry, then excluded fields stay
 * excluded and no conflict is overwritten. Any other change stops the push.
 */
function approvalOf(push: Pushing, { plan }: Comparison): Parameters<typeof heldBack>[1] {
  const { approval, attempts } = push.item
  if (!approval) return undefined
  if (approval.contentHash === plan.contentHash) return { skipFields: approval.skipFields, whole: true }
  if (approval.contentHash === '' || (attempts > 1 && sameOurs(approval.contentHash, plan.contentHash)))
    return { skipFields: approval.skipFields, whole: false }
  throw new PushStopped('预演之后内容又有变化，没有写入', '重新预演并确认')
}

/**
 * Returning variants and pictures costs points: a single push asks for them at once, a bulk push learns their ids later and asks for
 * weights only if the shop may have rounded them.
 */
function selectOf({ bulk }: Pushing, input: ProductSetInput): 'ids' | 'full' {
  if (!input.variants || estimateProductSetCost(input) > SELECT_UNDER) return 'ids'
  return !bulk || input.variants.some(mayBeRounded) ? 'full' : 'ids'
}

const mayBeRounded = ({ inventoryItem }: ProductVariantSetInput): boolean => {
  const value = inventoryItem?.measurement?.weight.value ?? 0
  return Number(value.toFixed(2)) !== value
}

/** Changes by shop staff must not be overwritten unseen (decision 0006). Without a record of the last push they cannot be detected. */
const LOST_UNSEEN = '店铺里已有这件商品，是恢复备份之前建的，没有写入'

const noteOf = (kept: number, isStockKnown: boolean, off: boolean): string =>
  [
    kept > 0 ? `保留了店铺里改过的 ${kept} 项，预演后可选择覆盖` : '',
    isStockKnown ? '' : '上一次库存变化是否到了店铺已无法确认，没有重发；请核对店铺里的库存，不对就在店铺后台改',
    off ? '商品在店铺里是下架状态，内容已更新，没有上架' : '',
  ]
    .filter((part) => part !== '')
    .join('；')
