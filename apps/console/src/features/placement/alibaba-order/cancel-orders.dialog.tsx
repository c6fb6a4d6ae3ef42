import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../../lib/client.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { PurchaseNames } from '../../../pickers/purchase-names.tsx'
import { closeAfter, useOwnClose } from '../../../ui/close-after.ts'
import { guardTyped } from '../../../ui/guard-typed.ts'
import styles from '../dialog.module.css'
import type { CancelWhy } from './cancel-fields.tsx'
import { CancelFields } from './cancel-fields.tsx'

/** Closes unpaid 1688 orders (reference, 3.6); the seller sees the reason. */
export default function CancelDialog({
  rows,
  perform,
  isBusy,
  onClose,
}: SlotProps['cancel-alibaba-orders']): ReactNode {
  const [why, setWhy] = useState<CancelWhy>({ reason: 'buyerCancel', remark: '' })
  const close = useOwnClose(onClose)
  const cancel = closeAfter(close, (purchaseIds: string[]) =>
    call('cancelAlibabaOrder', { purchaseIds, reason: why.reason, remark: why.remark.trim() }),
  )
  return (
    <Modal
      open
      centered
      width={480}
      title={`取消 ${rows.length} 张采购单的1688订单？`}
      okText="取消这些1688订单"
      cancelText="不取消"
      confirmLoading={isBusy}
      okButtonProps={{ danger: true }}
      onOk={() => void perform('取消1688订单', rows, cancel)}
      {...guardTyped(why.remark !== '')}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <PurchaseNames
          rows={rows}
          says="只关闭没付款的1688订单；已付款的请在详情里申请退款。取消后需求放回订单。只取消其中一个，请在采购单详情里点那个订单的“取消这个订单”。"
        />
        <CancelFields why={why} onChange={setWhy} />
      </div>
    </Modal>
  )
}
