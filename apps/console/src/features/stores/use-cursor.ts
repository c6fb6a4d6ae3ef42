import { useCallback, useState } from 'react'

export type Cursor = {
  after: string | undefined
  /** 1 for the first */
  page: number
  forth: (this: void, endCursor: string) => void
  back: (this: void) => void
}

type Trail = { of: string; cursors: readonly string[] }

/** The way through a list that only knows "what comes after": the cursors of the pages before are kept. Another `of` begins anew. */
export function useCursor(of: string): Cursor {
  const [trail, setTrail] = useState<Trail>({ of, cursors: [] })
  const cursors = trail.of === of ? trail.cursors : []
  const forth = useCallback(
    (endCursor: string) => setTrail((now) => ({ of, cursors: [...(now.of === of ? now.cursors : []), endCursor] })),
    [of],
  )
  const back = useCallback(
    () => setTrail((now) => ({ of, cursors: now.of === of ? now.cursors.slice(0, -1) : [] })),
    [of],
  )
  return { after: cursors.at(-1), page: cursors.length + 1, forth, back }
}
