import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { TouchedNames } from '../../../ui/touched-names.tsx'
import { call } from '../../../lib/client.ts'
import { invalidateLists } from '../../../lib/query-client.ts'
import { closeAfter } from '../../../ui/close-after.ts'
import { askConfirm, askText } from '../../../ui/dialogs.store.ts'
import { actInPieces } from '../../../lib/in-pieces.ts'

/** The outcome of the last bulk action, and the names of its rows. */
export type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }
export type Change = Parameters<typeof modify>[1]

export const nameOf = (product: Pick<ProductCard, 'title' | 'titleZh'>): string =>
  product.titleZh || product.title || '（还没有标题）'
const idOf = (product: ProductCard): string => product.id

const modify = (products: readonly ProductCard[], change: Parameters<typeof call<'modifyProducts'>>[1]['change']) =>
  actInPieces(products, 500, idOf, (piece) =>
    call('modifyProducts', { items: piece.map(({ id }) => ({ productId: id })), change }),
  )

/** The names of the products that an action is about to change. */
const Names = ({ products, says }: { products: readonly ProductCard[]; says: string }): ReactNode => (
  <TouchedNames rows={products} says={says} nameOf={nameOf} counted="个商品" />
)

/** The bulk actions of the list: each asks its questions, makes its calls, and shows an outcome for every row. */
export function useProductActs() {
  const [reported, tell] = useState<Reported>()
  const [isBusy, setBusy] = useState(false)
  const acts = useMemo(() => {
    async function perform(
      title: string,
      products: readonly ProductCard[],
      act: () => Promise<BulkOutcome>,
    ): Promise<BulkOutcome> {
      setBusy(true)
      try {
        const outcome = await act()
        tell({ title, outcome, names: new Map(products.map((product) => [product.id, nameOf(product)])) })
        return outcome
      } finally {
        setBusy(false)
        await invalidateLists(['products', 'sync-tasks'])
      }
    }
    return {
      modify: (title: string, products: readonly ProductCard[], change: Change) =>
        perform(title, products, () => modify(products, change)),

      setFailed: async (products: readonly ProductCard[]): Promise<void> => {
        await askText({
          title: '手动置为同步失败',
          label: '原因',
          content: (
            <Names products={products} says="只用于一直停在“同步中”的商品。之后若收到成功的结果，仍按成功处理。" />
          ),
          placeholder: '原因，例如：等了一小时没有结果',
          maxLength: 500,
          okText: '置为失败',
          submit: (reason, close) =>
            perform(
              '手动置为失败',
              products,
              closeAfter(close, () =>
                actInPieces(products, 500, idOf, (piece) =>
                  call('manualSetSyncFailed', { productIds: piece.map(idOf), reason }),
                ),
              ),
            ),
        })
      },

      recycle: async (products: readonly ProductCard[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `把 ${products.length} 个商品移到回收站？`,
          content: <Names products={products} says="店铺里的商品不受影响；之后可以从回收站恢复。" />,
          okText: '移到回收站',
        })
        if (!isSure) return
        await perform('移到回收站', products, () =>
          actInPieces(products, 500, idOf, (piece) =>
            call('batchDeleteProducts', { productIds: piece.map(idOf), forGood: false }),
          ),
        )
      },

      restore: async (products: readonly ProductCard[]): Promise<void> => {
        await perform('恢复', products, () =>
          actInPieces(products, 500, idOf, (piece) => call('restoreProducts', { productIds: piece.map(idOf) })),
        )
      },

      deleteForGood: async (products: readonly ProductCard[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `彻底删除 ${products.length} 个商品？`,
          content: <Names products={products} says="删除后不能恢复；店铺里的商品不受影响。" />,
          okText: '彻底删除',
          danger: true,
        })
        if (!isSure) return
        await perform('彻底删除', products, () =>
          actInPieces(products, 500, idOf, (piece) =>
            call('batchDeleteProducts', { productIds: piece.map(idOf), forGood: true }),
          ),
        )
      },
    }
  }, [])
  return { ...acts, reported, forget: () => tell(undefined), isBusy }
}
export type ProductActs = ReturnType<typeof useProductActs>
