import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../lib/client.ts'
import { actInPieces, inPieces } from '../../../lib/in-pieces.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { invalidateLists } from '../../../lib/query-client.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { StoresPicker } from '../../../pickers/store-picker.tsx'

/** Maximum number of pairs for one reading and for one write (contract). */
const A_LOOK = 50
const A_WRITE = 100

/** 上架 and 下架: what each shop shows now and will show; then it is written, with an outcome for each product in each store. */
export default function ListingsOnlineDrawer({
  products,
  isOnline: online,
  onClose,
}: SlotProps['listings-online']): ReactNode {
  const may = useMay('setListingsOnline')
  const [storeIds, setStoreIds] = useState(() => storesAtFirst(products, online))
  const pairs = useMemo(
    () =>
      products.flatMap(({ id, listings }) =>
        listings.flatMap(({ storeId }) => (storeIds.includes(storeId) ? [{ productId: id, storeId }] : [])),
      ),
    [products, storeIds],
  )
  const load = useCallback(
    async (found: (items: readonly ShopChange[]) => void, signal: AbortSignal) => {
      for (const piece of inPieces(pairs, A_LOOK)) {
        if (signal.aborted) return
        found((await call('previewListingsOnline', { pairs: piece, online }, { signal })).items)
      }
    },
    [pairs, online],
  )
  async function write(approved: readonly ShopChange[]): Promise<BulkOutcome> {
    const keyOf = ({ key }: ShopChange): string => key
    const outcome = await actInPieces(approved, A_WRITE, keyOf, (piece) => {
      const approvals = piece.map(({ key, contentHash }) => ({ ...pairOf(key), contentHash }))
      const ids = (of: 'productId' | 'storeId'): string[] => [...new Set(approvals.map((one) => one[of]))]
      const input = { productIds: ids('productId'), storeIds: ids('storeId'), online, approvals }
      return call('setListingsOnline', input)
    })
    await invalidateLists(['products'])
    return outcome
  }
  const word = online ? '上架' : '下架'
  return (
    <Slot
      name="shop-change"
      title={`${word}预演 · ${products.length} 个商品`}
      word={word}
      refused={may ? undefined : NO_RIGHT}
      total={pairs.length}
      load={load}
      write={write}
      extra={<StoresPicker value={storeIds} onChange={setStoreIds} />}
      onClose={onClose}
    />
  )
}

const pairOf = (key: string): { productId: string; storeId: string } => {
  const [productId = '', storeId = ''] = key.split(':')
  return { productId, storeId }
}

/** Stores where there is something to do; when there are none, all stores, so that each row says why. */
function storesAtFirst(products: readonly ProductCard[], online: boolean): string[] {
  const listings = products.flatMap((product) => product.listings)
  const meant = listings.filter(({ state }) => state === (online ? 'offline' : 'online'))
  return [...new Set((meant.length > 0 ? meant : listings).map(({ storeId }) => storeId))]
}
