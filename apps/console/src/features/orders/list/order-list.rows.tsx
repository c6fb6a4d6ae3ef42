import type { OrderLine, OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { Can } from '@huoqiao/contract/wire'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { memo } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { OrderHead } from './order-head.tsx'
import { LinePlaces, OrderLines } from './order-lines.tsx'
import styles from './order-list.module.css'
import type { RowActions } from './order-row.actions.tsx'

const NOTHING: Can = {}
export type OrderPage = CallOutput<'getOrdersByCondition'>

type OrderRowsProps = {
  page: OrderPage | undefined
  /** false: heads only, to look over many orders */
  hasLines: boolean
  /** by order; absent while they are loading, and when they could not be read */
  lines: ReadonlyMap<string, readonly OrderLine[]> | undefined
  areLinesLost: boolean
  selection: Selection<OrderRow>
  actions: RowActions
  empty: ReactNode
}

/** Orders as blocks: a head in columns, and its lines below with what was bought from which source. */
export function OrderRows(props: OrderRowsProps): ReactNode {
  const { page, hasLines, lines, areLinesLost, selection, actions, empty } = props
  if (!page) return <RowSkeletons count={10} />
  if (page.list.length === 0) return empty
  return (
    <div className={styles.orders} data-wide="true">
      <div className={styles.columns}>
        <Checkbox
          aria-label="选中本页全部订单"
          checked={selection.isAll}
          indeterminate={selection.isSome && !selection.isAll}
          onChange={selection.toggleAll}
        />
        <span>订单</span>
        <span>店铺</span>
        <span>客户</span>
        <span>付款 / 回传</span>
        <span className={styles.right}>金额</span>
        <span className={styles.right}>利润</span>
        <span>进度</span>
        <span />
      </div>
      <ul className={styles.list}>
        {page.list.map((row) => (
          <OrderBlock
            key={row.id}
            row={row}
            store={page.stores[row.store]}
            can={page.cans[row.state] ?? NOTHING}
            hasLines={hasLines}
            lines={lines?.get(row.id)}
            areLinesLost={areLinesLost}
            isSelected={selection.keys.has(row.id)}
            onSelect={selection.toggle}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  )
}

type OrderBlockProps = {
  row: OrderRow
  store: OrderPage['stores'][number] | undefined
  can: Can
  hasLines: boolean
  lines: readonly OrderLine[] | undefined
  areLinesLost: boolean
  isSelected: boolean
  onSelect: (id: string, isRange?: boolean) => void
  actions: RowActions
}

/** Unchanged parts of an answer keep their identity, so that polling renders only what is new. */
const OrderBlock = memo(function OrderBlock({
  row,
  store,
  can,
  hasLines,
  lines,
  areLinesLost,
  isSelected,
  onSelect,
  actions,
}: OrderBlockProps) {
  return (
    <li className={styles.block} data-order={row.id} data-selected={isSelected}>
      <OrderHead
        row={row}
        store={store}
        can={can}
        lines={lines}
        isSelected={isSelected}
        onSelect={onSelect}
        actions={actions}
      />
      {!hasLines || row.lines === 0 ? null : lines ? (
        <OrderLines lines={lines} onRelate={actions.relate} />
      ) : (
        <LinePlaces count={row.lines} areLost={areLinesLost} />
      )}
    </li>
  )
})
