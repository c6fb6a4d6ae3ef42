import type { PlacementDetail, PaymentView } from '@huoqiao/contract/placement/placement.schema'
import { PLACEMENT_STATES, PAY_WAYS, PAYMENT_STATES } from '@huoqiao/contract/placement/placement.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatTime, yuan, yuanText } from '../../../lib/format.ts'
import { NO_RIGHT, useAllowed, useMay } from '../../../lib/permission.tsx'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { FailureNote, RawExchange } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag, StateTag } from '../../../ui/state-tag.tsx'
import styles from './alibaba-order.module.css'
import { AlibabaOrder } from './alibaba-order.tsx'
import { ATTEMPT_SAYS } from './alibaba.words.ts'

/** All data from 1688 about this purchase order: attempts, orders, payments. */
export default function PlacementPanel({ purchase, actions }: SlotProps['purchase-placement']): ReactNode {
  const isAllowed = useMay('getPlacement')
  const allowed = useAllowed()
  const { data, error, refetch } = useRead(
    'getPlacement',
    { purchaseId: purchase.id },
    { enabled: isAllowed, refetchInterval: purchase.state === 'placing' ? 2_000 : false },
  )
  if (!isAllowed) return <span className={styles.faint}>{NO_RIGHT}</span>
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={3} />
  const isNothing = data.attempts.length + data.orders.length === 0
  return (
    <div className={styles.rows}>
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data.priceCheck && purchase.state === 'price-check' ? (
        <section className={styles.alarm} aria-label="价格闸门">
          <h3>
            价格闸门：预计 {yuanText(data.priceCheck.expected.totalMinor)}，1688现在是{' '}
            {yuanText(data.priceCheck.now.totalMinor)}
            ，超过允许的 {yuanText(data.priceCheck.toleranceMinor)}
          </h3>
          <div className={styles.buttons}>
            <CanButton
              type="primary"
              allowed={allowed(purchase, 'acceptAlibabaPrice')}
              onClick={() => actions.accept([purchase])}
            >
              对比并接受
            </CanButton>
            <CanButton
              allowed={allowed(purchase, 'backToPendingReviewStatus')}
              onClick={() => actions.sendBack([purchase])}
            >
              退回待审核
            </CanButton>
          </div>
        </section>
      ) : null}
      {isNothing ? <span className={styles.faint}>还没有向1688下过单。</span> : null}
      {data.orders.map((order) => (
        <AlibabaOrder key={order.id} order={order} purchase={purchase} />
      ))}
      {data.payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} purchaseId={purchase.id} />
      ))}
      {data.attempts.map((attempt, index) => (
        <Attempt key={attempt.id} attempt={attempt}>
          {index === 0 && purchase.state === 'place-failed' ? (
            <CanButton
              size="small"
              allowed={allowed(purchase, 'createAlibabaOrder')}
              onClick={() => actions.place([purchase])}
            >
              重新下单
            </CanButton>
          ) : null}
          {attempt.state === 'unknown' || attempt.state === 'sent' ? (
            <CanButton allowed={allowed(purchase, 'settleAlibabaOrder')} onClick={() => actions.resolve([purchase])}>
              立即核对
            </CanButton>
          ) : null}
        </Attempt>
      ))}
    </div>
  )
}

type AttemptProps = { attempt: PlacementDetail['attempts'][number]; children: ReactNode }

/** One attempt to place it, its outcome, and the raw exchange one click away (beyond, items 2 and 10). */
function Attempt({ attempt, children }: AttemptProps): ReactNode {
  const [isRaw, showRaw] = useState(false)
  return (
    <article className={styles.row}>
      <div className={styles.rowHead}>
        <b>下单</b>
        <TableStateTag table={PLACEMENT_STATES} code={attempt.state} />
        <span className={styles.faint}>
          {formatTime(attempt.at)} {attempt.by} · {attempt.accountName} · 我们的单号{' '}
          <CopyId value={attempt.outOrderId} chars={40} />
        </span>
        <span className={styles.buttons}>
          {children}
          {attempt.exchange ? (
            <Button size="small" type="text" aria-expanded={isRaw} onClick={() => showRaw(!isRaw)}>
              {isRaw ? '收起原始报文' : '查看原始报文'}
            </Button>
          ) : null}
        </span>
      </div>
      <span>
        {ATTEMPT_SAYS[attempt.state]}
        {attempt.message && attempt.state !== 'placed' ? ` ${attempt.message}` : ''}
      </span>
      {attempt.advice ? <span className={styles.faint}>建议：{attempt.advice}</span> : null}
      {attempt.looks > 0 ? (
        <span className={styles.faint}>
          已核对 {attempt.looks} 次
          {attempt.nextLookAt === null ? (
            ''
          ) : (
            <>
              ，下一次：
              <RelativeTime at={attempt.nextLookAt} ago />
            </>
          )}
        </span>
      ) : null}
      {isRaw && attempt.exchange ? (
        <RawExchange
          exchange={{
            request: attempt.exchange.request,
            response: attempt.exchange.response,
            ...(attempt.exchange.status === undefined ? {} : { status: attempt.exchange.status }),
          }}
        />
      ) : null}
    </article>
  )
}

/** One payment, requested or made, with the part for this purchase; several purchases may share one link. */
function PaymentRow({ payment, purchaseId }: { payment: PaymentView; purchaseId: string }): ReactNode {
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
