import type { ReactNode } from 'react'
import styles from './card-list.module.css'
import { CardSkeletons } from './skeletons.tsx'

type CardListProps<Row> = {
  /** absent while the first answer is loading */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  card: (row: Row) => ReactNode
  /** shown when the list is empty */
  empty: ReactNode
  /** how many skeletons to show while loading: the page size */
  pageSize: number
  /** minimum width of a card in pixels */
  minWidth?: number
}

/** Cards with the same height in each row; cards outside the screen are not laid out until the person scrolls to them. */
export function CardList<Row>({ rows, keyOf, card, empty, pageSize, minWidth = 208 }: CardListProps<Row>): ReactNode {
  if (!rows) return <CardSkeletons count={Math.min(pageSize, 24)} />
  if (rows.length === 0) return empty
  return (
    <ul className={styles.cards} style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${minWidth}px, 1fr))` }}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{card(row)}</li>
      ))}
    </ul>
  )
}
