import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector, UpsertedProduct } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { ProductDoc, ProductsDoor } from '../products/index.ts'
import type { StoreDoc, StoresDoor } from '../stores/index.ts'
import type { CompareService, Comparison } from './compare.service.ts'
import { findListing, updateListing } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { summaryView } from './listings.view.ts'
import type { MediaFallback } from './media-fallback.ts'
import { problemsOf } from './problems.rules.ts'
import { PushStopped, explainPush } from './push-failure.ts'
import { pushParts } from './push-input.mapping.ts'
import type { PushParts } from './push-input.mapping.ts'
import { refsAfter, withMedia } from './refs.mapping.ts'
import { findItem, findTask, updateItem } from './sync-tasks.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

export type PushDeps = {
  db: Db
  clock: Clock
  log: Log
  products: ProductsDoor
  stores: StoresDoor
  compare: CompareService
  mediaFallback: MediaFallback
}
export type PushService = ReturnType<typeof pushService>

/** Tasks of more items than this save points where they can. */
const BULK_FROM = 20

type Pushing = {
  item: SyncItemRow
  bulk: boolean
  product: ProductDoc
  store: StoreDoc
  listing: ListingRow
  connector: ShopifyConnector
}

/**
 * Pushes one product to one store. Every step may be carried out again after a crash: the product is upserted under the
 * listing's own id, what the shop answered is kept at once, and the rest compares before it writes.
 */
export function pushService(deps: PushDeps) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /** Carries one item to its end and writes down how it went. Throws only when the process is asked to stop. */
    async push(itemId: string, signal: AbortSignal): Promise<void> {
      const started = await begin(itemId)
      if (!started) return
      try {
        const outcome = await carryOut(started, signal)
        await succeed(started, outcome)
      } catch (error) {
        if (signal.aborted) throw error
        await fail(started, error)
      }
    },
  }

  async function begin(itemId: string): Promise<Pushing | undefined> {
    return db.transaction(async (tx) => {
      const item = await findItem(tx, itemId, { lock: true })
      if (!item || (item.state !== 'queued' && item.state !== 'running')) return undefined
      const listing = await findListing(tx, item.listingId)
      const [product] = await deps.products.productsForPush(tx, [item.productId])
      const store = (await deps.stores.storesById(tx, [item.storeId])).get(item.storeId)
      const attempts = item.attempts + 1
      if (!listing || !product || !store) {
        await updateItem(tx, itemId, {
          state: 'failed',
          message: '商品或店铺已被删除',
          word: 'not-found',
          attempts,
          finishedAt: now(),
          updatedAt: now(),
        })
        return undefined
      }
      const running = await updateItem(tx, itemId, {
        state: 'running',
        step: '核对店铺现状',
        attempts,
        updatedAt: now(),
      })
      const moved = await updateListing(tx, listing.id, { state: 'syncing', updatedAt: now() })
      await deps.products.recordListings(tx, product.id, [summaryView(moved!, store)])
      const task = await findTask(tx, item.taskId)
      return {
        item: running!,
        bulk: (task?.total ?? 0) > BULK_FROM,
        product,
        store,
        listing: moved!,
        connector: await deps.stores.connectorOf(store.id),
      }
    })
  }

  type Outcome = {
    kind: 'unchanged' | 'pushed'
    note: string
    comparison: Comparison
    upserted?: UpsertedProduct
    parts?: PushParts
    refs: RemoteRefs
  }

  async function carryOut(pushing: Pushing, signal: AbortSignal): Promise<Outcome> {
    const comparison = await compareNow(pushing, signal)
    const { plan, ours, live, refs } = comparison
    const problems = problemsOf(ours, pushing.store, pushing.product.missing, [])
    const blocking = problems.find((problem) => problem.level === 'blocks')
    if (blocking) throw new PushStopped(blocking.message, blocking.advice)
    const { approval } = pushing.item
    if (approval && approval.contentHash !== plan.contentHash && pushing.item.attempts === 1) {
      throw new PushStopped('预演之后内容又有变化，没有写入', '重新预演并确认')
    }
    // What somebody changed in the shop is only overwritten after a person saw it; without an approval it stays.
    const kept = plan.fields.filter((field) => field.conflict && !approval).map((field) => field.field)
    const skip = new Set([...(approval?.skipFields ?? []), ...kept])
    const note = kept.length > 0 ? `保留了店铺里改过的 ${kept.length} 项，预演后可选择覆盖` : ''
    const context = {
      ours,
      live,
      refs,
      plan,
      skip,
      locationId: pushing.store.locationId,
      staged: new Map<string, string>(),
    }
    const parts = pushParts(context)
    if (live && Object.keys(parts.input).length === 0 && parts.stock.length === 0) {
      await publish(pushing, live.id)
      return { kind: 'unchanged', note, comparison, refs }
    }
    const upserted = await upsert(pushing, parts, live?.id, signal)
    const newRefs = upserted ? refsAfter(refs, parts, upserted) : refs
    const productId = upserted?.id ?? live!.id
    if (upserted) await keep(pushing, upserted, newRefs)
    if (parts.stock.length > 0) await setStock(pushing, parts)
    await publish(pushing, productId)
    const finalRefs = parts.newMedia
      ? await settleMedia(pushing, { ...context, live }, parts, productId, newRefs, signal)
      : newRefs
    return { kind: 'pushed', note, comparison, ...(upserted ? { upserted } : {}), parts, refs: finalRefs }
  }

  async function compareNow(pushing: Pushing, signal: AbortSignal): Promise<Comparison> {
    const { connector, listing, product, store, item } = pushing
    const ours = await deps.compare.ourSide(db.handle, product, store)
    let known = listing.shopifyProductId
    // A first try that died may have created it: look under our own identifier before anything is written.
    if (known === null && item.attempts > 1)
      known = (await connector.findByListingId(listing.id, { signal }))?.id ?? null
    const [live] = known === null ? [] : await connector.readProducts([known], { signal })
    return deps.compare.compareWith(ours, { ...listing, shopifyProductId: known }, live)
  }

  async function upsert(
    pushing: Pushing,
    parts: PushParts,
    liveId: string | undefined,
    signal: AbortSignal,
  ): Promise<UpsertedProduct | undefined> {
    if (liveId !== undefined && Object.keys(parts.input).length === 0) return undefined
    await step(pushing, liveId === undefined ? '创建商品' : '更新商品')
    const result = await pushing.connector.upsertProduct(
      {
        identifier: liveId === undefined ? { listing: pushing.listing.id } : { id: liveId },
        input: parts.input,
        // Ids of variants and pictures cost points: a person's single push has them at once, a bulk learns them later.
        select: pushing.bulk ? 'ids' : 'full',
      },
      { signal },
    )
    if (result.kind !== 'done') throw new Error('a synchronous upsert answered with an operation')
    return result.product
  }

  /** At once, before anything else can go wrong: from now on the shop's ids are known here. */
  async function keep(pushing: Pushing, upserted: UpsertedProduct, refs: RemoteRefs): Promise<void> {
    const row = await updateListing(db.handle, pushing.listing.id, {
      shopifyProductId: upserted.id,
      handle: upserted.handle,
      refs,
      updatedAt: now(),
    })
    if (row) pushing.listing = row
  }

  async function setStock(pushing: Pushing, parts: PushParts): Promise<void> {
    const { locationId } = pushing.store
    if (locationId === null) return
    await step(pushing, '更新库存')
    const single = pushing.store.locations.length <= 1
    await pushing.connector.setInventory({
      idempotencyKey: `hq-${pushing.item.id}-${pushing.item.attempts}`,
      referenceDocumentUri: `huoqiao://sync-item/${pushing.item.id}`,
      levels: parts.stock.map((level) => ({
        inventoryItemId: level.inventoryItemId,
        locationId,
        quantity: level.quantity,
        // The total equals the level of a location only where there is one; elsewhere there is nothing to compare with.
        changeFromQuantity: single ? level.changeFrom : null,
      })),
    })
  }

  async function publish(pushing: Pushing, productId: string): Promise<void> {
    if (pushing.listing.publishedAt !== null || pushing.store.publicationIds.length === 0) return
    await step(pushing, '发布到销售渠道')
    await pushing.connector.publishProduct(productId, pushing.store.publicationIds)
    const row = await updateListing(db.handle, pushing.listing.id, { publishedAt: now(), updatedAt: now() })
    if (row) pushing.listing = row
  }

  /** Pictures are worked on after the push has "succeeded" (reference, section 3): wait, and send those that failed ourselves. */
  async function settleMedia(
    pushing: Pushing,
    context: Parameters<typeof pushParts>[0],
    parts: PushParts,
    productId: string,
    refs: RemoteRefs,
    signal: AbortSignal,
  ): Promise<RemoteRefs> {
    await step(pushing, '等待图片处理')
    const count = parts.fileOrder.length
    const { media, failed } = await pushing.connector.waitForMedia({ productId, count, signal })
    const known = withMedia(refs, parts, media)
    if (failed.length === 0) return known
    const byMedia = new Map(Object.entries(known.media).map(([imageId, mediaId]) => [mediaId, imageId]))
    const images = failed.flatMap(({ id, reason }) => {
      const image = context.ours.images.find((one) => one.id === byMedia.get(id))
      return image ? [{ ...image, reason: reason?.message ?? '处理失败' }] : []
    })
    await step(pushing, `重新上传 ${images.length} 张图片`)
    const staged = await deps.mediaFallback.stage(pushing.connector, images, signal)
    const [live] = await pushing.connector.readProducts([productId], { signal })
    const again = pushParts({
      ...context,
      live,
      refs: known,
      staged,
      plan: {
        ...context.plan,
        fields: [
          {
            field: 'images',
            label: '图片',
            storeNow: null,
            ours: null,
            willBecome: null,
            why: '',
            change: 'update',
            conflict: false,
          },
        ],
      },
      skip: new Set(),
    })
    const upserted = await upsert(pushing, { ...again, newMedia: true }, productId, signal)
    const newRefs = upserted ? refsAfter(known, again, upserted) : known
    if (upserted) await keep(pushing, upserted, newRefs)
    const second = await pushing.connector.waitForMedia({ productId, count: again.fileOrder.length, signal })
    if (second.failed.length > 0) {
      const reasons = [...new Set(second.failed.map((medium) => medium.reason?.message ?? '处理失败'))].join('；')
      throw new PushStopped(
        `商品已写入店铺，但有 ${second.failed.length} 张图片没有成功：${reasons}`,
        '在编辑里更换这些图片后重试',
      )
    }
    return withMedia(newRefs, again, second.media)
  }

  async function step(pushing: Pushing, text: string): Promise<void> {
    await updateItem(db.handle, pushing.item.id, { step: text, updatedAt: now() })
  }

  async function succeed(pushing: Pushing, outcome: Outcome): Promise<void> {
    await db.transaction(async (tx) => {
      await updateItem(tx, pushing.item.id, {
        state: outcome.kind === 'unchanged' ? 'unchanged' : 'succeeded',
        step: '完成',
        message: outcome.note || (outcome.kind === 'unchanged' ? '店铺内容已是最新' : '同步成功'),
        advice: null,
        word: null,
        exchange: null,
        skuCount: outcome.comparison.ours.variants.length,
        finishedAt: now(),
        updatedAt: now(),
      })
      const row = await updateListing(tx, pushing.listing.id, {
        state:
          pushing.listing.publishedAt !== null || pushing.store.publicationIds.length === 0
            ? 'online'
            : pushing.listing.state,
        pushed: outcome.comparison.ours,
        pushedAt: now(),
        pushedBy: pushing.item.taskId,
        refs: outcome.refs,
        error: null,
        updatedAt: now(),
      })
      const [fresh] = await deps.products.productsForPush(tx, [pushing.product.id])
      const outdated = fresh !== undefined && fresh.version !== pushing.product.version
      await deps.products.recordListings(tx, pushing.product.id, [{ ...summaryView(row!, pushing.store), outdated }])
    })
  }

  async function fail(pushing: Pushing, error: unknown): Promise<void> {
    const told = explainPush(error, pushing.store, deps.stores)
    if (isRemoteFailure(error)) await deps.stores.noteFailure(pushing.store.id, error)
    else if (!(error instanceof PushStopped) && !isRefusal(error)) {
      deps.log.error(
        { item: pushing.item.id, error: error instanceof Error ? error.stack : String(error) },
        'push failed',
      )
    }
    const state = told.word === 'unknown-outcome' ? 'unknown' : 'failed'
    await db.transaction(async (tx) => {
      await updateItem(tx, pushing.item.id, {
        state,
        message: told.message,
        advice: told.advice,
        word: told.word,
        exchange: told.exchange ?? null,
        finishedAt: now(),
        updatedAt: now(),
      })
      const row = await updateListing(tx, pushing.listing.id, { state, error: told.message, updatedAt: now() })
      await deps.products.recordListings(tx, pushing.product.id, [summaryView(row!, pushing.store)])
    })
  }
}
