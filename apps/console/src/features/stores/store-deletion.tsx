import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { call } from '../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { Slot } from '../../lib/slots.tsx'
import { useAct } from '../../lib/use-call.ts'

type StoreDeletionProps = {
  product: Pick<StoreProduct, 'id' | 'title' | 'variants'>
  storeId: string
  /** absent: the whole product */
  variantIds?: readonly string[]
  onDone?: (outcome: BulkOutcome) => void
  onClose: () => void
}

/** What deleting would remove from the shop, shown first; it is done only if the shop is still in that state. */
export function StoreDeletion({ product, storeId, variantIds, onDone, onClose }: StoreDeletionProps): ReactNode {
  const isWhole = variantIds === undefined
  const may = useMay(isWhole ? 'deleteStoreProduct' : 'deleteStoreVariants')
  const removeProduct = useAct('deleteStoreProduct')
  const removeVariants = useAct('deleteStoreVariants')
  const { id: productId, title } = product
  const load = useCallback(
    async (found: (items: readonly ShopChange[]) => void, signal: AbortSignal) => {
      const input = { storeId, productId, variantsIds: variantIds && [...variantIds] }
      found([await call('previewStoreDeletion', input, { signal })])
    },
    [storeId, productId, variantIds],
  )
  async function rowsOf({ key, contentHash }: ShopChange): Promise<RowOutcome[]> {
    const done = isWhole
      ? await removeProduct.run({ storeId, productId, contentHash })
      : await removeVariants.run({ storeId, productId, variantsIds: [...variantIds], contentHash })
    if (!done.ok) return [{ key, ok: false, message: done.error.explanation?.why ?? done.error.message }]
    return done.data ?? [{ key, ok: true, message: '已从店铺删除' }]
  }
  async function write(approved: readonly ShopChange[]): Promise<BulkOutcome> {
    const rows = (await Promise.all(approved.map(rowsOf))).flat()
    const failed = rows.filter((row) => !row.ok).length
    const outcome = { succeeded: rows.length - failed, failed, rows }
    onDone?.(outcome)
    return outcome
  }
  return (
    <Slot
      name="shop-change"
      title={isWhole ? `从店铺删除商品 · ${title}` : `从店铺删除 ${variantIds.length} 个变体 · ${title}`}
      word="删除"
      isDangerous
      refused={may ? undefined : NO_RIGHT}
      total={1}
      load={load}
      write={write}
      nameOf={(key) => product.variants.find(({ id }) => id === key)?.title}
      onClose={onClose}
    />
  )
}
