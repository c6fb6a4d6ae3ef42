import type { Shippable } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SlotProps } from '../../../lib/slots.tsx'
import { usePreference } from '../../../lib/preferences.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { CarrierField } from './carrier-field.tsx'
import type { ShipDraft } from './ship-draft.ts'
import { isMeant, requestOf, wrongShip } from './ship-draft.ts'
import { ShipOrder } from './ship-order.tsx'
import styles from './ship.module.css'
import { templateOf } from './tracking-url.ts'

export type Notify = 'setting' | 'yes' | 'no'
const NOTIFY: readonly { value: Notify; label: string }[] = [
  { value: 'setting', label: '通知客户：按设置' },
  { value: 'yes', label: '通知客户' },
  { value: 'no', label: '不通知客户' },
]

/** 发货: for each chosen order what is sent, by which courier, under which number. Orders without a number wait. */
export default function ShipDialog({ orderIds, onClose }: SlotProps['ship-orders']): ReactNode {
  const read = useRead('getShippable', { orderIds: [...orderIds] }, { staleTime: 0, keepPrevious: false })
  const { data: carriers } = useRead('getShipCarriers', {}, { staleTime: 60_000 })
  const ship = useAct('shipOrders')
  const [carrier, setCarrier] = usePreference('ship:carrier', '')
  const [notify, setNotify] = useState<Notify>('setting')
  const [draft, setDraft] = useState<ShipDraft>({})
  // What was open when the dialog was opened; the answer to sending must not change the form while the person reads it.
  const [sent, setSent] = useState<{ outcome: BulkOutcome; orders: readonly Shippable[] }>()
  const asksUrl = (chosen: string): boolean => carriers === undefined || templateOf(carriers, chosen) !== null
  const reasonOf = (order: Shippable): string | undefined => wrongShip(order, draft[order.orderId], carrier, asksUrl)
  const orders = read.data ?? []
  const meant = orders.filter((order) => isMeant(order, draft))
  const wrong = meant.find((order) => reasonOf(order) !== undefined)
  async function send(): Promise<void> {
    const shared = { carrier, notifyCustomer: notify === 'setting' ? undefined : notify === 'yes', asksUrl }
    const done = await ship.run({ items: meant.map((order) => requestOf(order, draft[order.orderId], shared)) })
    if (done.ok) setSent({ outcome: done.data, orders: meant })
  }
  const label = meant.length === 0 ? '请填写运单号' : wrong ? `${wrong.orderName}：${reasonOf(wrong) ?? ''}` : undefined
  const { submit, line } = useSubmission(label, send)
  return (
    <Modal
      open
      centered
      width={860}
      title={sent ? '发货结果' : `发货：${orderIds.length} 张订单`}
      onCancel={onClose}
      {...guardTyped(sent === undefined && meant.length > 0)}
      footer={
        sent ? (
          <>
            <Link to="/order/ship" onClick={onClose}>
              看发货回传
            </Link>{' '}
            <Button type="primary" onClick={onClose}>
              知道了
            </Button>
          </>
        ) : (
          <>
            {line ?? <span className={styles.says}>{label ?? ''}</span>} <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={ship.isPending} onClick={submit}>
              发货 {meant.length > 0 ? `${meant.length} 张` : ''}
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <OutcomeList
          outcome={sent.outcome}
          labelOf={(key) => sent.orders.find(({ orderId }) => orderId === key)?.orderName ?? key}
        />
      ) : (
        <div className={styles.body}>
          {ship.error ? <FailureNote failure={ship.error} /> : null}
          {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
          <div className={styles.shared}>
            <span className={styles.grow}>
              <CarrierField label="统一承运商" value={carrier} onChange={setCarrier} />
            </span>
            <Select
              aria-label="是否通知客户"
              style={{ width: 170 }}
              value={notify}
              options={[...NOTIFY]}
              onChange={setNotify}
            />
          </div>
          {read.data ? (
            <div className={styles.orders}>
              {orders.map((order) => (
                <ShipOrder
                  key={order.orderId}
                  order={order}
                  typed={draft[order.orderId]}
                  carrier={carrier}
                  isOnly={orders.length === 1}
                  onType={(typed) =>
                    setDraft((now) => ({ ...now, [order.orderId]: { ...now[order.orderId], ...typed } }))
                  }
                />
              ))}
            </div>
          ) : read.error ? null : (
            <RowSkeletons count={Math.min(orderIds.length, 5)} />
          )}
        </div>
      )}
    </Modal>
  )
}
