import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback } from 'react'
import { CardList } from '../../../ui/card-list.tsx'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import type { ViewSlot } from '../../../ui/view-slot.tsx'
import type { RowActions } from './product-actions.tsx'
import { ProductItem } from './product-card.tsx'

const ProductTable = lazy(() => import('./product-table.tsx'))

type ProductRowsProps = {
  rows: readonly ProductCard[] | undefined
  view: 'cards' | 'table'
  pageSize: number
  selection: Selection<ProductCard>
  actions: RowActions
  empty: ReactNode
  slot: ViewSlot
}

const keyOf = (product: ProductCard): string => product.id
/** Six in a row at 1,440 px, five at 1,280. */
const CARD_WIDTH = 190

/** The products as cards or as dense rows. */
export function ProductRows({ rows, view, pageSize, selection, actions, empty, slot }: ProductRowsProps): ReactNode {
  const { toggle, keys } = selection
  const onSelect = useCallback((id: string, isRange: boolean) => toggle(id, isRange), [toggle])
  const card = useCallback(
    (product: ProductCard) => (
      <ProductItem product={product} isSelected={keys.has(product.id)} onSelect={onSelect} actions={actions} />
    ),
    [keys, onSelect, actions],
  )
  if (view === 'cards' || !rows || rows.length === 0) {
    return <CardList rows={rows} keyOf={keyOf} pageSize={pageSize} minWidth={CARD_WIDTH} empty={empty} card={card} />
  }
  return (
    <Suspense fallback={<RowSkeletons />}>
      <ProductTable
        rows={rows}
        selected={keys}
        onToggle={onSelect}
        onToggleAll={selection.toggleAll}
        actions={actions}
        slot={slot}
      />
    </Suspense>
  )
}
