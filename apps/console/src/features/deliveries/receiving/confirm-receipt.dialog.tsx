import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Checkbox, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useOwnClose } from '../../../ui/close-after.ts'
import { firstFocus } from '../../../ui/first-focus.ts'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import styles from './bench.module.css'

type AlibabaOrder = Receiving['alibabaOrders'][number]
type ConfirmReceiptDialogProps = { receiving: Receiving; acts: DeliveryActs; onClose: () => void }

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/**
 * 1688确认收货 releases the payment to the seller, always for whole 1688 orders. An incomplete order is confirmed only
 * when the person selects it and gives a reason.
 */
export default function ConfirmReceiptDialog({ receiving, acts, onClose }: ConfirmReceiptDialogProps): ReactNode {
  const [accepted, accept] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const open = receiving.alibabaOrders.filter(({ confirmable }) => confirmable)
  const whole = open.filter(({ missing }) => missing.length === 0)
  const lacking = open.filter(({ missing }) => missing.length > 0)
  const count = whole.length + accepted.size
  const wrong =
    count === 0
      ? '没有收齐的1688订单，勾选后才会确认'
      : accepted.size > 0 && reason.trim() === ''
        ? '请填写没有收齐也确认的原因'
        : undefined
  const close = useOwnClose(onClose)
  const confirm = (): Promise<unknown> =>
    acts.confirmAtAlibaba({ id: receiving.purchaseId, name: receiving.number }, [...accepted], reason.trim(), close)
  const { submit, line } = useSubmission(wrong, confirm)
  return (
    <Modal
      open
      centered
      width={560}
      title={`1688确认收货：${receiving.number}`}
      okText={`确认收货 ${count} 个1688订单`}
      cancelText="取消"
      confirmLoading={acts.isBusy}
      okButtonProps={{ danger: true }}
      onOk={submit}
      {...guardTyped(accepted.size > 0 || reason !== '')}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>货款会付给卖家，不能撤回。</p>
        {whole.map(({ orderId }) => (
          <p key={orderId}>
            <span className="hq-mono">{orderId}</span> 已全部收到
          </p>
        ))}
        {lacking.map((order) => (
          <Lacking
            key={order.orderId}
            order={order}
            isAccepted={accepted.has(order.orderId)}
            onToggle={() => accept(toggled(accepted, order.orderId))}
          />
        ))}
        {accepted.size > 0 ? (
          <Input
            ref={firstFocus}
            aria-label="没有收齐也确认的原因"
            placeholder="原因（必填）：如缺的一件卖家已退款"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : null}
        {line ?? (wrong === undefined ? null : <p className={styles.says}>{wrong}</p>)}
      </div>
    </Modal>
  )
}

type LackingProps = { order: AlibabaOrder; isAccepted: boolean; onToggle: () => void }

function Lacking({ order, isAccepted, onToggle }: LackingProps): ReactNode {
  return (
    <section className={styles.lacking} aria-label={`没有收齐的1688订单 ${order.orderId}`}>
      <Checkbox checked={isAccepted} onChange={onToggle}>
        <span className="hq-mono">{order.orderId}</span> 没有收齐，也确认
      </Checkbox>
      <ul>
        {order.missing.map((line) => (
          <li key={line.lineId}>
            <span className={styles.title} title={line.title}>
              {line.title} {line.specText}
            </span>
            <b className={styles.ill}>差 {line.quantity - line.received} 件</b>
            <small>
              买 {line.quantity}，收 {line.received}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
