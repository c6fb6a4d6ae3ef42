import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useAllowed } from '../../../lib/permission.tsx'
import { BoughtFor } from '../bought-for.tsx'
import { formatCount, yuan } from '../../../lib/format.ts'
import styles from './detail.module.css'

type MembersProps = { purchase: PurchaseDetail; onOpen: (purchaseId: string) => void }

/** The members of a merged purchase order, and a button to split it (decision 0007). */
export function Members({ purchase, onOpen }: MembersProps): ReactNode {
  const split = useAct('splitMerged')
  const allowed = useAllowed()
  const { mergedInto, members } = purchase
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `把 ${purchase.number} 拆回 ${members.length} 张？`,
      content: '原来的采购单按合并前的样子回到待审核，这张合并单不再存在。',
      okText: '拆回',
    })
    if (!isSure) return
    const done = await split.run({ purchaseId: purchase.id, version: purchase.version })
    if (!done.ok) return
    toast.success(`已拆回 ${done.data.members.map(({ number }) => number).join('、')}`)
    const [first] = done.data.members
    if (first) onOpen(first.id)
  }
  return (
    <section className={styles.section} aria-label="合并">
      <header>
        <h3>{mergedInto ? '已合并' : `由 ${members.length} 张合并而成`}</h3>
        {mergedInto ? (
          <Button onClick={() => onOpen(mergedInto.id)}>看合并单 {mergedInto.number}</Button>
        ) : (
          <CanButton
            allowed={allowed(purchase, 'splitMerged')}
            loading={split.isPending}
            title="下单之前都可以拆回"
            onClick={() => void ask()}
          >
            拆回
          </CanButton>
        )}
      </header>
      {members.map((member) => (
        <div key={member.id} className={styles.rowHead}>
          <Button type="link" size="small" onClick={() => onOpen(member.id)}>
            {member.number}
          </Button>
          <span>{formatCount(member.quantity)} 件</span>
          <BoughtFor orders={member.orders} count={member.orderCount} none="备货" />
          <span>
            <MoneyText amount={yuan(member.goodsMinor)} />
          </span>
        </div>
      ))}
    </section>
  )
}
