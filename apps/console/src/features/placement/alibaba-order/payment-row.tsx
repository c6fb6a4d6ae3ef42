import type { PaymentView } from '@huoqiao/contract/placement/placement.schema'
import { PAY_WAYS, PAYMENT_STATES } from '@huoqiao/contract/placement/placement.status'
import type { ReactNode } from 'react'
import { formatTime, yuan, yuanText } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './alibaba-order.module.css'

/** One payment, asked for or made, as far as it is for this purchase; several may hang on one link. */
export function PaymentRow({ payment, purchaseId }: { payment: PaymentView; purchaseId: string }): ReactNode {
  const state = PAYMENT_STATES[payment.state]
  const own = payment.parts.filter((part) => part.purchaseId === purchaseId)
  const others = payment.parts.length - own.length
  return (
    <article className={styles.row}>
      <div className={styles.rowHead}>
        <b>付款</b>
        <StateTag hue={state.hue} label={state.label} />
        <MoneyText strong amount={yuan(own.reduce((sum, { amountMinor }) => sum + amountMinor, 0))} />
        <span className={styles.faint}>
          {PAY_WAYS[payment.way] ?? payment.way} · {formatTime(payment.at)} {payment.by} · 1688订单{' '}
          {own.map(({ orderId, stage }) => (stage === null ? orderId : `${orderId}（第${stage}阶段）`)).join('、')}
          {others > 0 ? `，与另外 ${others} 个1688订单同一笔，共 ${yuanText(payment.totalMinor)}` : ''}
        </span>
        <span>
          {payment.payUrl && payment.state === 'requested' ? (
            <a href={payment.payUrl} target="_blank" rel="noreferrer">
              打开付款链接
            </a>
          ) : null}
        </span>
      </div>
      {payment.message ? <span className={styles.faint}>{payment.message}</span> : null}
    </article>
  )
}
