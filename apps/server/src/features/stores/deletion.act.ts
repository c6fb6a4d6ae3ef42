import type { ActDefinition, Acts, ActsOf } from '../../acts/acts.ts'
import { actWords } from './act-words.ts'
import type { StoresApi } from './stores.types.ts'

/** A product that is deleted in a shop. */
export type ProductDeletion = {
  storeId: string
  /** gid://shopify/Product/… */
  productGid: string
}
/** Deletes some variants of a product. */
export type VariantsDeletion = ProductDeletion & { variantGids: readonly string[] }
export type DeletionActs = {
  products: ActsOf<ProductDeletion, void, true>
  variants: ActsOf<VariantsDeletion, void, true>
}

/** The shop never reuses an id, so a deletion that is not visible yet may be repeated at once. */
const PATIENCE = { absentAfterMs: 0, leastLooks: 1 }
const LOOK_AGAIN_MS = 10_000

/** Remote acts that delete in shops. The act's key is the shop's product, also if only variants are deleted. */
export function deletionActs(deps: {
  acts: Acts
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure'>
}): DeletionActs {
  const { acts, stores } = deps
  const nothing = (): Promise<void> => Promise.resolve()
  /** Nothing of ours has to be updated: the shop's own message reports the deletion, like any other. */
  const common = {
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_AGAIN_MS,
    purchasesOf: () => [],
    explain: (error) => actWords(stores, error),
    done: nothing,
    refused: nothing,
    unknown: nothing,
    found: nothing,
    absent: nothing,
  } satisfies Partial<ActDefinition<ProductDeletion, void, true>>

  const products = acts.define<ProductDeletion, void, true>({
    ...common,
    kind: 'delete-product',
    async send({ intent: { storeId, productGid } }, { guard }) {
      const shop = await stores.connectorOf(storeId)
      await shop.deleteProduct(productGid, { lane: 'interactive', guard })
    },
    async look({ intent: { storeId, productGid } }, signal) {
      const shop = await stores.connectorOf(storeId)
      const [live] = await shop.readProducts([productGid], { lane: 'interactive', signal })
      return live === undefined ? true : undefined
    },
  })

  const variants = acts.define<VariantsDeletion, void, true>({
    ...common,
    kind: 'delete-variants',
    async send({ intent: { storeId, productGid, variantGids } }, { guard }) {
      const shop = await stores.connectorOf(storeId)
      await shop.deleteVariants(productGid, variantGids, { lane: 'interactive', guard })
    },
    async look({ intent: { storeId, productGid, variantGids } }, signal) {
      const shop = await stores.connectorOf(storeId)
      const left = await shop.listVariantRefs(productGid, { lane: 'interactive', signal })
      return left.some(({ id }) => variantGids.includes(id)) ? undefined : true
    },
  })

  return { products, variants }
}
