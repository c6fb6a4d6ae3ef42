import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { MoneyText } from '../../../ui/money-text.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import { yuan } from '../../../lib/format.ts'
import styles from './order-profit.module.css'

const Reckoning = lazy(() => import('../detail/order-reckoning.tsx'))

/** The profit of an order in yuan; its calculation and the exchange rate are in the tooltip. */
export function ProfitCell({ orderId, profit }: { orderId: string; profit: number | null }): ReactNode {
  const [isOpen, open] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      mouseEnterDelay={0.3}
      placement="bottomRight"
      destroyOnHidden
      content={
        <Suspense fallback={<TextSkeleton />}>
          <Reckoning orderId={orderId} />
        </Suspense>
      }
    >
      <span className={styles.profit} data-loss={profit !== null && profit < 0}>
        {profit === null ? <span className={styles.unknown}>算不出</span> : <MoneyText amount={yuan(profit)} />}
        <small>{profit === null ? '看原因' : profit < 0 ? '亏' : 'CNY'}</small>
      </span>
    </Popover>
  )
}
