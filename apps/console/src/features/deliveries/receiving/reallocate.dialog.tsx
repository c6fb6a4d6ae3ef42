import { ORDER_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import { PURCHASE_DEMAND_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './bench.module.css'
import type { ReceivingLine } from './receive-draft.ts'
import type { Shares } from './share-out.ts'
import { leftOver, shareOf, wrongShares } from './share-out.ts'

/** Assigns the received goods of one line to other orders. Goods that were already sent to a shopper stay where they are. */
export default function ReallocateDialog({ line, onClose }: { line: ReceivingLine; onClose: () => void }): ReactNode {
  // What the person saw when the dialog opened: a change by somebody else in between is reported, never overwritten.
  const [opened] = useState(line)
  const [typed, setTyped] = useState<Shares>({})
  const act = useAct('reallocate')
  const wrong = wrongShares(opened, typed)
  const left = leftOver(opened, typed)
  async function save(): Promise<void> {
    const parts = opened.demand
      .map((demand) => ({ demandId: demand.demandId, from: demand.allocated, to: shareOf(demand, typed) }))
      .filter(({ from, to }) => from !== to)
    const done = await act.run({ lineId: opened.lineId, parts })
    if (!done.ok) return
    toast.success('已调整分配')
    onClose()
  }
  const submission = useSubmission(wrong, save)
  return (
    <Modal
      open
      centered
      width={620}
      title="调整分配"
      okText="保存分配"
      cancelText="取消"
      confirmLoading={act.isPending}
      onOk={submission.submit}
      {...guardTyped(Object.keys(typed).length > 0)}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        <p>
          {opened.title} {opened.specText}：已收 {formatCount(opened.received)} 件货源。
        </p>
        {act.error ? <FailureNote failure={act.error} /> : null}
        <table className={styles.lines}>
          <thead>
            <tr>
              <th>{PURCHASE_DEMAND_FIELDS.orderName.label}</th>
              <th>{ORDER_FIELDS.state.label}</th>
              <th className="hq-num">需要</th>
              <th className="hq-num">已占用</th>
              <th className="hq-num">现在</th>
              <th>改为</th>
            </tr>
          </thead>
          <tbody>
            {opened.demand.map((demand) => (
              <tr key={demand.demandId}>
                <td>
                  {demand.orderName}
                  <small>{demand.storeName}</small>
                </td>
                <td>{demand.orderState === null ? '–' : ORDER_STATES[demand.orderState].label}</td>
                <td className="hq-num">{demand.quantity}</td>
                <td className="hq-num" title="已发出或正在发出的，不能拿走">
                  {demand.fixed}
                </td>
                <td className="hq-num">{demand.allocated}</td>
                <td>
                  <CountField
                    label={`${demand.orderName}（${demand.storeName}）分到`}
                    className={styles.count ?? ''}
                    least={demand.fixed}
                    most={demand.quantity}
                    value={shareOf(demand, typed)}
                    onChange={(share) => setTyped({ ...typed, [demand.demandId]: share ?? demand.fixed })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={left.pieces < 0 ? styles.ill : styles.says}>
          {left.pieces < 0
            ? wrong
            : `分完还剩 ${formatCount(left.pieces)} 件货源没有订单${left.isWhole ? '' : '（另有零头不足一件）'}。`}
        </p>
        {left.pieces < 0 ? null : submission.line}
      </div>
    </Modal>
  )
}
