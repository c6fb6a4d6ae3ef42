import type { ListedReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { Checkbox, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { ReturnActs } from './use-return-acts.tsx'

type ApproveDialogProps = { rows: readonly ListedReturn[]; acts: ReturnActs; onClose: () => void }

/** 同意 several requested returns; which of them can be approved is decided by their shops, and shown for every row. */
export default function ApproveDialog({ rows, acts, onClose }: ApproveDialogProps): ReactNode {
  const [notifyCustomer, setNotify] = useState(true)
  const pieces = rows.reduce((sum, { lines }) => sum + lines.reduce((of, { quantity }) => of + quantity, 0), 0)
  async function send(): Promise<void> {
    onClose()
    await acts.approve(rows, notifyCustomer)
  }
  return (
    <Modal
      open
      centered
      width={480}
      title={`同意 ${rows.length} 个退货`}
      okText="同意退货"
      cancelText="取消"
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>店铺会接受这 {formatCount(pieces)} 件的退货，等货退回以后再退款。现在不退钱。不是“申请中”的会在结果里说明。</p>
      <Checkbox checked={notifyCustomer} onChange={(event) => setNotify(event.target.checked)}>
        由店铺发消息通知买家
      </Checkbox>
    </Modal>
  )
}
