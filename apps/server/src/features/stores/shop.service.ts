import { createHash } from 'node:crypto'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { canonicalJson } from '@huoqiao/kit'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import { isOutside } from '../../acts/failure.rules.ts'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, isRefusal, Refusal } from '../../platform/refusal.ts'
import { creationOf } from './creation.rules.ts'
import { deletionActs } from './deletion.act.ts'
import { LAST_VARIANTS } from './deletion.rules.ts'
import { gidOf, searchWords, storefrontUrl } from './stores.rules.ts'
import { selfTestLines } from './shop-self-test.ts'
import { priceFor, requireSame, seenDeletion, twinsOf, variantIdsOf } from './shop-look.ts'
import { claimCreation, releaseCreation } from './store-creation.store.ts'
import type { StoresService } from './stores.service.ts'
import { DIRECT_PREFIX, listingIdOf, storeProductView } from './stores.view.ts'

export type ShopService = ReturnType<typeof shopService>
type Endpoints = typeof ENDPOINTS

/** 店铺直连 (decisions, section 7): work on a shop itself, a person waiting. */
export function shopService(deps: { db: Db; newId: NewId; acts: Acts; stores: StoresService; clock: Clock }) {
  const { db, stores, clock } = deps
  const deletions = deletionActs(deps)
  /** Once, though several press it; throws what the shop said, or that nobody knows. */
  const once = async <I extends object>(acts: ActsOf<I, void, true>, call: Call, key: string, intent: I) => {
    const by = { byId: call.actor.accountId, by: call.actor.name }
    const outcome = await acts.attempt({ id: deps.newId(), key, intent, ...by }, call.signal)
    if (outcome.news === 'open') throw new Refusal('state-not-allowed', { why: '上一次删除还没有结果，正在核对' })
    if (outcome.news === 'refused' || outcome.news === 'unknown')
      throw isOutside(outcome.error) ? outcome.error : new Refusal('state-not-allowed', { why: outcome.message })
  }

  /** Lets go of the key when surely nothing came of this send; what may have been made keeps it. */
  const makeOnce = async <T>(listing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const isNothing = isRemoteFailure(error) ? error.word !== 'unknown-outcome' : isRefusal(error)
      if (isNothing) await db.transaction((tx) => releaseCreation(tx, listing))
      throw error
    }
  }

  return {
    async getProducts(
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

    /** What a form would make in the shop; nothing is written. */
    async previewCreation(call: Call, input: InputOf<Endpoints['previewStoreCreation']>): Promise<ShopChange> {
      const store = await stores.chosen(input.storeId)
      const price = priceFor(input.price, store.currency)
      return creationOf(input, store, price, await stores.ask(store, (shop) => twinsOf(shop, input, call)))
    },

    /**
     * Under an identifier worked out from the form's key, so that the same form makes one product however often it is
     * sent; after an unknown outcome the shop is asked before a person is told.
     */
    async createProduct(call: Call, input: InputOf<Endpoints['createStoreProduct']>): Promise<StoreProduct> {
      const store = await stores.chosen(input.storeId)
      const price = priceFor(input.price, store.currency)
      const { contentHash, ...form } = input
      if (contentHash !== undefined)
        requireSame(creationOf(form, store, price, { title: false, sku: false }), contentHash)
      const listing = directListing(store.id, input.requestKey)
      const options = { lane: 'interactive', signal: call.signal } as const
      const digest = createHash('sha256')
        .update(canonicalJson([form, price]))
        .digest('hex')
      if (!(await claimCreation(db.handle, listing, digest))) throw new Refusal('key-reused')
      const make = async (shop: ShopifyConnector) => {
        await shop.ensureIdDefinition(options)
        const made = await madeBefore(shop, listing, { form: input, price }, options)
        if (made !== undefined) return made
        try {
          const done = await shop.upsertProduct(
            { identifier: { listing }, select: 'variants', input: productInput(input, price) },
            options,
          )
          if (done.kind === 'done') return done.product
        } catch (error) {
          if (!isRemoteFailure(error) || error.word !== 'unknown-outcome') throw error
          const found = await shop.findByListingId(listing, { lane: 'interactive' }).catch(() => undefined)
          if (found) return { ...found, variants: [] }
          throw error
        }
        throw new Error('a synchronous upsert answered with an operation')
      }
      const product = await stores.ask(store, (shop) => makeOnce(listing, () => make(shop)))
      call.notes.object('store-product', product.id, product.title)
      const isPublished = input.status === 'ACTIVE' && store.publicationIds.length > 0
      // Being active shows a product nowhere: it has to be published (reference, section 3). Twice is as good as once.
      if (isPublished) await stores.ask(store, (shop) => shop.publishProduct(product.id, store.publicationIds, options))
      return {
        id: product.id,
        title: product.title,
        handle: product.handle,
        status: product.status,
        vendor: store.vendorName,
        image: input.imageUrl ?? null,
        storefrontUrl: isPublished ? storefrontUrl(store.origin, product.handle) : null,
        totalInventory: 0,
        variants: product.variants.map(({ id, title, sku }) => ({ id, title, sku: sku || null, price, inventory: 0 })),
        listingOf: null,
        updatedAt: product.updatedAt,
      }
    },

    /** What a deletion would take out of the shop; nothing is written. */
    async previewDeletion(call: Call, input: InputOf<Endpoints['previewStoreDeletion']>): Promise<ShopChange> {
      const store = await stores.chosen(input.storeId)
      return stores.ask(store, (shop) => seenDeletion(shop, store, input, call))
    },

    async deleteProduct(call: Call, input: InputOf<Endpoints['deleteStoreProduct']>): Promise<null> {
      const store = await stores.chosen(input.storeId)
      const id = gidOf('Product', input.productId)
      call.notes.object('store-product', id)
      await stores.ask(store, async (shop) => {
        const now = await seenDeletion(shop, store, { productId: input.productId }, call)
        if (now.action === 'blocked') throw new Refusal('not-found', { msg: '店铺里没有这个商品，可能已被删除' })
        if (input.contentHash !== undefined) requireSame(now, input.contentHash)
        await once(deletions.products, call, `${store.id} ${id}`, { storeId: store.id, productGid: id })
      })
      return null
    },

    async deleteVariants(
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
        // The shop refuses a whole batch for one strange id, and taking the last variant is no way to delete a product.
        const here = new Set((await shop.listVariantRefs(productId, options)).map(({ id }) => id))
        const present = ids.filter((id) => here.has(id))
        if (present.length > 0 && present.length === here.size) throw invalidField('variantsIds', LAST_VARIANTS)
        if (present.length === 0) throw new Refusal('not-found', { msg: '店铺里没有这些变体，可能已被删除' })
        const intent = { storeId: store.id, productGid: productId, variantGids: present }
        await once(deletions.variants, call, `${store.id} ${productId}`, intent)
        return ids.map((key) =>
          here.has(key)
            ? { key, ok: true, message: '已删除' }
            : { key, ok: false, word: 'not-found', message: '店铺里没有这个变体' },
        )
      })
    },

    /** tran/test: every step is tried, and each line says what it found. */
    async selfTest(call: Call, storeId: string | undefined): Promise<OutputOf<Endpoints['selfTestStore']>> {
      const store = await stores.chosen(storeId)
      const lines = await selfTestLines(store, () => stores.connectorOf(store.id), call.signal, clock)
      return { storeId: store.id, ok: lines.every(({ ok, optional }) => ok || optional === true), lines }
    },
  }
}

/**
 * The product that this key made before. What stands in the shop is never written over: with other content the key is refused. A
 * description is compared by its words and a picture not at all, since the shop keeps both in its own way.
 */
async function madeBefore(
  shop: ShopifyConnector,
  listing: string,
  { form, price }: { form: InputOf<Endpoints['createStoreProduct']>; price: string },
  options: { lane: 'interactive'; signal: AbortSignal },
) {
  const found = await shop.findByListingId(listing, options)
  if (found === undefined) return undefined
  const [live] = await shop.readProducts([found.id], options)
  if (live === undefined) return undefined
  const [variant] = live.variants
  const isSame =
    live.title === form.title &&
    live.status === form.status &&
    Number(variant?.price) === Number(price) &&
    (variant?.sku ?? '') === form.sku &&
    wordsOf(live.descriptionHtml) === wordsOf(form.descriptionHtml)
  if (!isSame) throw new Refusal('key-reused')
  return live
}
const wordsOf = (html: string): string => html.replace(/<[^>]*>|&[a-z#0-9]+;|\s+/gi, '')

/** Two forms of one store never share a key by chance, and the shop sees no text that a person typed. */
const directListing = (storeId: string, requestKey: string): string =>
  DIRECT_PREFIX + createHash('sha256').update(`${storeId}\n${requestKey}`).digest('hex').slice(0, 40)

const productInput = (input: InputOf<Endpoints['createStoreProduct']>, price: string) => ({
  title: input.title,
  descriptionHtml: input.descriptionHtml,
  status: input.status,
  productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
  variants: [
    {
      optionValues: [{ optionName: 'Title', name: 'Default Title' }],
      price,
      ...(input.sku === '' ? {} : { sku: input.sku }),
    },
  ],
  ...(input.imageUrl === undefined
    ? {}
    : { files: [{ originalSource: input.imageUrl, contentType: 'IMAGE' as const, alt: input.title }] }),
})
