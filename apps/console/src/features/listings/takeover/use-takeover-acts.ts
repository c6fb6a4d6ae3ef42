import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useMemo } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { actInPieces } from '../../../lib/in-pieces.ts'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'

const TOUCHED = ['takeovers', 'products'] as const
/** As many rows as one call takes. */
const AT_ONCE = 50
const PAGE = 200

type Items = readonly TakeoverItem[]
const acted = (items: Items) => items.map(({ id, title }) => ({ id, name: title }))

const acceptAll = (storeId: string, ids: readonly string[], productId?: string): Promise<BulkOutcome> =>
  actInPieces(ids, AT_ONCE, String, (piece) =>
    call('acceptTakeovers', {
      storeId,
      items: piece.map((itemId) => ({ itemId, ...(productId === undefined ? {} : { productId }) })),
    }),
  )

/** All open rows whose SKU codes belong to the proposed product and to no other. */
async function exactItems(storeId: string): Promise<TakeoverItem[]> {
  const found: TakeoverItem[] = []
  for (let page = 1; ; page++) {
    const asked = { storeId, state: 'open', sureness: 'exact', page, pageSize: PAGE } as const
    const { list, total } = await call('queryTakeoverItems', asked)
    found.push(...list)
    if (list.length === 0 || found.length >= total) return found
  }
}

/** What a person decides about products of the shop; each row gets an outcome. */
export function useTakeoverActs(storeId: string) {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(
    () => ({
      accept: (items: Items, productId?: string) =>
        perform('接管', acted(items), (ids) => acceptAll(storeId, ids, productId)),
      create: (item: TakeoverItem) =>
        perform('新建商品', acted([item]), (itemIds) => call('createTakenProducts', { storeId, itemIds })),
      skip: (item: TakeoverItem, skipped: boolean) =>
        perform(skipped ? '跳过' : '放回', acted([item]), (itemIds) =>
          call('skipTakeovers', { storeId, itemIds, skipped }),
        ),
      undo: (item: TakeoverItem) =>
        perform('撤销接管', acted([item]), (itemIds) => call('undoTakeovers', { storeId, itemIds })),
      async acceptExact(count: number): Promise<void> {
        const isSure = await askConfirm({
          title: `接管 ${count} 件SKU完全一致的商品？`,
          content: '这里的标题、描述、图片、价格和库存改成店铺里的；店铺不会有任何改动。可以逐件撤销。',
          okText: '接管',
        })
        if (!isSure) return
        try {
          const items = await exactItems(storeId)
          await perform('接管', acted(items), (ids) => acceptAll(storeId, ids))
        } catch (error) {
          // The client's toast has shown it.
          if (!isCallError(error)) throw error
        }
      },
    }),
    [storeId, perform],
  )
  return { ...acts, reported, forget, isBusy }
}
export type TakeoverActs = ReturnType<typeof useTakeoverActs>
