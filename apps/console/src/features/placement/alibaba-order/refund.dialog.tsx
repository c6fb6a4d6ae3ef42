import type { AlibabaOrderView } from '@huoqiao/contract/placement/placement.schema'
import { Checkbox, Input, Modal, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { newRequestKey } from '../../../lib/request-key.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { Photos } from '../../../pickers/photos.tsx'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { PriceField } from '../../../ui/price-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../dialog.module.css'

/** What a return of a shopper fills in. */
export type RefundPreset = {
  counts: readonly { itemId: string; quantity: number }[]
  photos: readonly string[]
  description: string
}
type RefundDialogProps = { order: AlibabaOrderView; preset?: RefundPreset; onClose: () => void }
type Kind = 'refund' | 'returnRefund'

/** Applies for a refund of one 1688 order: the maximum is read from 1688 first, and the requested amount is limited by it. */
export default function RefundDialog({ order, preset, onClose }: RefundDialogProps): ReactNode {
  const [itemIds, setItems] = useState<string[]>(() =>
    preset ? preset.counts.map(({ itemId }) => itemId) : order.items.map(({ id }) => id),
  )
  const [requestKey] = useState(newRequestKey)
  const [kind, setKind] = useState<Kind>('refund')
  const [amount, setAmount] = useState<number | null>()
  const [typedFreight, setFreight] = useState<number | null>()
  const [reasonId, setReason] = useState<string>()
  const [description, setDescription] = useState(preset?.description ?? '')
  const [photos, setPhotos] = useState<readonly string[]>(preset?.photos ?? [])
  const [typedCounts, setCounts] = useState<Readonly<Record<string, number | null>>>(() =>
    Object.fromEntries((preset?.counts ?? []).map(({ itemId, quantity }) => [itemId, quantity])),
  )
  const options = useRead(
    'getRefundOptions',
    { orderId: order.orderId, itemIds },
    { enabled: itemIds.length > 0, staleTime: 0 },
  )
  const apply = useAct('applyAlibabaRefund')
  const { data } = options
  const chosen = order.items.filter(({ id }) => itemIds.includes(id))
  const countOf = ({ id, quantity }: Item): number | null => (id in typedCounts ? typedCounts[id]! : quantity)
  // While the maximum of a changed selection is being read, the form still shows the former answer, whose maximum does not apply.
  const max = options.isPlaceholderData ? undefined : data?.maxRefundMinor
  const payment = amount === undefined ? proposedOf(chosen, countOf, max) : amount
  const reason = data?.reasons.find(({ id }) => id === reasonId)
  const maxFreight = data?.maxFreightMinor ?? 0
  // For goods that were never sent the freight is refunded too, unless the person changes it.
  const freight =
    typedFreight === undefined ? (data?.goodsStatus === 'refundWaitSellerSend' ? maxFreight : 0) : typedFreight
  const wrong =
    (freight ?? 0) > maxFreight
      ? `运费最多退 ${yuanText(maxFreight)}`
      : (chosen.map((item) => countProblem(item, countOf(item))).find((problem) => problem !== undefined) ??
        (reason?.needsPhotos && photos.length === 0 ? '1688要求这个原因附上照片' : undefined) ??
        wrongOf({ itemIds, payment, max, reasonId, description }))
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
      counts: chosen.flatMap((item) => {
        const quantity = countOf(item)
        return quantity === null || quantity === item.quantity ? [] : { itemId: item.id, quantity }
      }),
      photos: [...photos],
    })
    if (!done.ok) return
    toast.success(done.data.refundId ? `已申请退款，编号 ${done.data.refundId}` : '已申请退款')
    onClose()
  }
  const { submit, line } = useSubmission(wrong, send)
  const [first] = useState({ photos, typedCounts, description })
  const isTyped =
    amount !== undefined ||
    typedFreight !== undefined ||
    reasonId !== undefined ||
    description !== first.description ||
    photos !== first.photos ||
    typedCounts !== first.typedCounts
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
      {...guardTyped(isTyped)}
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
        {chosen.map((item) => (
          <span key={item.id}>
            退{' '}
            <CountField
              label={`退的件数 ${item.title}`}
              least={1}
              most={item.quantity}
              value={countOf(item)}
              onChange={(value) => setCounts({ ...typedCounts, [item.id]: value })}
            />{' '}
            件（共 {formatCount(item.quantity)} 件）{item.title.slice(0, 20)}
          </span>
        ))}
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
              退款金额（{max === undefined ? '正在查询可退金额' : `最多 ${yuanText(max)}`}）
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
                options={data.reasons.map(({ id, name, needsPhotos }) => ({
                  value: id,
                  label: needsPhotos ? `${name}（要附照片）` : name,
                }))}
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
            <Photos
              photos={photos}
              label={reason?.needsPhotos ? '加照片（1688要求）' : '加照片（可不加）'}
              onChange={setPhotos}
            />
          </>
        ) : options.error || itemIds.length === 0 ? null : (
          <RowSkeletons count={3} />
        )}
        {line}
      </div>
    </Modal>
  )
}

type Item = AlibabaOrderView['items'][number]

/** The proposed amount: the price of the chosen pieces up to the maximum; the maximum if all pieces are chosen. */
function proposedOf(
  chosen: readonly Item[],
  countOf: (item: Item) => number | null,
  max: number | undefined,
): number | null {
  if (max === undefined) return null
  if (chosen.every((item) => countOf(item) === item.quantity)) return max
  const part = chosen.reduce(
    (sum, item) => sum + Math.round((item.amountMinor * (countOf(item) ?? 0)) / item.quantity),
    0,
  )
  return Math.min(part, max)
}

function countProblem({ quantity, title }: Item, count: number | null): string | undefined {
  if (count === null || count < 1) return '请填写退的件数'
  return count > quantity ? `“${title.slice(0, 12)}”最多退 ${formatCount(quantity)} 件` : undefined
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
