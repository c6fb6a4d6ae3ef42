import type { MenuRow } from '@huoqiao/contract/access/access.schema'

export type Move = { id: string; parentId: string | null; position: number }

/** Where an entry was dropped: into another, or before or after it. */
export type Drop = { id: string; target: string; where: 'into' | 'before' | 'after' }

const siblingsOf = (rows: readonly MenuRow[], parentId: string | null, without: string): MenuRow[] =>
  rows.filter((row) => row.parentId === parentId && row.id !== without).sort((a, b) => a.position - b.position)

/** The entry and everything below it. */
export function familyOf(rows: readonly MenuRow[], id: string): Set<string> {
  const family = new Set([id])
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const row of rows) if (row.parentId !== null && family.has(row.parentId)) family.add(row.id)
  }
  return family
}

/**
 * The new positions of all entries whose position changes; undefined when the entry would become its own ancestor. An entry that is dropped
 * into a group becomes its last.
 */
export function movesFor(rows: readonly MenuRow[], { id, target, where }: Drop): Move[] | undefined {
  const onto = rows.find((row) => row.id === target)
  const moved = rows.find((row) => row.id === id)
  if (!onto || !moved || familyOf(rows, id).has(target)) return undefined
  const parentId = where === 'into' ? onto.id : onto.parentId
  const siblings = siblingsOf(rows, parentId, id)
  const at = where === 'into' ? siblings.length : siblings.indexOf(onto) + (where === 'after' ? 1 : 0)
  const order = [...siblings.slice(0, at), moved, ...siblings.slice(at)]
  return order
    .map((row, position) => ({ id: row.id, parentId, position, was: row }))
    .filter(({ position, was }) => was.position !== position || was.parentId !== parentId)
    .map(({ id, parentId, position }) => ({ id, parentId, position }))
}

/** The rows as they will be after the moves, to be shown until the server has answered. */
export function moved(rows: readonly MenuRow[], moves: readonly Move[]): MenuRow[] {
  const places = new Map(moves.map((move) => [move.id, move]))
  return rows.map((row) => ({ ...row, ...places.get(row.id) })).sort((a, b) => a.position - b.position)
}
