import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { memo } from 'react'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import type { RowActions } from '../purchase-steps.ts'
import {
  AmountCell,
  GoodsCell,
  NumberCell,
  OrdersCell,
  Reason,
  StateCell,
  SupplierCell,
  TagsCell,
} from './row-cells.tsx'
import styles from './purchase-list.module.css'
import { PurchaseRowActions } from './purchase-row.actions.tsx'

type PurchaseRowsProps = {
  rows: readonly PurchaseCard[] | undefined
  selection: Selection<PurchaseCard>
  actions: RowActions
  empty: ReactNode
}

/** Purchase orders as dense rows: supplier, goods, orders, amount, progress. */
export function PurchaseRows({ rows, selection, actions, empty }: PurchaseRowsProps): ReactNode {
  if (!rows) return <RowSkeletons count={10} />
  if (rows.length === 0) return empty
  return (
    <div className={styles.box} data-wide="true">
      <div className={styles.columns}>
        <Checkbox
          aria-label="选中本页全部采购单"
          checked={selection.isAll}
          indeterminate={selection.isSome && !selection.isAll}
          onChange={selection.toggleAll}
        />
        <span>采购单</span>
        <span>供应商 / 账号</span>
        <span>商品</span>
        <span>订单</span>
        <span className={styles.right}>金额</span>
        <span>付款 / 对账</span>
        <span>状态</span>
        <span />
      </div>
      <ul>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isSelected={selection.keys.has(row.id)}
            onSelect={selection.toggle}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  row: PurchaseCard
  isSelected: boolean
  onSelect: (id: string, isRange?: boolean) => void
  actions: RowActions
}

const Row = memo(function Row({ row, isSelected, onSelect, actions }: RowProps) {
  return (
    <li className={styles.item} data-purchase={row.id} data-selected={isSelected}>
      <div className={styles.row}>
        <Checkbox
          aria-label={`选择 ${row.number}`}
          checked={isSelected}
          onClick={(event) => onSelect(row.id, event.shiftKey)}
        />
        <NumberCell row={row} onOpen={actions.open} />
        <SupplierCell row={row} />
        <GoodsCell row={row} />
        <OrdersCell row={row} />
        <AmountCell row={row} />
        <TagsCell row={row} />
        <StateCell row={row} />
        <PurchaseRowActions row={row} actions={actions} />
      </div>
      <Reason row={row} onOpen={actions.open} />
    </li>
  )
})
