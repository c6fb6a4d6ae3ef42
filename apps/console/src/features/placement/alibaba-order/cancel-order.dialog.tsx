import type { AlibabaOrderView } from '@huoqiao/contract/placement/placement.schema'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import styles from '../dialog.module.css'
import type { CancelWhy } from './cancel-fields.tsx'
import { CancelFields } from './cancel-fields.tsx'

type CancelOrderDialogProps = {
  order: AlibabaOrderView
  purchase: Pick<PurchaseCard, 'id' | 'number'>
  onClose: () => void
}

/** Closes one unpaid 1688 order; other orders of the purchase stay open. */
export default function CancelOrderDialog({ order, purchase, onClose }: CancelOrderDialogProps): ReactNode {
  const [why, setWhy] = useState<CancelWhy>({ reason: 'buyerCancel', remark: '' })
  const cancel = useAct('cancelAlibabaOrder')
  async function send(): Promise<void> {
    const done = await cancel.run({
      purchaseIds: [purchase.id],
      orderIds: [order.orderId],
      reason: why.reason,
      remark: why.remark.trim(),
    })
    if (!done.ok || done.data.failed > 0) return
    toast.success(`已取消1688订单 ${order.orderId}`)
    onClose()
  }
  return (
    <Modal
      open
      centered
      width={480}
      title={`取消1688订单 ${order.orderId}？`}
      okText="取消这个订单"
      cancelText="不取消"
      confirmLoading={cancel.isPending}
      okButtonProps={{ danger: true }}
      onOk={() => void send()}
      {...guardTyped(why.remark !== '')}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <p>
          {purchase.number} · {yuanText(order.totalMinor)}。
          {order.duplicate
            ? '这是多余的订单，取消后采购单不受影响。'
            : '只取消这一个：采购单的其他1688订单照常；这个订单要买的货，需求会放回订单，可以重新采购。'}
        </p>
        {cancel.error ? <FailureNote failure={cancel.error} /> : null}
        {cancel.data && cancel.data.failed > 0 ? (
          <OutcomeList outcome={cancel.data} labelOf={() => purchase.number} />
        ) : null}
        <CancelFields why={why} onChange={setWhy} />
      </div>
    </Modal>
  )
}
