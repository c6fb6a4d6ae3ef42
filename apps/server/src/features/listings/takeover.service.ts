import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { LiveProduct } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductDoc, ProductTakeover, ProductsApi } from '../products/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { findListings, findListingsInShop, ensureListings, updateListing } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { planOf } from './plan.rules.ts'
import { pushedStockOf } from './push-stock.service.ts'
import { inShownForm, shownAfter } from './shown.mapping.ts'
import { sharedContent, wholeContent } from './takeover-content.mapping.ts'
import type { TakenContent } from './takeover-content.mapping.ts'
import { matchTakenVariants } from './takeover-match.rules.ts'
import { findTakeoverItems, lockTakeoverItem, updateTakeoverItem } from './takeover.store.ts'
import type { TakeoverItemRow } from './takeover.store.ts'

type Endpoints = typeof ENDPOINTS
export type TakeoverService = ReturnType<typeof takeoverService>
type Row = { itemId: string; productId?: string | undefined }
type Taken = { product: ProductDoc; version: number | null; content: TakenContent; isShared: boolean }

const refused = (why: string): Refusal => new Refusal('state-not-allowed', { why })

/**
 * Links products that a shop had before this app with products of ours. Nothing is written to the shop: our product takes over the shop's
 * content, and what can't be taken over is stored as the shop's own form, so that a dry run right after it shows no change. A link whose dry
 * run would show one is refused.
 */
export function takeoverService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  products: ProductsApi & ProductTakeover
  stores: StoresApi
  compare: CompareService
  projection: ListingProjection
}) {
  const { db, products, projection } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    acceptTakeovers: (call: Call, { storeId, items }: InputOf<Endpoints['acceptTakeovers']>): Promise<BulkOutcome> =>
      eachLive(call, storeId, items, (tx, item, store, { productId }, live) =>
        accept(tx, call, { item, store, live, productId: productId ?? item.proposedId }),
      ),

    createTakenProducts: (
      call: Call,
      { storeId, itemIds }: InputOf<Endpoints['createTakenProducts']>,
    ): Promise<BulkOutcome> =>
      eachLive(
        call,
        storeId,
        itemIds.map((itemId) => ({ itemId })),
        (tx, item, store, _row, live) => create(tx, call, item, store, live),
      ),

    async skipTakeovers(
      call: Call,
      { storeId, itemIds, skipped }: InputOf<Endpoints['skipTakeovers']>,
    ): Promise<BulkOutcome> {
      const [store] = await deps.stores.requireStores(db.handle, [storeId])
      return eachRow([...new Set(itemIds)], String, (itemId) =>
        db.transaction(async (tx) => {
          const item = await openItem(tx, storeId, itemId)
          call.notes.object('store', storeId, store!.name)
          const decidedBy = skipped ? call.actor.name : null
          await updateTakeoverItem(tx, item.id, {
            state: skipped ? 'skipped' : 'open',
            decidedBy,
            message: '',
            updatedAt: now(),
          })
          return { ok: true, message: skipped ? '已跳过' : '已放回待接管' }
        }),
      )
    },

    async undoTakeovers(call: Call, { storeId, itemIds }: InputOf<Endpoints['undoTakeovers']>): Promise<BulkOutcome> {
      await deps.stores.requireStores(db.handle, [storeId])
      return eachRow([...new Set(itemIds)], String, (itemId) => db.transaction((tx) => undo(tx, call, storeId, itemId)))
    },
  }

  /** Reads the rows' products in the shop in few requests, then handles each row in its own transaction. */
  async function eachLive(
    call: Call,
    storeId: string,
    rows: readonly Row[],
    work: (tx: Tx, item: TakeoverItemRow, store: StoreDoc, row: Row, live: LiveProduct) => Promise<RowResult>,
  ): Promise<BulkOutcome> {
    const [store] = await deps.stores.requireStores(db.handle, [storeId])
    const wanted = new Map(rows.map((row) => [row.itemId, row]))
    const items = await findTakeoverItems(db.handle, storeId, [...wanted.keys()])
    const gids = items.map(({ shopifyProductId }) => shopifyProductId)
    const live = new Map((await readLive(call, store!, gids)).map((one) => [one.id, one]))
    return eachRow(
      [...wanted.values()],
      ({ itemId }) => itemId,
      async (row) => {
        call.signal.throwIfAborted()
        const outcome = await db.transaction(async (tx) => {
          const item = await openItem(tx, storeId, row.itemId)
          const there = live.get(item.shopifyProductId)
          if (there) return work(tx, item, store!, row, there)
          await updateTakeoverItem(tx, item.id, { state: 'gone', message: GONE, updatedAt: now() })
          return { ok: false, word: 'not-found', message: GONE }
        })
        return outcome
      },
    )
  }

  async function readLive(call: Call, store: StoreDoc, gids: readonly string[]): Promise<LiveProduct[]> {
    if (gids.length === 0) return []
    try {
      const shop = await deps.stores.connectorOf(store.id)
      const found = await shop.readProducts(gids, { lane: 'interactive', signal: call.signal })
      return found.filter((one) => one !== undefined)
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      await deps.stores.noteFailure(store.id, error)
      throw deps.stores.explainStoreFailure(error, store)
    }
  }

  /** Locks a row that was not decided yet: of two clerks the second one meets the first one's decision. */
  async function openItem(tx: Tx, storeId: string, itemId: string): Promise<TakeoverItemRow> {
    const item = await lockTakeoverItem(tx, storeId, itemId)
    if (!item) throw new Refusal('not-found', { why: '这家店铺的待接管商品里没有这一条' })
    if (item.state === 'open' || item.state === 'skipped') return item
    throw refused(item.state === 'gone' ? GONE : `已由${item.decidedBy ?? '别人'}接管`)
  }

  async function accept(
    tx: Tx,
    call: Call,
    {
      item,
      store,
      live,
      productId,
    }: { item: TakeoverItemRow; store: StoreDoc; live: LiveProduct; productId: string | null },
  ): Promise<RowResult> {
    if (productId === null) throw refused('没有建议的商品：请另选一个，或从店铺商品新建')
    const [doc] = await projection.lock(tx, [productId])
    if (!doc) throw new Refusal('not-found', { why: '这里的商品不存在或已被删除' })
    const [listing] = await findListings(tx, [{ productId, storeId: store.id }])
    await requireFree(tx, store, item, listing)
    const isShared = doc.listings.some(
      (one) => one.storeId !== store.id && one.shopifyProductId !== null && one.state !== 'removed',
    )
    const matched = matchTakenVariants(doc.variants, live)
    if (matched.size === 0) throw refused('没有一个变体对得上（SKU、条码和规格都不同）：请另选一个，或从店铺商品新建')
    const sides = { doc, live, store, newId: deps.newId }
    const content = isShared ? sharedContent(sides, matched) : wholeContent(sides, matched)
    if (!content) throw refused('规格的个数和店铺的不同，这里多出的变体放不进去：请另选一个，或从店铺商品新建')
    const by = byOf(call)
    const { product, version } = await products.takeShopContent(tx, productId, {
      storeId: store.id,
      edit: content.edit,
      isShared,
      by,
    })
    await link(tx, store, live, { product, version, content, isShared })
    await decide(tx, call, item, { state: 'linked', product, version })
    const message = isShared
      ? '已关联；商品也在其他店铺，只接管了这家的价格，其他内容两边各自保留'
      : '已关联，内容以店铺为准'
    return { ok: true, message, id: productId }
  }

  async function create(
    tx: Tx,
    call: Call,
    item: TakeoverItemRow,
    store: StoreDoc,
    live: LiveProduct,
  ): Promise<RowResult> {
    await requireFree(tx, store, item, undefined)
    const content = wholeContent({ doc: undefined, live, store, newId: deps.newId }, new Map())!
    const product = await products.createFromShop(tx, { storeId: store.id, edit: content.edit, by: byOf(call) })
    const { version } = product
    await link(tx, store, live, { product, version, content, isShared: false })
    await decide(tx, call, item, { state: 'created', product, version })
    return { ok: true, message: '已新建并关联', id: product.id }
  }

  async function decide(
    tx: Tx,
    call: Call,
    item: TakeoverItemRow,
    { state, product, version }: { state: 'linked' | 'created'; product: ProductDoc; version: number | null },
  ): Promise<void> {
    const decidedBy = call.actor.name
    const set = { state, productId: product.id, productVersion: version, decidedBy, message: '', updatedAt: now() }
    await updateTakeoverItem(tx, item.id, set)
    call.notes.object('product', product.id, product.title)
    call.notes.change('shopifyProductId', null, item.shopifyProductId)
  }

  /** Neither of the two may be linked already. */
  async function requireFree(
    tx: Tx,
    store: StoreDoc,
    item: TakeoverItemRow,
    listing: ListingRow | undefined,
  ): Promise<void> {
    const others = await findListingsInShop(tx, store.id, [item.shopifyProductId])
    if (others.some(({ state }) => state !== 'removed')) throw refused('店铺的这件商品已经关联了一个商品')
    if (!listing) return
    if (listing.state === 'queued' || listing.state === 'syncing' || listing.state === 'unknown')
      throw refused(`商品正在同步到“${store.name}”，等它结束再接管`)
    if (listing.shopifyProductId !== null && listing.state !== 'removed')
      throw refused(`商品在“${store.name}”已经关联了另一件店铺商品`)
  }

  /** Stores the shop's ids, and what the shop shows now as the base of later comparisons. */
  async function link(
    tx: Tx,
    store: StoreDoc,
    live: LiveProduct,
    { product, content, isShared }: Taken,
  ): Promise<void> {
    const ours = await deps.compare.ourSide(product, store, tx)
    const refs: ListingRow['refs'] = { variants: {}, media: content.media }
    for (const [index, there] of content.variants.entries())
      if (there) refs.variants[product.variants[index]!.id] = { id: there.id, inventoryItemId: there.inventoryItemId }
    const nothing = { action: 'none', fields: [], contentHash: '' } as const
    const shown = shownAfter({
      ours,
      live,
      refs,
      plan: { ...nothing, fields: [] },
      skip: new Set(),
      base: ours,
      known: {},
      answered: undefined,
    })
    const plan = planOf({
      ours,
      live,
      base: ours,
      shown: inShownForm(ours, shown),
      refs,
      pushedStock: pushedStockOf(ours, null),
      withStock: store.locationId !== null,
    })
    const left = plan.fields.filter(({ change }) => change !== 'none').map(({ label }) => label)
    if (left.length > 0)
      throw refused(
        `${isShared ? '商品也在其他店铺，不能按这家改；' : ''}两边不同，同步会改动店铺：${left.slice(0, 3).join('、')}。请从店铺商品新建`,
      )
    const pair = { productId: product.id, storeId: store.id }
    await ensureListings(tx, [{ ...pair, id: deps.newId() }])
    const [listing] = await findListings(tx, [pair])
    const at = now()
    await updateListing(tx, listing!.id, {
      state: live.status === 'ACTIVE' ? 'online' : 'offline',
      shopifyProductId: live.id,
      handle: live.handle,
      pushed: ours,
      shown,
      stockIntent: null,
      pushedAt: null,
      pushedBy: null,
      // Where the shop publishes it stays as its staff chose it.
      publishedAt: at,
      refs,
      error: null,
      shopChanged: [],
      shopTouchedAt: null,
      shopLookedAt: at,
      updatedAt: at,
    })
    await projection.write(tx, [product], [pair], new Map([[listing!.id, false]]))
  }

  async function undo(tx: Tx, call: Call, storeId: string, itemId: string): Promise<RowResult> {
    const item = await lockTakeoverItem(tx, storeId, itemId)
    if (!item) throw new Refusal('not-found', { why: '这家店铺的待接管商品里没有这一条' })
    const { productId, state } = item
    if (productId === null || (state !== 'linked' && state !== 'created')) throw refused('还没有接管，没有可撤销的')
    const held = await projection.lock(tx, [productId])
    if (held.length === 0) throw new Refusal('not-found', { why: '这里的商品不存在或已被删除' })
    const [listing] = await findListings(tx, [{ productId, storeId }])
    if (listing?.shopifyProductId !== item.shopifyProductId) throw refused('商品已经关联到别的店铺商品，不能撤销')
    if (listing.state === 'queued' || listing.state === 'syncing' || listing.state === 'unknown')
      throw refused('正在同步，等它结束再撤销')
    if (listing.pushedAt !== null) throw refused('接管之后已经同步过，店铺内容可能已改，不能撤销')
    await updateListing(tx, listing.id, { ...UNLINKED, updatedAt: now() })
    await projection.write(tx, held, [listing], new Map([[listing.id, false]]))
    const undone = { version: item.productVersion, isCreated: state === 'created', by: byOf(call) }
    await products.undoTakeover(tx, call, productId, undone)
    await updateTakeoverItem(tx, item.id, { ...REOPENED, updatedAt: now() })
    call.notes.object('product', productId, held[0]!.title)
    call.notes.change('shopifyProductId', item.shopifyProductId, null)
    return {
      ok: true,
      message: state === 'created' ? '已撤销，新建的商品在回收站' : '已撤销，商品恢复到接管之前',
      id: productId,
    }
  }
}

const GONE = '店铺里已经没有这件商品'

const UNLINKED = {
  state: 'pending',
  shopifyProductId: null,
  handle: null,
  publishedAt: null,
  pushed: null,
  shown: {},
  refs: { variants: {}, media: {} },
  error: null,
  shopChanged: [],
  shopTouchedAt: null,
  shopLookedAt: null,
} as const satisfies Partial<ListingRow>

const REOPENED = {
  state: 'open',
  productId: null,
  productVersion: null,
  decidedBy: null,
  message: '',
} as const satisfies Partial<TakeoverItemRow>
