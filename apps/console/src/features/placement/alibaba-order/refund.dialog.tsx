import type { AlibabaOrderView } from '@huoqiao/contract/placement/placement.schema'
import { Checkbox, Input, Modal, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import { newRequestKey } from '../../../lib/request-key.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { PriceField } from '../../../ui/price-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../dialog.module.css'

type RefundDialogProps = { order: AlibabaOrderView; onClose: () => void }
type Kind = 'refund' | 'returnRefund'

/** Applies for a refund of one 1688 order: the maximum is read from 1688 first, and the requested amount is limited by it. */
export default function RefundDialog({ order, onClose }: RefundDialogProps): ReactNode {
  const [itemIds, setItems] = useState<string[]>(() => order.items.map(({ id }) => id))
  const [requestKey] = useState(newRequestKey)
  const [kind, setKind] = useState<Kind>('refund')
  const [amount, setAmount] = useState<number | null>()
  const [typedFreight, setFreight] = useState<number | null>()
  const [reasonId, setReason] = useState<string>()
  const [description, setDescription] = useState('')
  const options = useRead(
    'getRefundOptions',
    { orderId: order.orderId, itemIds },
    { enabled: itemIds.length > 0, staleTime: 0 },
  )
  const apply = useAct('applyAlibabaRefund')
  const { data } = options
  const payment = amount === undefined ? (data?.maxRefundMinor ?? null) : amount
  const maxFreight = data?.maxFreightMinor ?? 0
  // For goods that were never sent the freight is refunded too, unless the person changes it.
  const freight =
    typedFreight === undefined ? (data?.goodsStatus === 'refundWaitSellerSend' ? maxFreight : 0) : typedFreight
  const wrong =
    (freight ?? 0) > maxFreight
      ? `运费最多退 ${yuanText(maxFreight)}`
      : wrongOf({ itemIds, payment, max: data?.maxRefundMinor, reasonId, description })
  async function send(): Promise<void> {
    const done = await apply.run({
      orderId: order.orderId,
      requestKey,
      itemIds,
      kind,
      paymentMinor: payment ?? 0,
      freightMinor: freight ?? 0,
      reasonId: reasonId ?? '',
      description: description.trim(),
    })
    if (!done.ok) return
    toast.success(done.data.refundId ? `已申请退款，编号 ${done.data.refundId}` : '已申请退款')
    onClose()
  }
  const { submit, line } = useSubmission(wrong, send)
  return (
    <Modal
      open
      centered
      width={560}
      title={`申请退款 · 1688订单 ${order.orderId}`}
      okText="提交申请"
      cancelText="取消"
      confirmLoading={apply.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {options.error ? <FailureNote failure={options.error} onRetry={() => void options.refetch()} /> : null}
        {apply.error ? <FailureNote failure={apply.error} /> : null}
        <Checkbox.Group
          value={itemIds}
          onChange={setItems}
          options={order.items.map((item) => ({
            value: item.id,
            label: `${item.title.slice(0, 26)} × ${item.quantity}，${yuanText(item.amountMinor)}`,
          }))}
        />
        {data ? (
          <>
            <Radio.Group
              value={kind}
              options={[
                { value: 'refund', label: '仅退款' },
                { value: 'returnRefund', label: '退货退款' },
              ]}
              onChange={(event) => setKind(event.target.value as Kind)}
            />
            <label>
              退款金额（最多 {yuanText(data.maxRefundMinor)}）
              <PriceField aria-label="退款金额" currency="CNY" value={payment} onChange={setAmount} />
            </label>
            {data.maxFreightMinor > 0 ? (
              <label>
                另退运费（最多 {yuanText(data.maxFreightMinor)}）
                <PriceField aria-label="退运费" currency="CNY" value={freight} onChange={setFreight} />
              </label>
            ) : null}
            <label>
              原因
              <Select
                aria-label="退款原因"
                placeholder="选择原因"
                value={reasonId}
                options={data.reasons.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setReason}
              />
            </label>
            <label>
              说明（2到150个字）
              <Input.TextArea
                aria-label="退款说明"
                rows={2}
                maxLength={150}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            </label>
          </>
        ) : options.error || itemIds.length === 0 ? null : (
          <RowSkeletons count={3} />
        )}
        {line}
      </div>
    </Modal>
  )
}

type Typed = {
  itemIds: readonly string[]
  payment: number | null
  max: number | undefined
  reasonId: string | undefined
  description: string
}

/** Why the application cannot be sent yet. */
function wrongOf({ itemIds, payment, max, reasonId, description }: Typed): string | undefined {
  if (itemIds.length === 0) return '请勾选要退的商品'
  if (max === undefined) return '正在查询可退金额'
  if (payment === null || payment < 1) return '请填写退款金额'
  if (payment > max) return `最多退 ${yuanText(max)}`
  if (reasonId === undefined) return '请选择原因'
  return description.trim().length < 2 ? '请写说明' : undefined
}
