import type { TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../lib/page-keys.ts'
import { rowWalk } from '../../lib/row-walk.ts'
import { SNOOZES } from './use-remedies.ts'
import type { Remedies } from './use-remedies.ts'

/** Letters that the server assigns to actions. */
const LETTERS: readonly { key: string; label: string }[] = [
  { key: 'a', label: '执行建议（核对、重试、修复）' },
  { key: 'b', label: '退回待审核' },
  { key: 'c', label: '接受价格、确认放行（先询问）' },
  { key: 'd', label: '减少采购、终止剩余' },
  { key: 'h', label: '搁置订单' },
  { key: 'l', label: '关联货源' },
  { key: 'r', label: '重新核对差异' },
]

/**
 * j and k move with real focus, on the title: Enter opens the object. A letter runs the action of the focused item; s snoozes it until the
 * next morning. When an item disappears, the focus stays at its position.
 */
export function useTriageKeys({
  box,
  items,
  remedies,
}: {
  box: RefObject<HTMLElement | null>
  items: readonly TriageItem[]
  remedies: Remedies
}): void {
  const walk = rowWalk(box, 'item', '[data-title]')
  /** the item that a key was last pressed for */
  const last = useRef<{ key: string; at: number }>(undefined)
  const atFocus = (run: (item: TriageItem) => Promise<void> | undefined) => (): void => {
    const at = walk.at()
    const item = items[at]
    if (!item) return
    last.current = { key: item.key, at }
    void run(item)
  }
  // A row that is removed takes the focus with it: the item at its position gets it, so that working through the queue continues there.
  useEffect(() => {
    if (!last.current || items.some(({ key }) => key === last.current?.key)) return
    if (document.activeElement === document.body) rowWalk(box, 'item', '[data-title]').focus(last.current.at)
    last.current = undefined
  }, [box, last, items])
  useKeys([
    { key: 'j', label: '下一个待办', run: () => walk.step(1) },
    { key: 'k', label: '上一个待办', run: () => walk.step(-1) },
    ...LETTERS.map(({ key, label }) => ({
      key,
      label,
      run: atFocus((item) => {
        const remedy = item.remedies.find((one) => one.key === key)
        return remedy && remedies.take(item, remedy)
      }),
    })),
    {
      key: 's',
      label: '暂缓到明天 9 点',
      run: atFocus((item) => {
        const morning = SNOOZES.find(({ key }) => key === 'morning')
        return morning && remedies.snooze([item.key], morning.until)
      }),
    },
  ])
}
