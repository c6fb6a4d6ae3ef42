import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import { sourceProductOf } from '../collection/index.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SyncRequestsService } from './sync-requests.service.ts'

type Endpoints = typeof ENDPOINTS
type Answer = OutputOf<Endpoints['syncUpdateProductDataAndShopifyData']>
export type RefreshService = ReturnType<typeof refreshService>

/** Updates from the source, then the shop: fetches each offer again, takes over unlocked fields, proposes the rest, then pushes. */
export function refreshService(deps: {
  db: Db
  products: ProductsApi
  collection: CollectionApi
  stores: Pick<StoresApi, 'requireStores'>
  requests: SyncRequestsService
}) {
  const { db } = deps

  return {
    async syncUpdateProductDataAndShopifyData(
      call: Call,
      input: InputOf<Endpoints['syncUpdateProductDataAndShopifyData']>,
    ): Promise<Answer> {
      const isPushed = input.push === 'true' && input.storeIds.length > 0
      // Checked before anything is taken over from 1688, so that a refused request has written nothing.
      if (isPushed) await deps.stores.requireStores(db.handle, input.storeIds)
      const proposals: Answer['proposals'] = []
      const outcome = await eachRow(
        input.productIds,
        (id) => id,
        (id) => {
          call.signal.throwIfAborted()
          return refreshOne(call, id, proposals)
        },
      )
      const { rows } = outcome
      const refreshed = rows.filter((row) => row.ok).map((row) => row.key)
      if (!isPushed || refreshed.length === 0) return { taskId: null, rows: outcome, proposals }
      const requested = await db.transaction((tx) =>
        deps.requests.syncToShopify(tx, call, {
          productIds: refreshed,
          storeIds: input.storeIds,
          approvals: [],
          title: `更新货源并同步 ${refreshed.length} 个商品`,
        }),
      )
      return {
        taskId: requested.taskId,
        rows: outcomeOf([...rows, ...requested.rows.rows.filter((row) => !row.ok)]),
        proposals,
      }
    },
  }

  async function refreshOne(call: Call, productId: string, proposals: Answer['proposals']): Promise<RowResult> {
    const [product] = await deps.products.productsForPush(db.handle, [productId])
    if (!product) return { ok: false, word: 'not-found', message: '商品不存在或已被删除' }
    if (product.offerId === null) return { ok: true, message: '手工商品没有货源，直接同步' }
    const { offer } = await deps.collection.refetchOffer(product.offerId, { signal: call.signal })
    const mapped = sourceProductOf(offer)
    if ('refusal' in mapped) return { ok: false, word: 'rejected', message: mapped.refusal }
    const by = byOf(call)
    const changes = await db.transaction((tx) => deps.products.applySourceUpdate(tx, productId, mapped.product, by))
    call.notes.object('product', productId, product.title)
    if (changes.length === 0) return { ok: true, message: '货源没有变化', id: productId }
    proposals.push({ productId, title: product.title || product.titleZh, changes })
    const applied = changes.filter((change) => change.applied).length
    return { ok: true, message: `货源变化 ${changes.length} 项，已采用 ${applied} 项`, id: productId }
  }
}
