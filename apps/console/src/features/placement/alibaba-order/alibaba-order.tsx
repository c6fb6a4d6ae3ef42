import { isClosed } from '@huoqiao/contract/placement/placement.status'
import type { AlibabaOrderView, AlibabaRefundView, OrderStageView } from '@huoqiao/contract/placement/placement.schema'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { formatTime, yuan, yuanText } from '../../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './alibaba-order.module.css'
import { closeWord, REFUND_STATES, refundWord } from './alibaba.words.ts'
import { OrderMoney } from './order-money.tsx'

const RefundDialog = lazy(() => import('./refund.dialog.tsx'))
const CancelOrderDialog = lazy(() => import('./cancel-order.dialog.tsx'))

/** The hue for 1688's status words of orders that ended or that wait for us. */
const hueOf = (status: string): Hue => {
  if (status === 'waitbuyerpay') return 'attention'
  if (isClosed(status)) return 'waiting'
  return status === 'success' ? 'done' : 'moving'
}

type AlibabaOrderProps = { order: AlibabaOrderView; purchase: Pick<PurchaseCard, 'id' | 'number'> }

/** One order at 1688: its state there, its items, its refunds, and its actions. */
export function AlibabaOrder({ order, purchase }: AlibabaOrderProps): ReactNode {
  const [open, setOpen] = useState<'cancel' | 'refund'>()
  const mayRefund = useMay('applyAlibabaRefund')
  const mayCancel = useMay('cancelAlibabaOrder')
  const canCancel = order.can['cancelAlibabaOrder'] === true
  const close = (): void => setOpen(undefined)
  const dates = [
    ['下单', order.createdAt],
    ['付款', order.paidAt],
    ['发货', order.sentAt],
    ['关闭', order.closedAt],
  ] as const
  return (
    <article className={styles.row} data-source="true" aria-label={`1688订单 ${order.orderId}`}>
      <div className={styles.rowHead}>
        <a className="hq-mono" href={order.url} target="_blank" rel="noreferrer" title="打开这个1688订单的页面">
          {order.orderId}
        </a>
        <StateTag hue={hueOf(order.status)} label={order.statusLabel} />
        <MoneyText strong amount={yuan(order.totalMinor)} />
        {order.refundStatus ? (
          <StateTag bare hue="attention" label={`退款：${refundWord(order.refundStatus)}`} />
        ) : null}
        {order.payBefore && order.paidAt === null && order.paidMinor === 0 && !isClosed(order.status) ? (
          <span className={styles.faint}>
            付款期限 <RelativeTime at={order.payBefore} ago />
          </span>
        ) : null}
        <span className={styles.buttons}>
          {canCancel || (order.paidAt === null && order.paidMinor === 0) ? (
            <CanButton
              size="small"
              allowed={mayCancel ? order.can['cancelAlibabaOrder'] : NO_RIGHT}
              onClick={() => setOpen('cancel')}
            >
              取消这个订单
            </CanButton>
          ) : (
            <CanButton
              size="small"
              allowed={mayRefund ? order.can['applyAlibabaRefund'] : NO_RIGHT}
              onClick={() => setOpen('refund')}
            >
              申请退款
            </CanButton>
          )}
        </span>
      </div>
      {order.duplicate ? <Duplicate order={order} /> : null}
      <span className={styles.faint}>
        {dates
          .filter(([, at]) => at !== null)
          .map(([label, at]) => `${label} ${formatTime(at)}`)
          .join(' · ')}
        {order.closeReason ? ` · ${closeWord(order.closeReason)}` : ''}
      </span>
      <OrderMoney order={order} />
      {order.stages.length > 0 ? <OrderStages order={order} /> : null}
      {order.refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} />
      ))}
      <Suspense fallback={null}>
        {open === 'refund' ? <RefundDialog order={order} onClose={close} /> : null}
        {open === 'cancel' ? <CancelOrderDialog order={order} purchase={purchase} onClose={close} /> : null}
      </Suspense>
    </article>
  )
}

/** Why it is a duplicate, and what to do about it. */
function Duplicate({ order }: { order: AlibabaOrderView }): ReactNode {
  if (isClosed(order.status)) return <span className={styles.faint}>这是多余的订单，已经关闭，不用再处理。</span>
  return (
    <section className={styles.alarm} aria-label="多余的订单">
      <h3>这个1688订单是多余的</h3>
      <span>
        1688上用同一个采购单号又生成了一个订单，货已经由另一个订单买了。它不计入采购单的金额和成本，也不会被付款。
        {order.paidAt === null
          ? '下一步：点“取消这个订单”；不处理的话，到付款期限1688会自动关闭。'
          : '下一步：它已经付了款，点“申请退款”把钱要回来；如果卖家已发货，收到后可以退货退款。'}
      </span>
    </section>
  )
}

function Refund({ refund }: { refund: AlibabaRefundView }): ReactNode {
  const state = REFUND_STATES[refund.state]
  return (
    <div className={styles.rowHead}>
      <b>退款申请</b>
      <StateTag hue={state.hue} label={state.label} />
      <MoneyText amount={yuan(refund.amountMinor)} />
      <span className={styles.faint}>
        {formatTime(refund.at)} {refund.by} · {refund.description}
        {refund.message ? ` · ${refund.message}` : ''} {state.says}
      </span>
    </div>
  )
}

const STATES: Readonly<Record<OrderStageView['state'], { label: string; hue: Hue }>> = {
  paid: { label: '已付', hue: 'done' },
  paying: { label: '付款中', hue: 'moving' },
  due: { label: '现在应付', hue: 'attention' },
  later: { label: '以后再付', hue: 'waiting' },
}

/** 分阶段付款 of a 1688 order: paid stages, the stage that is due, later stages; their sum is the total. */
function OrderStages({ order }: { order: AlibabaOrderView }): ReactNode {
  const { stages, paidMinor, dueMinor, laterMinor } = order
  return (
    <section className={styles.stages} aria-label="分阶段付款">
      <b>分阶段付款</b>
      <ol>
        {stages.map(({ state, amountMinor, paidAt }, index) => (
          // A stage is identified by its position in the order of payment.
          <li key={`stage-${index + 1}`} data-state={state}>
            <span>第{index + 1}阶段</span>
            <b>{amountMinor === null ? '1688没有说多少' : yuanText(amountMinor)}</b>
            <StateTag bare hue={STATES[state].hue} label={STATES[state].label} />
            {paidAt === null ? null : <small>{formatTime(paidAt)}</small>}
          </li>
        ))}
      </ol>
      <span className={styles.faint}>
        已付 {yuanText(paidMinor)} · 现在应付 {yuanText(dueMinor)} · 以后再付 {yuanText(laterMinor)}
      </span>
      {paidMinor > 0 && order.status === 'waitbuyerpay' ? (
        <span className={styles.faint}>
          要退已付的 {yuanText(paidMinor)}：还差一个阶段时1688不接受退款申请。
          <a href={order.url} target="_blank" rel="noreferrer">
            打开1688订单页
          </a>
          与卖家协商关闭，退回后这里自动更新；或付清以后在这里申请退款。
        </span>
      ) : null}
    </section>
  )
}
