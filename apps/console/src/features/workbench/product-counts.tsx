import type { ProductState } from '@huoqiao/contract/products/products.status'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import type { ReactNode } from 'react'
import type { Figure } from '../../ui/figure-panel.tsx'
import { FigurePanel } from '../../ui/figure-panel.tsx'

type ProductCountsProps = { counts: Partial<Record<ProductState, number>>; isCapped: boolean }

/** What waits for a person stands first, then the way that goods take. */
const TO_DO: readonly ProductState[] = ['failed', 'unknown', 'partial', 'outdated']
const WAY: readonly ProductState[] = ['draft', 'ready', 'syncing', 'online', 'offline']

export function ProductCounts({ counts, isCapped }: ProductCountsProps): ReactNode {
  const figure = (state: ProductState): Figure => ({
    key: state,
    label: PRODUCT_STATES[state].label,
    count: counts[state] ?? 0,
    to: `/shop/product/list?state=${state}`,
    hue: PRODUCT_STATES[state].hue,
    isCapped,
  })
  const waiting = TO_DO.filter((state) => (counts[state] ?? 0) > 0)
  return (
    <>
      <FigurePanel title="商品：需要处理" figures={waiting.map(figure)} calm="没有要处理的商品" />
      <FigurePanel title="商品" figures={WAY.map(figure)} />
    </>
  )
}
