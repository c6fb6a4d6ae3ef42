import type { ReactNode } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReceiptTable } from '../receipts/receipt-table.tsx'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import styles from './bench.module.css'

const SHOWN = 10

/** Before the first scan: what was received last, to go on from. */
export function LastReceipts({ acts }: { acts: DeliveryActs }): ReactNode {
  const isAllowed = useMay('getReceipts')
  const { data } = useRead('getReceipts', { page: 1, pageSize: SHOWN }, { enabled: isAllowed })
  if (!data || data.list.length === 0)
    return <EmptyState text="扫描包裹上的运单号，这里会列出里面的商品、该收多少、分给哪些订单。" />
  return (
    <section className={styles.section} aria-label="最近收货">
      <h2>最近收货</h2>
      <ReceiptTable rows={data.list} acts={acts} />
    </section>
  )
}
