import type { KeyboardEvent, RefObject } from 'react'
import { useEffect } from 'react'

const ROW = '[data-good]'

/** In fields, letters and digits are text; in checkboxes and the like they are keys of the list. */
const isField = (target: HTMLElement): boolean =>
  target.matches('textarea, input:not([type="checkbox"]):not([type="radio"])')

export type GoodKeys = {
  /** the proposal at this position, from 0 */
  choose: (goodId: string, at: number) => void
  toggle: (goodId: string) => void
  find: (goodId: string) => void
  turnScope: (goodId: string) => void
  submit: () => void
}

export const GOODS_KEYS_HINT =
  'J / K 上下，X 选中，1–4 用第几个建议，F 另找货源，T 换一次或以后都用，数量里回车到下一行，Ctrl+Enter 关联'

function takeFirstRow(box: HTMLElement | null): void {
  if (box === null || box.contains(document.activeElement)) return
  box.querySelector<HTMLElement>(`${ROW} input[type="checkbox"]`)?.focus({ preventScroll: true })
}

/**
 * When nothing in the list has the focus, the first row gets it, so that the keys work at once: when goods arrive, and by the returned
 * function when the drawer has opened, because the drawer takes the focus itself at that moment.
 */
export function useFirstRow(box: RefObject<HTMLElement | null>, goods: readonly unknown[]): () => void {
  useEffect(() => {
    if (goods.length > 0) takeFirstRow(box.current)
  }, [goods, box])
  return () => takeFirstRow(box.current)
}

/**
 * The keys of the list of goods. j and k move with real focus, on the checkbox; Enter in a number field moves to the same field of the next
 * good, so that a column of ratios can be typed as in a spreadsheet.
 */
export function useGoodsKeys(box: RefObject<HTMLElement | null>, keys: GoodKeys) {
  const rows = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const focus = (row: HTMLElement | undefined, field = 'input[type="checkbox"]'): void => {
    row?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return keys.submit()
    }
    const row = target.closest<HTMLElement>(ROW)
    const at = row ? rows().indexOf(row) : -1
    const field = target.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (isField(target)) {
      if (event.key !== 'Enter' || field === undefined) return
      event.preventDefault()
      return focus(rows()[at + (event.shiftKey ? -1 : 1)], `[data-field="${field}"] input`)
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const goodId = row?.dataset['good']
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault()
      return focus(rows()[at < 0 ? 0 : Math.max(0, at + (event.key === 'j' ? 1 : -1))] ?? row ?? undefined)
    }
    if (goodId === undefined) return
    const act = { x: keys.toggle, f: keys.find, t: keys.turnScope }[event.key]
    const place = /^[1-4]$/.test(event.key) ? Number(event.key) - 1 : undefined
    if (!act && place === undefined) return
    event.preventDefault()
    if (place === undefined) act?.(goodId)
    else keys.choose(goodId, place)
  }
}
