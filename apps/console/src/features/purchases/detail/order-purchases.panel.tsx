import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { formatCount, yuan } from '../../../lib/format.ts'
import { purchaseAddress } from '../purchase.addresses.ts'
import styles from './detail.module.css'

/** In an order's drawer: the purchase orders that buy for it. */
export default function OrderPurchasesPanel({ orderId }: SlotProps['order-purchases']): ReactNode {
  const isAllowed = useMay('getPurchaseOrdersByCondition')
  const { data, error, refetch } = useRead(
    'getPurchaseOrdersByCondition',
    { orderId, page: 1, pageSize: 50 },
    { enabled: isAllowed },
  )
  if (!isAllowed) return <span className={styles.faint}>{NO_RIGHT}</span>
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={1} />
  if (data.list.length === 0) return <span className={styles.faint}>还没有为它采购。</span>
  return (
    <div className={styles.rows}>
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data.list.map((row) => (
        <div key={row.id} className={styles.rowHead}>
          <Link to={purchaseAddress(row.id)}>{row.number}</Link>
          <TableStateTag table={PURCHASE_STATES} code={row.state} />
          <span className={styles.faint}>
            {row.supplierName} · {formatCount(row.quantity)} 件
            {row.received > 0 ? `，到 ${formatCount(row.received)} 件` : ''}
          </span>
          <span>
            <MoneyText amount={yuan(row.actualMinor ?? row.goodsMinor)} />
          </span>
        </div>
      ))}
    </div>
  )
}
