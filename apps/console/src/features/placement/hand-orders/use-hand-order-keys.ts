import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { useMay } from '../../../lib/permission.tsx'
import { rowWalk } from '../../../lib/row-walk.ts'
import type { HandOrderActs } from './use-hand-order-acts.ts'

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
  const walk = rowWalk(box, 'hand-order', 'a')
  const atFocus = (run: (order: HandOrder) => Promise<unknown> | undefined) => (): void => {
    if (mayTake && !acts.isBusy) walk.act(orders, run)
  }
  useKeys([
    { key: 'j', label: '下一个订单', run: () => walk.step(1) },
    { key: 'k', label: '上一个订单', run: () => walk.step(-1) },
    {
      key: 'a',
      label: '接管到建议的采购单',
      run: atFocus((order) => (order.purchase && order.obstacle === null ? acts.take(order) : undefined)),
    },
    { key: 'p', label: '另填采购单号', run: atFocus((order) => acts.takeFor(order)) },
  ])
}
