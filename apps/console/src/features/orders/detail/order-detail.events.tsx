import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import styles from './order-detail.module.css'
import { sentWord } from '@huoqiao/contract/orders/shop.words'

/** The parcels that the shop knows, whoever sent them. */
export function Fulfillments({ order }: { order: OrderDetail }): ReactNode {
  if (order.fulfillments.length === 0) return <p className={styles.faint}>店铺里还没有发货记录。</p>
  return (
    <ul className={styles.parcels}>
      {order.fulfillments.map((one) => (
        <li key={one.id}>
          <b>{one.name}</b>
          <span>{sentWord(one.status)}</span>
          <span>{one.company ?? '未写承运商'}</span>
          {one.numbers.length === 0 ? <span className={styles.faint}>没有单号</span> : null}
          {one.numbers.map((number, at) =>
            one.urls[at] ? (
              <a key={number} href={one.urls[at]} target="_blank" rel="noreferrer">
                {number}
              </a>
            ) : (
              <span key={number} className="hq-mono">
                {number}
              </span>
            ),
          )}
          <time>{formatTime(one.at)}</time>
        </li>
      ))}
    </ul>
  )
}

/** The order's events, newest first: of the shop, of the app, and of people. */
export function Timeline({ order }: { order: OrderDetail }): ReactNode {
  const events = [...order.events].sort((a, b) => b.at - a.at)
  if (events.length === 0) return <p className={styles.faint}>还没有记录。</p>
  return (
    <ol className={styles.events}>
      {events.map((event) => (
        <li key={event.id}>
          <time>{formatTime(event.at)}</time>
          <span>{event.text}</span>
          <span className={styles.faint}>{event.by ?? ''}</span>
        </li>
      ))}
    </ol>
  )
}
