import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import { APPROVAL_KINDS } from '@huoqiao/contract/approvals/approvals.status'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../lib/client.ts'
import type { SlotProps } from '../../lib/slots.tsx'
import { closeAfter, useOwnClose } from '../../ui/close-after.ts'
import { guardTyped } from '../../ui/guard-typed.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import styles from './approvals.module.css'
import { yuan } from './approvals.words.ts'

const amountOf = (row: PurchaseCard): number => row.actualMinor ?? row.goodsMinor + (row.freightMinor ?? 0)
const isMeant = (kind: ApprovalKind, { state }: PurchaseCard): boolean => APPROVAL_KINDS[kind].from.includes(state)

/** Requests an approval: the purchases, their sum and the reason, which are shown to people who may approve it. */
export default function RequestDialog({
  kind,
  rows,
  perform,
  isBusy,
  onClose,
}: SlotProps['request-approval']): ReactNode {
  const [reason, setReason] = useState('')
  const word = APPROVAL_KINDS[kind].label
  const meant = rows.filter((row) => isMeant(kind, row))
  const left = rows.length - meant.length
  const sum = meant.reduce((total, row) => total + amountOf(row), 0)
  const close = useOwnClose(onClose)
  const send = closeAfter(close, (purchaseIds: string[]) => call('requestApproval', { kind, purchaseIds, reason }))
  return (
    <Modal
      open
      centered
      title={`申请${word}：${meant.length} 张采购单`}
      okText="提交申请"
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: meant.length === 0 }}
      onOk={() => void perform(`申请${word}`, rows, send)}
      {...guardTyped(reason !== '')}
      onCancel={onClose}
    >
      <div className={styles.detail}>
        <span>
          共 <MoneyText strong amount={yuan(sum)} />
          {left > 0 ? `；另有 ${left} 张现在不能${word}，会在结果里说明` : ''}
        </span>
        <ul className={styles.asked}>
          {meant.map((row) => (
            <li key={row.id}>
              <span>
                {row.number} · {row.supplierName}
              </span>
              <MoneyText amount={yuan(amountOf(row))} />
            </li>
          ))}
        </ul>
        <Input.TextArea
          aria-label="理由"
          placeholder="理由（可不填），批准的人会看到"
          maxLength={200}
          showCount
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Modal>
  )
}
