import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { alarmAdvice } from '@huoqiao/contract/purchases/purchases.status'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { orderText } from '../bought-for.tsx'
import { useAllowed } from '../../../lib/permission.tsx'
import styles from './detail.module.css'

/** 截单提醒: pieces whose orders no longer need them; either fewer are bought, or they stay as stock. */
export function Alarms({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  const open = purchase.lines.flatMap((line) =>
    line.demand.filter((one) => one.alarmSaleQuantity > 0).map((one) => ({ ...one, title: line.title })),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const resolve = useAct('settlePurchaseAlarm')
  const allowed = useAllowed()(purchase, 'settlePurchaseAlarm')
  const chosen = open.filter((one) => !left.has(one.id))
  const may = chosen.length === 0 ? '没有勾选' : allowed
  async function act(action: 'reduce' | 'keep'): Promise<void> {
    const { id: purchaseId, version } = purchase
    const done = await resolve.run({ purchaseId, version, demandIds: chosen.map(({ id }) => id), action })
    if (done.ok) toast.success(action === 'reduce' ? '已减少采购数量' : '已留作库存')
  }
  return (
    <section className={styles.alarm} aria-label="截单提醒">
      <h3>截单提醒：{formatCount(purchase.alarmQuantity)} 件已没有订单要</h3>
      <p className={styles.faint}>{alarmAdvice(purchase)}</p>
      {open.map((one) => (
        <Checkbox
          key={one.id}
          checked={!left.has(one.id)}
          onChange={(event) => {
            const next = new Set(left)
            if (event.target.checked) next.delete(one.id)
            else next.add(one.id)
            setLeft(next)
          }}
        >
          {orderText(one)} · {one.title}：不再要 {formatCount(one.alarmSaleQuantity)} 件（{one.alarmWhy}）
        </Checkbox>
      ))}
      {resolve.error ? <FailureNote failure={resolve.error} /> : null}
      <div className={styles.buttons}>
        <CanButton
          type="primary"
          allowed={
            may === true || may === undefined
              ? purchase.state === 'reviewing'
                ? true
                : '已经审核，不能再减少；先退回待审核，或留作库存'
              : may
          }
          loading={resolve.isPending}
          onClick={() => void act('reduce')}
        >
          减少采购
        </CanButton>
        <CanButton allowed={may} loading={resolve.isPending} onClick={() => void act('keep')}>
          留作库存
        </CanButton>
        <span className={styles.faint}>减少：订单不要的不买了。留作库存：照买，多的入库备用。</span>
      </div>
    </section>
  )
}
