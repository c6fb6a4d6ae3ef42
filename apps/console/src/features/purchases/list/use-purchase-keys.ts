import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'
import { rowWalk } from '../../../lib/row-walk.ts'

type PurchaseKeys = {
  box: RefObject<HTMLElement | null>
  onPick: (purchaseId: string) => void
  onReview: (purchaseId: string) => void
}

/** j and k walk through the rows by real focus, which lands on the number: Enter opens it. x picks, a reviews. */
export function usePurchaseKeys({ box, onPick, onReview }: PurchaseKeys): void {
  const { focused, step } = rowWalk(box, 'purchase')
  const atFocus = (run: (purchaseId: string) => void) => (): void => {
    const purchaseId = focused()
    if (purchaseId !== undefined) run(purchaseId)
  }
  useKeys([
    { key: 'j', label: '下一张采购单', run: () => step(1) },
    { key: 'k', label: '上一张采购单', run: () => step(-1) },
    { key: 'x', label: '选中或取消这张采购单', run: atFocus(onPick) },
    { key: 'a', label: '审核通过这张采购单', run: atFocus(onReview) },
  ])
}
