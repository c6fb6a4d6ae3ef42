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
import { findListings } from './listings.store.ts'
import { takeoverLinks } from './takeover-links.service.ts'
import { sharedContent, wholeContent } from './takeover-content.mapping.ts'
import { matchTakenVariants } from './takeover-match.rules.ts'
import { findTakeoverItems, lockTakeoverItem, updateTakeoverItem } from './takeover.store.ts'
import type { TakeoverItemRow } from './takeover.store.ts'

type Endpoints = typeof ENDPOINTS
export type TakeoverService = ReturnType<typeof takeoverService>
type Row = { itemId: string; productId?: string | undefined }

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
  const links = takeoverLinks(deps)
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

  /** Locks a row that is not decided yet. If two clerks decide at the same time, the second one gets a refusal that names the first. */
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
    await links.requireFree(tx, store, item.shopifyProductId, listing)
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
    await links.link(tx, store, live, { product, content, isShared })
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
    await links.requireFree(tx, store, item.shopifyProductId, undefined)
    const content = wholeContent({ doc: undefined, live, store, newId: deps.newId }, new Map())!
    const product = await products.createFromShop(tx, { storeId: store.id, edit: content.edit, by: byOf(call) })
    const { version } = product
    await links.link(tx, store, live, { product, content, isShared: false })
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

  async function undo(tx: Tx, call: Call, storeId: string, itemId: string): Promise<RowResult> {
    const item = await lockTakeoverItem(tx, storeId, itemId)
    if (!item) throw new Refusal('not-found', { why: '这家店铺的待接管商品里没有这一条' })
    const { productId, state } = item
    if (productId === null || (state !== 'linked' && state !== 'created')) throw refused('还没有接管，没有可撤销的')
    const held = await projection.lock(tx, [productId])
    if (held.length === 0) throw new Refusal('not-found', { why: '这里的商品不存在或已被删除' })
    await links.unlink(tx, held, { productId, storeId, shopifyProductId: item.shopifyProductId })
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

const REOPENED = {
  state: 'open',
  productId: null,
  productVersion: null,
  decidedBy: null,
  message: '',
} as const satisfies Partial<TakeoverItemRow>
