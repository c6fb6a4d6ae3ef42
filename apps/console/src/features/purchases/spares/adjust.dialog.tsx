import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { SpareAdjustment } from '@huoqiao/contract/purchases/spares.status'
import { SPARE_ADJUSTMENTS } from '@huoqiao/contract/purchases/spares.status'
import { Input, InputNumber, Modal, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './spares.module.css'

const KINDS = Object.keys(SPARE_ADJUSTMENTS) as SpareAdjustment[]

/** Reduces the spare pieces, with a reason that stays in the purchase's history; or adds back pieces that were written off before. */
export function AdjustDialog({ line, onClose }: { line: SpareLine; onClose: () => void }): ReactNode {
  const [kind, setKind] = useState<SpareAdjustment>(line.spare > 0 ? 'lost' : 'found')
  const [quantity, setQuantity] = useState<number | null>(1)
  const [reason, setReason] = useState('')
  const adjust = useAct('adjustSpare')
  const most = kind === 'found' ? line.gone : line.spare
  async function save(): Promise<void> {
    const done = await adjust.run({
      lineId: line.id,
      kind,
      quantity: quantity ?? 0,
      seen: line.spare,
      reason: reason.trim(),
    })
    if (!done.ok) return
    toast.success(`${SPARE_ADJUSTMENTS[kind]} ${quantity} 件，现在余 ${done.data.spare} 件`)
    onClose()
  }
  const submission = useSubmission(
    quantity === null || quantity < 1
      ? '请填写件数'
      : quantity > most
        ? `最多 ${most} 件`
        : reason.trim() === ''
          ? '请填写原因'
          : undefined,
    save,
  )
  return (
    <Modal
      open
      centered
      width={460}
      title="调整余货"
      okText="保存"
      cancelText="取消"
      confirmLoading={adjust.isPending}
      onOk={submission.submit}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {adjust.error ? <FailureNote failure={adjust.error} /> : null}
        <p className={styles.about}>
          {line.title} {line.specText}：现在余 {line.spare} 件，记过少了 {line.gone} 件。
        </p>
        <Radio.Group
          value={kind}
          options={KINDS.map((value) => ({
            value,
            label: SPARE_ADJUSTMENTS[value],
            disabled: value === 'found' ? line.gone === 0 : line.spare === 0,
          }))}
          onChange={(event) => setKind(event.target.value as SpareAdjustment)}
        />
        <label>
          件数（最多 {most}）
          <InputNumber
            aria-label="件数"
            min={1}
            max={most}
            precision={0}
            value={quantity}
            onChange={(value) => setQuantity(value)}
          />
        </label>
        <label>
          原因（会记进采购单的历史）
          <Input.TextArea
            aria-label="原因"
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        {submission.line}
      </div>
    </Modal>
  )
}
