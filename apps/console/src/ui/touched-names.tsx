import type { ReactNode } from 'react'

const SHOWN = 6

/**
 * The objects that an action is about to change, so that nobody changes others by mistake. `counted`: the unit for the number of them,
 * 张采购单.
 */
export function TouchedNames<T extends { id: string }>({
  rows,
  nameOf,
  counted,
  says,
}: {
  rows: readonly T[]
  nameOf: (row: T) => ReactNode
  counted: string
  says: ReactNode
}): ReactNode {
  return (
    <>
      <p>{says}</p>
      <ul style={{ margin: '8px 0 0', paddingLeft: 16, listStyle: 'disc' }}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
        {rows.length > SHOWN ? (
          <li>
            等共 {rows.length} {counted}
          </li>
        ) : null}
      </ul>
    </>
  )
}
