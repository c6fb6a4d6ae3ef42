import type { PaymentView } from '@huoqiao/contract/placement/placement.schema'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { yuan } from '../purchase.words.ts'
import { PAYMENT_STATES, PAYMENT_WAYS } from '../payment.words.ts'
import styles from './detail.module.css'

/** One payment, asked for or made. */
export function PaymentRow({ payment }: { payment: PaymentView }): ReactNode {
  const state = PAYMENT_STATES[payment.state]
  return (
    <article className={styles.row}>
      <div className={styles.rowHead}>
        <b>付款</b>
        <StateTag hue={state.hue} label={state.label} />
        <MoneyText strong amount={yuan(payment.totalMinor)} />
        <span className={styles.faint}>
          {PAYMENT_WAYS[payment.way] ?? payment.way} · {formatTime(payment.at)} {payment.by} · 1688订单{' '}
          {payment.parts
            .map(({ orderId, stage }) => (stage === null ? orderId : `${orderId}（第${stage}阶段）`))
            .join('、')}
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
