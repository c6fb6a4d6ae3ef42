import { useCallback, useMemo, useRef, useState } from 'react'

export type Selection<Row> = {
  /** the selected rows in their order */
  rows: readonly Row[]
  keys: ReadonlySet<string>
  has: (key: string) => boolean
  /** `range`: all rows from the last toggled one to this one, as with the shift key */
  toggle: (key: string, range?: boolean) => void
  isAll: boolean
  isSome: boolean
  toggleAll: () => void
  /** selects exactly these */
  choose: (keys: readonly string[]) => void
  /** deselects these rows, which are done */
  release: (keys: readonly string[]) => void
  clear: () => void
}

/**
 * Which rows are selected, of the page, or of `candidates` when there are more rows than the page shows. Rows that are no longer among
 * these do not count. `isAll` and `toggleAll` are about the page. `keyOf` must keep its identity.
 */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  candidates: readonly Row[] = rows,
): Selection<Row> {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const touched = useRef<string | undefined>(undefined)
  const order = useMemo(() => rows.map(keyOf), [rows, keyOf])
  const selected = useMemo(() => candidates.filter((row) => chosen.has(keyOf(row))), [candidates, chosen, keyOf])
  const keys = useMemo(() => new Set(selected.map(keyOf)), [selected, keyOf])

  const toggle = useCallback(
    (key: string, range = false) => {
      const from = range && touched.current !== undefined ? order.indexOf(touched.current) : -1
      const to = order.indexOf(key)
      const span = from < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      touched.current = key
      choose((now) => {
        const next = new Set(now)
        const isAdding = !now.has(key)
        for (const one of span) {
          if (isAdding) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [order],
  )
  const isAll = rows.length > 0 && order.every((key) => chosen.has(key))
  const clear = useCallback(() => choose(new Set()), [])
  const toggleAll = useCallback(() => choose(isAll ? new Set() : new Set(order)), [isAll, order])
  return {
    rows: selected,
    keys,
    has: (key) => keys.has(key),
    toggle,
    isAll,
    isSome: selected.length > 0,
    toggleAll,
    choose: useCallback((wanted) => choose(new Set(wanted)), []),
    release: useCallback((done) => choose((now) => new Set([...now].filter((key) => !done.includes(key)))), []),
    clear,
  }
}
