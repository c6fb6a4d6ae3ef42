import type { ReactNode } from 'react'
import styles from './card-list.module.css'
import { CardSkeletons } from './skeletons.tsx'

type CardListProps<Row> = {
  /** absent while the first answer is on its way */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  card: (row: Row) => ReactNode
  /** shown when there is nothing */
  empty: ReactNode
  /** how many places to keep while waiting: the page size */
  pageSize: number
  /** least width of a card in pixels */
  minWidth?: number
}

/** Cards of the same height in each row; cards off the screen are not laid out until scrolled to. */
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
