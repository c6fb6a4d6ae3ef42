import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'

type PurchaseKeys = {
  box: RefObject<HTMLElement | null>
  onPick: (purchaseId: string) => void
  onReview: (purchaseId: string) => void
}

const blocksIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('li[data-purchase]') ?? []),
]

/** j and k walk through the rows by real focus, which lands on the number: Enter opens it. x picks, a reviews. */
export function usePurchaseKeys({ box, onPick, onReview }: PurchaseKeys): void {
  const atFocus = (run: (purchaseId: string) => void) => (): void => {
    const at = blocksIn(box.current).find((block) => block.contains(document.activeElement))?.dataset['purchase']
    if (at !== undefined) run(at)
  }
  function walk(step: 1 | -1): void {
    const blocks = blocksIn(box.current)
    const at = blocks.findIndex((block) => block.contains(document.activeElement))
    const next = blocks[at < 0 ? 0 : Math.min(Math.max(at + step, 0), blocks.length - 1)]
    next?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { key: 'j', label: '下一张采购单', run: () => walk(1) },
    { key: 'k', label: '上一张采购单', run: () => walk(-1) },
    { key: 'x', label: '选中或取消这张采购单', run: atFocus(onPick) },
    { key: 'a', label: '审核通过这张采购单', run: atFocus(onReview) },
  ])
}
