import type { RefObject } from 'react'

/** Moves through the rows of a list with real focus, so that Enter opens the focused row. */
export type RowWalk = {
  /** the id of the row that has the focus */
  focused: () => string | undefined
  step: (by: 1 | -1) => void
  /** the row at this position, from 0, or the nearest to it */
  focus: (at: number) => void
  /** the position of the row that has the focus; -1: none has */
  at: () => number
  /** Runs an action for the item of the focused row. When its row disappears afterwards, the focus stays at its position. */
  act: <T>(items: readonly T[], run: (item: T) => Promise<unknown> | undefined) => void
}

/**
 * `name`: a row is a list item with its id in `data-<name>`. `target`: what in a row gets the focus, the row itself if undefined.
 */
export function rowWalk(box: RefObject<HTMLElement | null>, name: string, target: string | undefined): RowWalk {
  const rows = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>(`li[data-${name}]`) ?? [])]
  const at = (): number => rows().findIndex((row) => row.contains(document.activeElement))
  const focus = (position: number): void => {
    const all = rows()
    const row = all[Math.min(Math.max(position, 0), all.length - 1)]
    const focusable = target === undefined ? row : row?.querySelector<HTMLElement>(target)
    focusable?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  return {
    focused: () => rows()[at()]?.getAttribute(`data-${name}`) ?? undefined,
    step(by) {
      const from = at()
      focus(from < 0 ? 0 : from + by)
    },
    focus,
    at,
    act(items, run) {
      const from = at()
      const item = items[from]
      if (item) void run(item)?.then(() => requestAnimationFrame(() => at() < 0 && focus(from)))
    },
  }
}
