import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'

const ONE = { page: 1, pageSize: 1 }
const SHOWN: readonly CollectState[] = ['collecting', 'collect-failed', 'collected']

/** The collection box: what is on its way, what failed, what waits to be claimed. */
export function CollectionCounts(): ReactNode {
  const { data } = useRead('queryCollectProducts', ONE)
  if (!data) return null
  return (
    <FigurePanel
      title="采集箱"
      figures={SHOWN.map((state) => ({
        key: state,
        label: state === 'collected' ? '待认领' : COLLECT_STATES[state].label,
        count: data.counts[state] ?? 0,
        isCapped: data.capped,
        to: `/shop/product/collect?state=${state}`,
        hue: COLLECT_STATES[state].hue,
      }))}
    />
  )
}
