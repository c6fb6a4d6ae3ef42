import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { rowWalk } from '../../../lib/row-walk.ts'

type OrderKeys = {
  box: RefObject<HTMLElement | null>
  onPick: (orderId: string) => void
  onRelate: (orderId: string) => void
  onBuy: (orderId: string | undefined) => void
}

/**
 * j and k walk through the orders by real focus, which lands on the number: Enter opens it. x picks, l links a source, p buys what is
 * picked, or the order that has the focus.
 */
export function useOrderKeys({ box, onPick, onRelate, onBuy }: OrderKeys): void {
  const { focused, step } = rowWalk(box, 'order')
  const atFocus = (run: (orderId: string) => void) => (): void => {
    const orderId = focused()
    if (orderId !== undefined) run(orderId)
  }
  useKeys([
    { key: 'j', label: '下一张订单', run: () => step(1) },
    { key: 'k', label: '上一张订单', run: () => step(-1) },
    { key: 'x', label: '选中或取消这张订单', run: atFocus(onPick) },
    { key: 'l', label: '给这张订单关联货源', run: atFocus(onRelate) },
    { key: 'p', label: '给选中的或这张订单生成采购单', run: () => onBuy(focused()) },
  ])
}
