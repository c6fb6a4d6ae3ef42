import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../../lib/permission.tsx'
import { orderAddress } from '../deliveries.words.ts'
import styles from './bench.module.css'
import type { ReceivingLine } from './receive-draft.ts'

type Demand = ReceivingLine['demand'][number]
const SHOWN = 3

/** Why an order gets less than expected: it is on hold, or it was cancelled and its goods must not be sent. */
const isStopped = ({ orderState }: Demand): boolean =>
  orderState === 'cancelled' || orderState === 'held' || orderState === 'abnormal'

/** The orders that need this line, and how much of the received goods each got. */
export function DemandCell({ line, onMove }: { line: ReceivingLine; onMove: () => void }): ReactNode {
  const isAllowed = useMay('reallocate')
  const { demand } = line
  const isConverted = demand.some(({ ratio }) => ratio.source !== ratio.sale)
  return (
    <div className={styles.demand}>
      {demand.length === 0 ? <span className={styles.says}>备货</span> : null}
      {demand.slice(0, SHOWN).map((one) => (
        <span key={one.demandId}>
          <Link to={orderAddress(one.orderId)}>{one.orderName}</Link>{' '}
          <span className={styles.store}>{one.storeName}</span>{' '}
          <span className={one.allocated >= one.quantity ? styles.full : undefined} title="已分到 / 需要">
            {one.allocated}/{one.quantity}
          </span>
          {one.orderState !== null && isStopped(one) ? (
            <b className={styles.ill}> {ORDER_STATES[one.orderState].label}</b>
          ) : null}
        </span>
      ))}
      {demand.length > SHOWN ? <span className={styles.says}>等 {demand.length} 张订单</span> : null}
      {isConverted ? <span className={styles.says}>{ratioWords(demand)}</span> : null}
      {line.stock > 0 ? <span className={styles.says}>未分配 {line.stock} 件</span> : null}
      {isAllowed && demand.length > 0 && line.received > 0 ? (
        <Button type="link" size="small" onClick={onMove}>
          调整分配
        </Button>
      ) : null}
    </div>
  )
}

function ratioWords(demand: readonly Demand[]): string {
  const words = demand
    .filter(({ ratio }) => ratio.source !== ratio.sale)
    .map(({ ratio }) => `${ratio.source} 件货源 = ${ratio.sale} 件售卖`)
  return [...new Set(words)].join('；')
}
