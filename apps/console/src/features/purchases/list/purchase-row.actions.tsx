import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { receiveAddress } from '../purchase.addresses.ts'
import type { PurchaseStep, RowActions } from '../purchase-steps.ts'
import { menuItemOf, STEPS, useOffers } from '../purchase-steps.ts'
import styles from './purchase-list.module.css'

/** The usual next action for a purchase order in this state. */
const NEXT: Partial<Record<PurchaseState, PurchaseStep>> = {
  reviewing: 'completeReviewOrder',
  'to-place': 'createAlibabaOrder',
  'price-check': 'acceptAlibabaPrice',
  unknown: 'settleAlibabaOrder',
  'place-failed': 'createAlibabaOrder',
  'to-pay': 'requestPayLink',
  'to-send': 'refreshAlibabaOrders',
  cancelled: 'copyPurchaseOrder',
}

type PurchaseRowActionsProps = { row: PurchaseCard; actions: RowActions }

/** The next action as a button, the others in a menu, disabled with the server's reason. */
export function PurchaseRowActions({ row, actions }: PurchaseRowActionsProps): ReactNode {
  const { offer, asks } = useOffers(actions)
  const navigate = useNavigate()
  const mayReceive = useMay('receiveGoods')
  const record = STEPS.find(({ step }) => step === NEXT[row.state])
  const next = record && offer(record, [row])
  const isOnTheWay = row.state === 'to-receive' || row.state === 'part-received'
  return (
    <div className={styles.actions}>
      {next ? (
        <CanButton
          allowed={next.allowed}
          title={next.says}
          aria-label={`${next.label} ${row.number}`}
          onClick={next.run}
        >
          {next.label}
        </CanButton>
      ) : isOnTheWay ? (
        <CanButton
          allowed={mayReceive ? true : NO_RIGHT}
          title="到收货台点收"
          aria-label={`收货 ${row.number}`}
          onClick={() => void navigate(receiveAddress(row.number))}
        >
          收货
        </CanButton>
      ) : null}
      <RowMenu
        label={`${row.number} 的更多操作`}
        items={() => [
          { key: 'open', label: '查看详情', onClick: () => actions.open(row.id) },
          { type: 'divider' },
          ...STEPS.filter((one) => one !== record).map((one) => menuItemOf(offer(one, [row]))),
          ...asks([row]).map(menuItemOf),
        ]}
      />
    </div>
  )
}
