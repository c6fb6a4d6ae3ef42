import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { BrowsedProduct } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { TakeoverRead } from '@huoqiao/contract/listings/takeover.schema'
import { TAKEOVER_STATES } from '@huoqiao/contract/listings/takeover.status'
import type { TakeoverState } from '@huoqiao/contract/listings/takeover.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import type { ProductTakeover, ProductsApi } from '../products/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import { readShopTakeover } from './listings.jobs.ts'
import { findListingsInShop } from './listings.store.ts'
import { codeOwners, pictureName, proposalOf, SEVERAL_FIT, titleKey } from './takeover.rules.ts'
import {
  countExactItems,
  countTakeoverItems,
  findTakeoverPage,
  findTakeoverRead,
  lowerSharedProposals,
  removeUnmetItems,
  saveTakeoverItems,
  saveTakeoverRead,
  updateTakeoverRead,
} from './takeover.store.ts'
import type { TakeoverReadRow } from './takeover.store.ts'
import { takeoverItemView, takeoverReadView } from './takeover.view.ts'

type Endpoints = typeof ENDPOINTS
export type TakeoverReadService = ReturnType<typeof takeoverReadService>

/** Products of one request to the shop; with their variants they cost most of the points that one request may cost. */
const PAGE = 50
const STATES = Object.keys(TAKEOVER_STATES) as TakeoverState[]

/** Reads all products of a shop in the background, and proposes a product of ours for each that no listing belongs to. */
export function takeoverReadService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: StoresApi
  products: ProductsApi & ProductTakeover
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())
  const storeOf = async (storeId: string): Promise<StoreDoc> =>
    (await deps.stores.requireStores(db.handle, [storeId]))[0]!

  return {
    async startShopTakeover(
      tx: Tx,
      call: Call,
      { storeId }: InputOf<Endpoints['startShopTakeover']>,
    ): Promise<TakeoverRead> {
      const [store] = await deps.stores.requireStores(tx, [storeId])
      if (!store!.hasSecret) throw new Refusal('store-unauthorised', { why: '店铺还没有填写凭据' })
      const known = await findTakeoverRead(tx, storeId, 'update')
      call.notes.object('store', storeId, store!.name)
      if (known?.state === 'reading') return takeoverReadView(known)
      const isStopped = known?.state === 'failed'
      const row = await saveTakeoverRead(tx, {
        storeId,
        ...(isStopped
          ? { readId: known.readId, cursor: known.cursor, seen: known.seen, known: known.known }
          : { readId: deps.newId(), cursor: null, seen: 0, known: 0 }),
        state: 'reading',
        message: '',
        startedBy: call.actor.name,
        startedAt: now(),
        finishedAt: null,
      })
      await deps.jobs.enqueue(tx, readShopTakeover, { storeId }, { key: storeId })
      return takeoverReadView(row)
    },

    async getShopTakeover(
      filter: InputOf<Endpoints['getShopTakeover']>,
    ): Promise<OutputOf<Endpoints['getShopTakeover']>> {
      const { storeId } = filter
      await storeOf(storeId)
      const row = await findTakeoverRead(db.handle, storeId)
      return {
        read: row ? takeoverReadView(row) : null,
        items: await countTakeoverItems(db.handle, filter, STATES),
        // While the reading runs, the shop may have a copy of a product that was not read yet.
        exact: row?.state === 'done' ? await countExactItems(db.handle, storeId) : 0,
      }
    },

    async queryTakeoverItems(
      input: InputOf<Endpoints['queryTakeoverItems']>,
    ): Promise<OutputOf<Endpoints['queryTakeoverItems']>> {
      const store = await storeOf(input.storeId)
      const { rows, ...count } = await findTakeoverPage(db.handle, input, input)
      const ids = rows.flatMap(({ productId, proposedId }) => productId ?? proposedId ?? [])
      const products = new Map((await deps.products.productsForPush(db.handle, ids)).map((one) => [one.id, one]))
      const list = rows.map((row) => takeoverItemView(row, store, products.get(row.productId ?? row.proposedId ?? '')))
      return { list, ...count, page: input.page, pageSize: input.pageSize }
    },

    /** The job: continues after the last stored page, also after its process was killed. */
    async read(storeId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const reading = await findTakeoverRead(db.handle, storeId)
        if (reading?.state !== 'reading') return
        if (!(await nextPage(reading, signal))) return
      }
    },
  }

  /** False: the reading has ended. */
  async function nextPage(reading: TakeoverReadRow, signal: AbortSignal): Promise<boolean> {
    const { storeId } = reading
    try {
      const shop = await deps.stores.connectorOf(storeId)
      const page = await shop.browseProducts(
        { limit: PAGE, ...(reading.cursor === null ? {} : { after: reading.cursor }) },
        { lane: 'background', signal },
      )
      const isLast = page.endCursor === undefined
      return await db.transaction(async (tx) => {
        const known = await storePage(tx, reading, page.products)
        const isCurrent = await updateTakeoverRead(tx, reading, {
          seen: reading.seen + page.products.length,
          known: reading.known + known,
          ...(isLast ? { state: 'done', cursor: null, finishedAt: now() } : { cursor: page.endCursor }),
        })
        if (isLast && isCurrent) {
          await removeUnmetItems(tx, storeId, reading.readId)
          await lowerSharedProposals(tx, storeId, SEVERAL_FIT)
        }
        return !isLast && isCurrent
      })
    } catch (error) {
      if (signal.aborted || (!isRemoteFailure(error) && !isRefusal(error))) throw error
      if (isRemoteFailure(error)) await deps.stores.noteFailure(storeId, error)
      const refusal = isRefusal(error) ? error : deps.stores.explainStoreFailure(error)
      const message = refusal.detail.why ?? refusal.message
      await updateTakeoverRead(db.handle, reading, { state: 'failed', message, finishedAt: now() })
      return false
    }
  }

  /** Returns how many of them belong to listings of ours already. */
  async function storePage(
    tx: Tx,
    { storeId, readId }: TakeoverReadRow,
    products: readonly BrowsedProduct[],
  ): Promise<number> {
    const ids = products.map(({ id }) => id)
    const known = new Set(
      (await findListingsInShop(tx, storeId, ids)).flatMap(({ state, shopifyProductId }) =>
        state === 'removed' ? [] : shopifyProductId!,
      ),
    )
    const fresh = products.filter(({ id }) => !known.has(id))
    const candidates = await deps.products.takeoverCandidates(tx, {
      skuCodes: fresh.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
      barcodes: fresh.flatMap(({ variants }) => variants.map(({ barcode }) => barcode)),
      titles: fresh.map(({ title }) => titleKey(title)),
      pictureNames: fresh.map(({ imageUrl }) => pictureName(imageUrl ?? null)),
    })
    const owners = codeOwners(candidates)
    const free = candidates.filter(({ inStores }) => !inStores.includes(storeId))
    const at = now()
    await saveTakeoverItems(
      tx,
      fresh.map(({ id, title, imageUrl = null, variants }) => {
        const there = { title, image: imageUrl, variants: variants.map(({ sku, barcode }) => ({ sku, barcode })) }
        const { productId, ...proposal } = proposalOf(there, free, owners)
        return {
          ...there,
          ...proposal,
          id: deps.newId(),
          storeId,
          readId,
          shopifyProductId: id,
          proposedId: productId,
          state: 'open' as const,
          createdAt: at,
          updatedAt: at,
        }
      }),
    )
    return known.size
  }
}
