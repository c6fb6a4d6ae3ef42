import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMay, NO_RIGHT, useAllowed } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { receiveAddress } from '../purchase.addresses.ts'
import type { PurchaseStep, RowActions } from '../purchase-steps.ts'
import { stepLabel, STEPS } from '../purchase-steps.ts'
import styles from './purchase-list.module.css'

/** What a person does next with a purchase order that stands here. */
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

/** The next step as a button, everything else behind a menu, greyed out with the server's reason. */
export function PurchaseRowActions({ row, actions }: PurchaseRowActionsProps): ReactNode {
  const allowed = useAllowed()
  const navigate = useNavigate()
  const mayReceive = useMay('receiveGoods')
  const next = STEPS.find(({ step }) => step === NEXT[row.state])
  const isOnTheWay = row.state === 'to-receive' || row.state === 'part-received'
  return (
    <div className={styles.actions}>
      {next ? (
        <CanButton
          allowed={allowed(row, next.step)}
          title={next.says}
          aria-label={`${stepLabel(next, row)} ${row.number}`}
          onClick={() => actions[next.run]([row])}
        >
          {stepLabel(next, row)}
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
          ...STEPS.filter(({ step }) => step !== next?.step).map((one) => {
            const { step, run, danger = false } = one
            const reason = allowed(row, step)
            return {
              key: step,
              label: stepLabel(one, row),
              danger,
              disabled: typeof reason === 'string',
              ...(typeof reason === 'string' ? { title: reason } : {}),
              onClick: () => actions[run]([row]),
            }
          }),
        ]}
      />
    </div>
  )
}
