import { isSendWithdrawn } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actWords } from './act-words.ts'
import { isSameContent, productInput } from './creation.mapping.ts'
import { lockCreation, releaseCreation } from './store-creation.store.ts'
import type { StoresApi } from './stores.types.ts'

/** What a form of 店铺直连 makes. */
export type Creation = {
  storeId: string
  /** the identifier that the product has in its shop, worked out from store and key */
  listing: string
  form: Omit<InputOf<(typeof ENDPOINTS)['createStoreProduct']>, 'contentHash'>
  /** as the shop's currency writes it */
  price: string
  /** where it is shown to shoppers; empty: nowhere */
  publicationIds: readonly string[]
}
/** `unpublished`: why it is there and not shown, where it was to be. */
export type Created = { product: MadeProduct; unpublished?: unknown }
export type CreationActs = ActsOf<Creation, Created, true>

type MadeProduct = {
  id: string
  title: string
  handle: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  updatedAt: string
  variants: readonly { id: string; title: string; sku: string }[]
}

/** The shop may still be working on a request whose answer was lost. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }
const LOOK_AGAIN_MS = 10_000
/** `productSet` alone may take two minutes. */
const SENDER_GONE_MS = 150_000

/** Products that are made straight in a shop; the thing that it is done to is the creation, by the identifier that the shop knows it by. */
export function creationActs(deps: {
  acts: Acts
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
}): CreationActs {
  const { acts, stores } = deps
  const nothing = (): Promise<void> => Promise.resolve()

  return acts.define<Creation, Created, true>({
    kind: 'create-product',
    senderGoneMs: SENDER_GONE_MS,
    async send({ intent }, { guard }) {
      const shop = await stores.connectorOf(intent.storeId)
      const reading = { lane: 'interactive' } as const
      const writing = { ...reading, guard }
      await shop.ensureIdDefinition(reading)
      const product = (await madeBefore(shop, intent, reading)) ?? (await make(shop, intent, writing))
      try {
        // Being active shows a product nowhere: it has to be published (reference, section 3). Twice is as good as once.
        await shop.publishProduct(product.id, intent.publicationIds, writing)
      } catch (error) {
        // The product is made, whatever becomes of this.
        if (isSendWithdrawn(error)) return { product, unpublished: CALLED_OFF }
        if (!isExternalFailure(error)) throw error
        return { product, unpublished: error }
      }
      return { product }
    },
    async look({ intent: { storeId, listing } }, signal) {
      const shop = await stores.connectorOf(storeId)
      return (await shop.findByListingId(listing, { lane: 'interactive', signal })) && true
    },
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_AGAIN_MS,
    purchasesOf: () => [],
    // As whoever sends the form does: the key before the act.
    hold: (tx, { key }) => lockCreation(tx, key),
    explain: (error) => actWords(stores, error),
    done: nothing,
    unknown: nothing,
    found: nothing,
    refused: (tx, { key }) => releaseCreation(tx, key),
    // What may have been made keeps its key: a request that the shop carries out late must not meet other content.
    absent: (tx, { key }, { withdrawal }) =>
      withdrawal === 'never-sent' ? releaseCreation(tx, key) : Promise.resolve(),
  })
}

const CALLED_OFF = new Refusal('outcome-unknown', { why: '商品已建好，但等得太久，没有发布到销售渠道；请再提交一次' })

type Options = NonNullable<Parameters<ShopifyConnector['upsertProduct']>[1]>

async function make(
  shop: ShopifyConnector,
  { listing, form, price }: Creation,
  options: Options,
): Promise<MadeProduct> {
  const request = { identifier: { listing }, select: 'variants', input: productInput(form, price) } as const
  const done = await shop.upsertProduct(request, options)
  if (done.kind !== 'done') throw new Error('a synchronous upsert answered with an operation')
  return done.product
}

/** The product that this key made before. What stands in the shop is never written over: with other content the key is refused. */
async function madeBefore(
  shop: ShopifyConnector,
  { listing, form, price }: Creation,
  options: Options,
): Promise<MadeProduct | undefined> {
  const found = await shop.findByListingId(listing, options)
  if (found === undefined) return undefined
  const [live] = await shop.readProducts([found.id], options)
  if (live !== undefined && !isSameContent(live, form, price)) throw new Refusal('key-reused')
  return live
}
