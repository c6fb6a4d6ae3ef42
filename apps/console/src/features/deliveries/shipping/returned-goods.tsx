import type { Returnable } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { Picture } from '../../../ui/picture.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './shipments.module.css'

/** 退货入库: sent goods that may have come back, separately for each purchase that they were bought with. */
export function ReturnedGoods({ orderId }: { orderId: string }): ReactNode {
  const mayRead = useMay('getReturnable')
  const may = useMay('returnToStock')
  const { data, error, refetch } = useRead('getReturnable', { orderId }, { enabled: mayRead })
  const [chosen, choose] = useState<Returnable>()
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  return (
    <>
      {(data ?? []).map((one) => (
        <div key={one.demandId}>
          <span className={styles.way}>已发出</span>
          <span title={one.title}>
            {one.sku || one.title.slice(0, 24)} {one.specText} × {one.sent}
          </span>
          {one.returned > 0 ? <span className={styles.way}>已退货入库 {one.returned} 件</span> : null}
          <CanButton
            size="small"
            allowed={may ? (one.returned < one.sent ? true : '发出的都已退货入库') : NO_RIGHT}
            aria-label={`退货入库 ${one.title} ${one.specText}`}
            onClick={() => choose(one)}
          >
            退货入库
          </CanButton>
        </div>
      ))}
      {chosen ? <ReturnDialog one={chosen} onClose={() => choose(undefined)} /> : null}
    </>
  )
}

function ReturnDialog({ one, onClose }: { one: Returnable; onClose: () => void }): ReactNode {
  const most = one.sent - one.returned
  const [quantity, setQuantity] = useState<number | null>(1)
  const [note, setNote] = useState('')
  const back = useAct('returnToStock')
  async function save(): Promise<void> {
    const done = await back.run({
      demandId: one.demandId,
      saleQuantity: quantity ?? 0,
      seen: one.returned,
      note: note.trim(),
    })
    if (!done.ok) return
    const { pieces, line } = done.data
    toast.success(
      `已退货入库：采购单 ${one.purchaseNumber} 的余货增加 ${formatCount(pieces)} 件，现在余 ${formatCount(line.spare)} 件`,
    )
    onClose()
  }
  const submission = useSubmission(
    quantity === null || quantity < 1
      ? '请填写件数'
      : quantity > most
        ? `最多 ${most} 件`
        : note.trim() === ''
          ? '请填写原因'
          : undefined,
    save,
  )
  return (
    <Modal
      open
      centered
      width={460}
      title="退货入库"
      okText="入库"
      cancelText="取消"
      confirmLoading={back.isPending}
      onOk={submission.submit}
      {...guardTyped(note !== '' || quantity !== 1)}
      onCancel={onClose}
    >
      <div className={styles.returned}>
        {back.error ? <FailureNote failure={back.error} /> : null}
        <p>
          <Picture src={one.image} alt="" size={36} /> {one.title} {one.specText}
        </p>
        <p className={styles.way}>
          发出 {one.sent} 件，已入库 {one.returned} 件。入库的成为采购单 {one.purchaseNumber} 的余货
          {one.place === '' ? '' : `（库位 ${one.place}）`}，以后的订单先用它；货款由余货承担，不再算在这张订单上。
          {one.ratio.source === one.ratio.sale
            ? ''
            : `这里填销售件数，余货按货源件数记：销售 ${one.ratio.sale} 件是货源 ${one.ratio.source} 件。`}
        </p>
        <label>
          退回的件数（最多 {most}）
          <CountField label="退回的件数" least={1} most={most} value={quantity} onChange={setQuantity} />
        </label>
        <label>
          原因（会留在余货记录里）
          <Input.TextArea
            aria-label="原因"
            rows={2}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {submission.line}
      </div>
    </Modal>
  )
}
