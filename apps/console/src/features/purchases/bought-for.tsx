import type { OrderRef } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './bought-for.module.css'
import { orderAddress } from './purchase.addresses.ts'

/** Order numbers repeat between stores, so the store is shown beside each, in grey. */
export const orderText = ({ storeName, orderName }: { storeName?: string | undefined; orderName: string }): string =>
  !storeName ? orderName : `${orderName}（${storeName}）`

export function OrderLink({ order }: { order: OrderRef }): ReactNode {
  return (
    <span>
      <Link className={styles.link} to={orderAddress(order.orderId)}>
        {order.orderName}
      </Link>{' '}
      <span className={styles.quiet}>{order.storeName}</span>
    </span>
  )
}

type BoughtForProps = { orders: readonly OrderRef[]; count: number; none: string }

/**
 * The orders that something is bought for, in the space of one: the first order, the number of orders, and all of them on hover or focus.
 */
export function BoughtFor({ orders, count, none }: BoughtForProps): ReactNode {
  const [first] = orders
  if (!first) return <span>{none}</span>
  const stores = [...new Set(orders.map(({ storeName }) => storeName))]
  return (
    <div className={styles.box}>
      {count === 1 ? (
        <Link className={styles.first} to={orderAddress(first.orderId)} title={orderText(first)}>
          {first.orderName}
        </Link>
      ) : (
        <Popover
          trigger={['hover', 'focus', 'click']}
          placement="bottomLeft"
          content={<All orders={orders} count={count} />}
        >
          <Button type="link" size="small" className={styles.first}>
            {first.orderName} 等 {count} 单
          </Button>
        </Popover>
      )}
      <small className={styles.store} title={stores.join('、')}>
        {stores.length === 1 ? stores[0] : `${stores.length} 家店铺`}
      </small>
    </div>
  )
}

function All({ orders, count }: { orders: readonly OrderRef[]; count: number }): ReactNode {
  return (
    <ul className={styles.all} aria-label="为这些订单采购">
      {orders.map((order) => (
        <li key={order.orderId}>
          <OrderLink order={order} />
        </li>
      ))}
      {count > orders.length ? <li>其余 {count - orders.length} 单在采购单详情里</li> : null}
    </ul>
  )
}
