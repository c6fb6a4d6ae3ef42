import type { RefObject } from 'react'
import { useKeys } from '../../../lib/page-keys.ts'

type ListKeys = {
  box: RefObject<HTMLElement | null>
  onEdit: (at: number) => void
  onSync: (at: number) => void
  onPick: (at: number) => void
}

const rowsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('ul > li, tr[data-row-key]') ?? []),
]
const rowAt = (rows: readonly HTMLElement[]): number => rows.findIndex((row) => row.contains(document.activeElement))

function move(box: HTMLElement | null, by: 1 | -1): void {
  const rows = rowsIn(box)
  const from = rowAt(rows)
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by))
  const row = rows[to]
  row?.querySelector<HTMLElement>('button, a, input')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** j and k walk through the rows by moving the focus; e edits, s previews, x picks the row that has it. */
export function useListKeys({ box, onEdit, onSync, onPick }: ListKeys): void {
  const atFocus = (run: (at: number) => void) => (): void => {
    const at = rowAt(rowsIn(box.current))
    if (at >= 0) run(at)
  }
  useKeys([
    { key: 'j', label: '下一个商品', run: () => move(box.current, 1) },
    { key: 'k', label: '上一个商品', run: () => move(box.current, -1) },
    { key: 'e', label: '编辑这个商品', run: atFocus(onEdit) },
    { key: 's', label: '预演同步这个商品或已选中的商品', run: () => onSync(rowAt(rowsIn(box.current))) },
    { key: 'x', label: '选中或取消这个商品', run: atFocus(onPick) },
  ])
}
