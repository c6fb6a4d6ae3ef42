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

/** A product to create from a form of 店铺直连. */
export type Creation = {
  storeId: string
  /** the product's identifier in its shop, derived from store and key */
  listing: string
  form: Omit<InputOf<(typeof ENDPOINTS)['createStoreProduct']>, 'contentHash'>
  /** formatted for the shop's currency */
  price: string
  /** the sales channels to publish in; empty: none */
  publicationIds: readonly string[]
}
/** `unpublished`: why it was created but not published, if it should have been. */
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

/** The shop may still be processing a request whose answer was lost. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }
const LOOK_AGAIN_MS = 10_000
/** `productSet` alone may take two minutes. */
const SENDER_GONE_MS = 150_000

/** Remote acts that create a product directly in a shop. The act's key is the identifier of the creation in the shop. */
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
        // An active product is visible nowhere until it is published (reference, section 3). Publishing twice does no harm.
        await shop.publishProduct(product.id, intent.publicationIds, writing)
      } catch (error) {
        // The product is created, even if publishing fails.
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
    // Same lock order as when the form is sent: the key before the act.
    hold: (tx, { key }) => lockCreation(tx, key),
    explain: (error) => actWords(stores, error),
    done: nothing,
    unknown: nothing,
    found: nothing,
    refused: (tx, { key }) => releaseCreation(tx, key),
    // A product that may have been created keeps its key: a request that the shop processes late must not meet other content.
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

/** The product that was created with this key before. Existing products are never overwritten: with other content the key is refused. */
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
