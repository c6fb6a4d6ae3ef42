import { createHash } from 'node:crypto'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { canonicalJson } from '@huoqiao/kit'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { creationActs } from './creation.act.ts'
import type { Created, Creation } from './creation.act.ts'
import { creationOf } from './creation.rules.ts'
import { deletionActs } from './deletion.act.ts'
import { LAST_VARIANTS } from './deletion.rules.ts'
import { shownText, wordsFault } from './forbidden-words.rules.ts'
import { sampleProducts } from './sample-products.view.ts'
import { gidOf, searchWords, storefrontUrl } from './stores.rules.ts'
import { selfTestLines } from './shop-self-test.ts'
import { priceFor, requireSame, seenDeletion, twinsOf, variantIdsOf } from './shop-look.ts'
import { claimCreation } from './store-creation.store.ts'
import { forbiddenWordsIn } from './stores.hooks.ts'
import type { StoresService } from './stores.service.ts'
import type { StoreDoc } from './stores.types.ts'
import { DIRECT_PREFIX, listingIdOf, storeProductView } from './stores.view.ts'

export type ShopService = ReturnType<typeof shopService>
type Endpoints = typeof ENDPOINTS

/** 店铺直连 (decisions, section 7): actions on a shop for which a person waits. */
export function shopService(deps: {
  db: Db
  hooks: Hooks
  newId: NewId
  acts: Acts
  stores: StoresService
  clock: Clock
}) {
  const { stores, clock } = deps
  const deletions = deletionActs(deps)
  const creations = creationActs(deps)
  /**
   * Runs an act once, even if it is requested several times. Throws the shop's refusal, or that the outcome is unknown. `open`: the message
   * while an earlier act is open.
   */
  const once = async <I extends object, A, F>(
    acts: ActsOf<I, A, F>,
    call: Call,
    request: { key: string; intent: I; open: string; before?: (tx: Tx) => Promise<void> },
  ) => {
    const { key, intent, open, before } = request
    const by = byColumnsOf(call)
    const outcome = await acts.attempt({ id: deps.newId(), key, intent, ...by }, call.signal, before)
    if (outcome.result === 'open') throw new Refusal('state-not-allowed', { why: open })
    if (outcome.result === 'refused' || outcome.result === 'unknown')
      throw isExternalFailure(outcome.error)
        ? outcome.error
        : new Refusal('state-not-allowed', { why: outcome.message })
    return outcome
  }

  /** Refuses forbidden words in a form; the lists belong to a later feature. */
  const checkWords = async (store: StoreDoc, form: { title: string; descriptionHtml: string }): Promise<void> => {
    const primary = store.languages.filter((one) => one.primary)
    const found = await deps.hooks.ask(forbiddenWordsIn, deps.db.handle, {
      storeIds: [store.id],
      locales: primary.map(({ locale }) => locale),
      texts: [...shownText('title', form.title), ...shownText('descriptionHtml', form.descriptionHtml)],
    })
    const fault = wordsFault(found.flat())
    if (fault) throw invalidField(fault.field, fault.message)
  }

  /** One act creates the product. If a lookup found it, it is read in full, and published by a second act. */
  const make = async (call: Call, intent: Creation): Promise<Created> => {
    const digest = createHash('sha256')
      .update(canonicalJson([intent.form, intent.price]))
      .digest('hex')
    const before = async (tx: Tx) => {
      if (!(await claimCreation(tx, intent.listing, digest))) throw new Refusal('key-reused')
    }
    const request = { key: intent.listing, intent, open: '上一次提交还没有结果，正在核对；没有重复新建', before }
    const first = await once(creations, call, request)
    if (first.result === 'done') return first.answer
    const second = await once(creations, call, request)
    if (second.result === 'done') return second.answer
    throw new Refusal('outcome-unknown', { why: '商品已在店铺建好，但没能读回来；请再提交一次，不会重复新建' })
  }

  return {
    /** Sample products for the card layout while no store is connected. */
    async mockProductList(): Promise<OutputOf<Endpoints['mockProductList']>> {
      const list = sampleProducts()
      return { list, total: list.length }
    },

    async getStoreProducts(
      call: Call,
      input: InputOf<Endpoints['getStoreProducts']>,
    ): Promise<OutputOf<Endpoints['getStoreProducts']>> {
      const store = await stores.chosen(input.storeId)
      const query = searchWords(input.keyword)
      const page = await stores.ask(store, (shop) =>
        shop.browseProducts(
          {
            limit: input.limit,
            ...(input.after === undefined || input.after === '' ? {} : { after: input.after }),
            ...(query === undefined ? {} : { query }),
          },
          { lane: 'interactive', signal: call.signal },
        ),
      )
      const ours = await stores.productsOf(page.products.flatMap(({ listing }) => listingIdOf(listing) ?? []))
      return {
        list: page.products.map((product) => storeProductView(product, ours)),
        endCursor: page.endCursor ?? null,
        hasNextPage: page.endCursor !== undefined,
        storeId: store.id,
      }
    },

    /** What a form would create in the shop; writes nothing. */
    async previewStoreCreation(call: Call, input: InputOf<Endpoints['previewStoreCreation']>): Promise<ShopChange> {
      const store = await stores.chosen(input.storeId)
      const price = priceFor(input.price, store.currency)
      await checkWords(store, input)
      return creationOf(input, store, price, await stores.ask(store, (shop) => twinsOf(shop, input, call)))
    },

    /**
     * The identifier is derived from the form's key, so that a form creates one product however often it is sent. After an unknown outcome
     * the shop is read before the person gets an answer.
     */
    async createStoreProduct(call: Call, input: InputOf<Endpoints['createStoreProduct']>): Promise<StoreProduct> {
      const store = await stores.chosen(input.storeId)
      const price = priceFor(input.price, store.currency)
      await checkWords(store, input)
      const { contentHash, ...form } = input
      if (contentHash !== undefined)
        requireSame(creationOf(form, store, price, { title: false, sku: false }), contentHash)
      const publicationIds = input.status === 'ACTIVE' ? store.publicationIds : []
      const listing = directListing(store.id, input.requestKey)
      const product = await stores.ask(store, async () => {
        const made = await make(call, { storeId: store.id, listing, form, price, publicationIds })
        call.notes.object('store-product', made.product.id, made.product.title)
        if (made.unpublished !== undefined) throw made.unpublished
        return made.product
      })
      return {
        id: product.id,
        title: product.title,
        handle: product.handle,
        status: product.status,
        vendor: store.vendorName,
        image: input.imageUrl ?? null,
        storefrontUrl: publicationIds.length > 0 ? storefrontUrl(store.origin, product.handle) : null,
        totalInventory: 0,
        variants: product.variants.map(({ id, title, sku }) => ({ id, title, sku: sku || null, price, inventory: 0 })),
        listingOf: null,
        updatedAt: product.updatedAt,
      }
    },

    /** What a deletion would remove from the shop; writes nothing. */
    async previewStoreDeletion(call: Call, input: InputOf<Endpoints['previewStoreDeletion']>): Promise<ShopChange> {
      const store = await stores.chosen(input.storeId)
      return stores.ask(store, (shop) => seenDeletion(shop, store, input, call))
    },

    async deleteStoreProduct(call: Call, input: InputOf<Endpoints['deleteStoreProduct']>): Promise<null> {
      const store = await stores.chosen(input.storeId)
      const id = gidOf('Product', input.productId)
      call.notes.object('store-product', id)
      await stores.ask(store, async (shop) => {
        const now = await seenDeletion(shop, store, { productId: input.productId }, call)
        if (now.action === 'blocked') throw new Refusal('not-found', { msg: '店铺里没有这个商品，可能已被删除' })
        if (input.contentHash !== undefined) requireSame(now, input.contentHash)
        const intent = { storeId: store.id, productGid: id }
        await once(deletions.products, call, { key: `${store.id} ${id}`, intent, open: DELETION_OPEN })
      })
      return null
    },

    async deleteStoreVariants(
      call: Call,
      input: InputOf<Endpoints['deleteStoreVariants']>,
    ): Promise<OutputOf<Endpoints['deleteStoreVariants']>> {
      const store = await stores.chosen(input.storeId)
      const productId = gidOf('Product', input.productId)
      const ids = variantIdsOf(input.variantsIds)
      call.notes.object('store-product', productId)
      return stores.ask(store, async (shop) => {
        if (input.contentHash !== undefined)
          requireSame(await seenDeletion(shop, store, input, call), input.contentHash)
        const options = { lane: 'interactive', signal: call.signal } as const
        // The shop refuses the whole request for one unknown id, and deleting the last variant is not allowed.
        const here = new Set((await shop.listVariantRefs(productId, options)).map(({ id }) => id))
        const present = ids.filter((id) => here.has(id))
        if (present.length > 0 && present.length === here.size) throw invalidField('variantsIds', LAST_VARIANTS)
        if (present.length === 0) throw new Refusal('not-found', { msg: '店铺里没有这些变体，可能已被删除' })
        const intent = { storeId: store.id, productGid: productId, variantGids: present }
        await once(deletions.variants, call, { key: `${store.id} ${productId}`, intent, open: DELETION_OPEN })
        return ids.map((key) =>
          here.has(key)
            ? { key, ok: true, message: '已删除' }
            : { key, ok: false, word: 'not-found', message: '店铺里没有这个变体' },
        )
      })
    },

    /** tran/test: tries every step and returns a line for each result. */
    async selfTestStore(call: Call, storeId: string | undefined): Promise<OutputOf<Endpoints['selfTestStore']>> {
      const store = await stores.chosen(storeId)
      const lines = await selfTestLines(store, () => stores.connectorOf(store.id), call.signal, clock)
      return { storeId: store.id, ok: lines.every(({ ok, optional }) => ok || optional === true), lines }
    },
  }
}

const DELETION_OPEN = '上一次删除还没有结果，正在核对'

/** Includes the store id, so that two stores never share an identifier; the key is hashed, because it is text from outside. */
const directListing = (storeId: string, requestKey: string): string =>
  DIRECT_PREFIX + createHash('sha256').update(`${storeId}\n${requestKey}`).digest('hex').slice(0, 40)
