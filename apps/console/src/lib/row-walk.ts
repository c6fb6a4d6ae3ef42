import type { RefObject } from 'react'

/** Moves through the rows of a list with real focus, on the first button of each row: Enter opens it. */
export type RowWalk = {
  /** the id of the row that has the focus */
  focused: () => string | undefined
  step: (by: 1 | -1) => void
}

/** `name`: a row is a list item with its id in `data-<name>`. */
export function rowWalk(box: RefObject<HTMLElement | null>, name: string): RowWalk {
  const rows = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>(`li[data-${name}]`) ?? [])]
  const hasFocus = (row: HTMLElement): boolean => row.contains(document.activeElement)
  return {
    focused: () => rows().find(hasFocus)?.dataset[name],
    step(by) {
      const all = rows()
      const at = all.findIndex(hasFocus)
      const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]
      next?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
      next?.scrollIntoView({ block: 'nearest' })
    },
  }
}
