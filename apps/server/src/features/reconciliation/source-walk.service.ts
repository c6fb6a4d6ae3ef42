import { offerStatusText } from '@huoqiao/contract/collection/collection.words'
import type { Db } from '../../db/db.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { sourceProductOf } from '../collection/index.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { Finding, SurveyedWalk } from './reconciliation.types.ts'
import { compareSource } from './source-compare.rules.ts'
import { factsOfSource } from './source-facts.mapping.ts'
import { countSold, nextSold, stillSold } from './source-walk.store.ts'

const PRODUCTS = 50

/**
 * Compares products on sale with their sources as last read. Reading sources again on a schedule is the radar's task, because 1688 limits
 * the number of calls. If a person checks one product, its source is read now.
 */
export function sourceWalk(deps: {
  db: Db
  config: Pick<SystemConfigService, 'setting'>
  products: Pick<ProductsApi, 'productsForPush'>
  collection: CollectionApi
  stores: Pick<StoresApi, 'storeNames'>
}): SurveyedWalk {
  const { db, config } = deps

  return {
    pass: 'sources',
    count: () => countSold(db.handle),
    async next(after) {
      const subjects = await nextSold(db.handle, after, PRODUCTS)
      const last = subjects.at(-1)
      return last === undefined ? undefined : { subjects, after: last }
    },
    async compare(productIds, signal) {
      const found: Finding[] = []
      for (const product of await soldDocs(productIds)) {
        await readAgain(product, signal)
        found.push(...(await compareOne(product)))
      }
      return found
    },
    survey: () =>
      Promise.resolve(async (productIds: readonly string[]) => {
        const found: Finding[] = []
        for (const product of await soldDocs(productIds)) found.push(...(await compareOne(product)))
        return { found, problems: [], isWhole: true }
      }),
  }

  async function soldDocs(productIds: readonly string[]): Promise<(ProductDoc & { offerId: string })[]> {
    const docs = await deps.products.productsForPush(db.handle, await stillSold(db.handle, productIds))
    return docs.flatMap((doc) => (doc.offerId === null ? [] : [{ ...doc, offerId: doc.offerId }]))
  }

  /** Reads the source again. `offer-gone` is no error here: the fetch records it. */
  async function readAgain({ offerId }: { offerId: string }, signal: AbortSignal): Promise<void> {
    try {
      await deps.collection.refetchOffer(offerId, { signal })
    } catch (error) {
      if (!isRefusal(error) || error.word !== 'offer-gone') throw error
    }
  }

  async function compareOne(product: ProductDoc & { offerId: string }): Promise<Finding[]> {
    const known = await deps.collection.offerOf(db.handle, product.offerId)
    const mapped = known && sourceProductOf(known.offer)
    const names = await deps.stores.storeNames()
    const facts = factsOfSource(product, {
      source: mapped && 'product' in mapped ? mapped.product : undefined,
      gone: known !== undefined && !known.published ? `1688状态：${offerStatusText(known.status)}` : null,
      names,
    })
    return compareSource(facts, await config.setting(db.handle, 'sync.priceTolerancePercent'))
  }
}
