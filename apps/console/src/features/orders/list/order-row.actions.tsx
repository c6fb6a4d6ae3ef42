import { SendOutlined, ShoppingCartOutlined } from '@ant-design/icons'
import type { OrderLine, OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { Can } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import type { Allowed } from '../../../lib/permission.tsx'
import { NO_RIGHT, useAllowed, useMay } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import type { RowMenuItems } from '../../../ui/row-menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import styles from './order-list.module.css'

/** An order as the actions need it: people know it by its number. */
export type ActedOrder = Pick<OrderRow, 'id' | 'number'>

/** Actions on orders of the list. Each keeps its identity between renders. */
export type RowActions = {
  open: (orderId: string) => void
  relate: (lines: readonly OrderLine[]) => void
  /** all lines of these orders without a source */
  relateAll: (orders: readonly ActedOrder[]) => void
  buy: (orders: readonly ActedOrder[]) => void
  ship: (orders: readonly ActedOrder[]) => void
  hold: (orders: readonly ActedOrder[]) => void
  release: (orders: readonly ActedOrder[]) => void
  confirm: (orders: readonly ActedOrder[]) => void
  note: (orders: readonly ActedOrder[]) => void
  ignore: (orders: readonly ActedOrder[], isIgnored: boolean) => void
  refresh: (order: ActedOrder) => void
  exportOf: (orders: readonly ActedOrder[]) => void
}

export type OrderStep =
  | 'holdOrders'
  | 'releaseOrders'
  | 'confirmOrders'
  | 'noteOrder'
  | 'ignoreLines'
  | 'relateShopifyOrder'
  | 'createPurchaseOrder'
  | 'refreshOrder'
  | 'exportShopifyOrderSkuInfo'

/** Whether goods of this order may have arrived, so that they could be sent; the dialog shows exactly which, and what else prevents it. */
export const mayHaveGoods = ({ state }: Pick<OrderRow, 'state'>): boolean =>
  state === 'to-ship' || state === 'part-arrived' || state === 'part-shipped'

/** Maximum number of orders for the dialog of 发货 (contract, getShippable). */
const MOST_SHIPPED = 200

/** Whether 发货 is possible from the list; for `rows` of which none can be sent, the reason. */
export function useShipAllowed(): (rows: readonly Pick<OrderRow, 'state'>[]) => Allowed {
  const may = useMay('shipOrders')
  return (rows) => {
    if (!may) return NO_RIGHT
    const count = rows.filter(mayHaveGoods).length
    if (count > MOST_SHIPPED) return `一次最多发 ${MOST_SHIPPED} 张，请分批选`
    return count > 0 ? true : '货到了才能发：只有部分到货、待发货、部分发货的订单'
  }
}

export const unsourcedOf = (lines: readonly OrderLine[] | undefined): OrderLine[] =>
  (lines ?? []).filter((line) => !line.source && line.current > 0 && !line.ignored && line.requiresShipping)

type OrderRowActionsProps = {
  row: OrderRow
  can: Can
  lines: readonly OrderLine[] | undefined
  actions: RowActions
}

/** The next action, sending received goods or buying, and the others in a menu. */
export function OrderRowActions({ row, can, lines, actions }: OrderRowActionsProps): ReactNode {
  const allowed = useAllowed()
  const shipAllowed = useShipAllowed()
  const one = [row]
  const step = (name: OrderStep, label: string, run: () => void) => menuStep(label, allowed({ can }, name), run)
  const relate = (of: readonly OrderLine[]): void => (of.length > 1 ? actions.relateAll(one) : actions.relate(of))
  const isToShip = row.state === 'to-ship' || row.state === 'part-shipped'
  const items = (): RowMenuItems => [
    { key: '详情', label: '查看详情', onClick: () => actions.open(row.id) },
    ...(isToShip ? [step('createPurchaseOrder', '生成采购单', () => actions.buy(one))] : []),
    ...(mayHaveGoods(row) && !isToShip ? [menuStep('发货', shipAllowed(one), () => actions.ship(one))] : []),
    ...(unsourcedOf(lines).length > 0
      ? [step('relateShopifyOrder', '关联货源', () => relate(unsourcedOf(lines)))]
      : []),
    row.state === 'held'
      ? step('releaseOrders', '取消搁置', () => actions.release(one))
      : step('holdOrders', '搁置', () => actions.hold(one)),
    step('confirmOrders', '确认风险与地址', () => actions.confirm(one)),
    step('noteOrder', '加备注', () => actions.note(one)),
    step('ignoreLines', '全部无需采购', () => actions.ignore(one, true)),
    step('refreshOrder', '从店铺刷新', () => actions.refresh(row)),
    step('exportShopifyOrderSkuInfo', '导出', () => actions.exportOf(one)),
  ]
  return (
    <div className={styles.actions}>
      {isToShip ? (
        <CanButton
          icon={<SendOutlined />}
          aria-label={`给 ${row.number} 发货`}
          title="发货"
          allowed={shipAllowed(one)}
          onClick={() => actions.ship(one)}
        />
      ) : (
        <CanButton
          icon={<ShoppingCartOutlined />}
          aria-label={`给 ${row.number} 生成采购单`}
          title="生成采购单"
          allowed={allowed({ can }, 'createPurchaseOrder')}
          onClick={() => actions.buy(one)}
        />
      )}
      <RowMenu label={`${row.number} 的更多操作`} items={items} />
    </div>
  )
}

export const menuStep = (label: string, allowed: Allowed, run: () => void) => ({
  key: label,
  label,
  disabled: typeof allowed === 'string',
  ...(typeof allowed === 'string' ? { title: allowed } : {}),
  onClick: run,
})
