import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { DECLINE_REASONS } from '@huoqiao/contract/orders/return.words'
import type { DeclineReason } from '@huoqiao/contract/orders/return.words'
import { Checkbox, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './order-returns.module.css'

const REASONS = Object.entries(DECLINE_REASONS).map(([value, label]) => ({ value: value as DeclineReason, label }))

type AnswerDialogProps = { one: OrderReturn; step: 'approve' | 'decline'; onClose: () => void }

/** 同意 or 拒绝 a requested return, in the words of its shop, after showing what the shop will do. */
export default function ReturnAnswerDialog({ one, step, onClose }: AnswerDialogProps): ReactNode {
  const isDecline = step === 'decline'
  const [declineReason, setReason] = useState<DeclineReason>()
  const [declineNote, setNote] = useState('')
  const [notifyCustomer, setNotify] = useState(true)
  const approve = useAct('approveReturn')
  const decline = useAct('declineReturn')
  const { error, isPending } = isDecline ? decline : approve
  async function send(): Promise<void> {
    const done =
      isDecline && declineReason
        ? await decline.run({ returnId: one.id, declineReason, declineNote: declineNote.trim(), notifyCustomer })
        : await approve.run({ returnId: one.id, notifyCustomer })
    if (!done.ok) return
    toast.success(isDecline ? `已拒绝退货 ${one.name}` : `已同意退货 ${one.name}`)
    onClose()
  }
  const { submit, line } = useSubmission(
    isDecline && declineReason === undefined ? '请选择拒绝的原因' : undefined,
    send,
  )
  const pieces = one.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const word = isDecline ? '拒绝退货' : '同意退货'
  return (
    <Modal
      open
      centered
      width={480}
      title={`${word} ${one.name}`}
      okText={word}
      cancelText="取消"
      okButtonProps={{ danger: isDecline }}
      confirmLoading={isPending}
      onOk={submit}
      {...guardTyped(declineReason !== undefined || declineNote !== '')}
      onCancel={() => {
        // The server has read the shop again, or will soon: the shown row is older than the failure.
        if (error) void invalidateLists(['orders'])
        onClose()
      }}
    >
      <div className={styles.fields}>
        {error ? <FailureNote failure={error} /> : null}
        <p>
          {isDecline
            ? `店铺会把这 ${formatCount(pieces)} 件的退货申请标为已拒绝，买家可以再申请。`
            : `店铺会接受这 ${formatCount(pieces)} 件的退货，等货退回以后在这里退款。现在不退钱。`}
        </p>
        {isDecline ? (
          <>
            <label>
              原因
              <Select
                aria-label="拒绝的原因"
                placeholder="选择原因"
                value={declineReason}
                options={REASONS}
                onChange={setReason}
              />
            </label>
            <label>
              给买家的说明（买家看得到，请用买家的语言）
              <Input.TextArea
                aria-label="给买家的说明"
                rows={3}
                maxLength={500}
                value={declineNote}
                onChange={(event) => setNote(event.target.value)}
              />
            </label>
          </>
        ) : null}
        <div>
          <Checkbox checked={notifyCustomer} onChange={(event) => setNotify(event.target.checked)}>
            由店铺发消息通知买家
          </Checkbox>
        </div>
        {line}
      </div>
    </Modal>
  )
}
