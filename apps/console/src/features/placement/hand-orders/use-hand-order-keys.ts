import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { useMay } from '../../../lib/permission.tsx'
import type { HandOrderActs } from './use-hand-order-acts.ts'

const rowsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('li[data-hand-order]') ?? []),
]

/** j and k move with real focus, on the order's link. When an order disappears, the focus stays at its position. */
export function useHandOrderKeys({
  box,
  orders,
  acts,
}: {
  box: RefObject<HTMLElement | null>
  orders: readonly HandOrder[]
  acts: HandOrderActs
}): void {
  const mayTake = useMay('takeOverAlibabaOrders')
  const indexOfFocus = (): number => rowsIn(box.current).findIndex((row) => row.contains(document.activeElement))
  const focusAt = (index: number): void => {
    const rows = rowsIn(box.current)
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    row?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const walk = (step: 1 | -1): void => {
    const at = indexOfFocus()
    focusAt(at < 0 ? 0 : at + step)
  }
  const atFocus = (run: (order: HandOrder) => Promise<unknown> | undefined) => (): void => {
    const at = indexOfFocus()
    const order = orders[at]
    if (order && mayTake && !acts.isBusy)
      void run(order)?.then(() => requestAnimationFrame(() => indexOfFocus() < 0 && focusAt(at)))
  }
  useKeys([
    { key: 'j', label: '下一个订单', run: () => walk(1) },
    { key: 'k', label: '上一个订单', run: () => walk(-1) },
    {
      key: 'a',
      label: '接管到建议的采购单',
      run: atFocus((order) => (order.purchase && order.obstacle === null ? acts.take(order) : undefined)),
    },
    { key: 'p', label: '另填采购单号', run: atFocus((order) => acts.takeFor(order)) },
  ])
}
