import { PAYMENT_FIELDS } from '@huoqiao/contract/placement/placement.fields'
import type { PaymentView } from '@huoqiao/contract/placement/placement.schema'
import { PAY_WAYS } from '@huoqiao/contract/placement/placement.status'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Modal, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../../lib/client.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { yuan, yuanText } from '../../../lib/format.ts'
import { ofAny, useAllowed } from '../../../lib/permission.tsx'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from '../dialog.module.css'
import { payAtOnce } from './pay-at-once.tsx'
import type { Payable } from './payable-list.tsx'
import { AT_ONCE_SAYS, dueOf, PayableList } from './payable-list.tsx'
import type { ProposedWay } from './ways-to-pay.ts'
import { rememberedWay, waysToPay } from './ways-to-pay.ts'

const READING = '正在查要付多少'

/** Links of 1688's cashier for all unpaid orders of the chosen purchases, or the same orders paid at once without a password. */
export default function PayDialog({ rows, perform, onClose }: SlotProps['pay-purchases']): ReactNode {
  const [chosen, choose] = useState<ProposedWay>()
  const allowed = useAllowed()
  const request = useAct('requestPayLink')
  const answer = request.data
  const payable = useRead('queryPayable', { purchaseIds: rows.map(({ id }) => id) }, { staleTime: 0 })
  const ways = waysToPay(ofAny(rows, allowed, 'payByProtocol') === true)
  const remembered = rememberedWay(ways, payable.data?.payWay)
  const way = chosen ?? remembered ?? 'alipay'
  async function payNow(seen: Payable): Promise<void> {
    onClose()
    await payAtOnce({ rows, perform }, seen)
  }
  async function paid(): Promise<void> {
    onClose()
    await perform('刷新付款结果', rows, (purchaseIds) => call('refreshAlibabaOrders', { purchaseIds }))
  }
  return (
    <Modal
      open
      centered
      width={680}
      title={`付款：${rows.length} 张采购单`}
      onCancel={onClose}
      footer={
        answer && answer.payments.length > 0 ? (
          <>
            <Button onClick={onClose}>稍后再付</Button>
            <Button onClick={() => void paid()}>我已付款</Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            {way === 'protocol-alipay' ? (
              <CanButton
                type="primary"
                danger
                allowed={payable.data ? (payable.data.orders.length > 0 ? true : '没有可以付款的1688订单') : READING}
                onClick={() => payable.data && void payNow(payable.data)}
              >
                立即付款{payable.data ? ` ${yuanText(dueOf(payable.data))}` : ''}
              </CanButton>
            ) : (
              <CanButton
                type="primary"
                loading={request.isPending}
                // The proposed way arrives together with the due amounts: a click before that would use another way than the one shown.
                allowed={payable.isPending ? READING : true}
                onClick={() => void request.run({ purchaseIds: rows.map(({ id }) => id), way })}
              >
                获取付款链接
              </CanButton>
            )}
          </>
        )
      }
    >
      <div className={styles.body}>
        {request.error ? <FailureNote failure={request.error} /> : null}
        {answer ? (
          <Answer payments={answer.payments} outcome={answer.rows} rows={rows} />
        ) : (
          <>
            <div className={styles.ways}>
              <Radio.Group
                aria-label={PAYMENT_FIELDS.way.label}
                value={way}
                options={ways.map((one) => ({ value: one, label: PAY_WAYS[one] }))}
                onChange={(event) => choose(event.target.value as ProposedWay)}
              />
              {remembered !== undefined && way === remembered ? (
                <span className={styles.says}>上次就是这样付的</span>
              ) : null}
            </div>
            {payable.error ? (
              <FailureNote failure={payable.error} onRetry={() => void payable.refetch()} />
            ) : payable.data ? (
              <PayableList payable={payable.data} rows={rows} />
            ) : (
              <RowSkeletons count={Math.min(rows.length, 4)} />
            )}
            <p className={styles.says}>
              {way === 'protocol-alipay' ? AT_ONCE_SAYS : '付款在1688的收银台完成，这里不经手钱。'}
            </p>
          </>
        )}
      </div>
    </Modal>
  )
}

type AnswerProps = { payments: readonly PaymentView[]; outcome: BulkOutcome; rows: readonly PurchaseCard[] }

function Answer({ payments, outcome, rows }: AnswerProps): ReactNode {
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  const links = payments.filter(({ payUrl }) => payUrl !== null)
  return (
    <>
      {links.length > 1 ? (
        <span className={styles.says}>
          一个付款链接放不下这么多1688订单，分成了{links.length}个链接，请逐个打开付款。
        </span>
      ) : null}
      {links.map((payment, index) => (
        <PayLink
          key={payment.id}
          payment={payment}
          isFirst={index === 0}
          place={links.length > 1 ? `第${index + 1}个链接：` : ''}
        />
      ))}
      {links.length > 0 ? (
        <span className={styles.says}>在新窗口里付完，回来点“我已付款”，会到1688核对结果。</span>
      ) : null}
      {outcome.failed > 0 || links.length === 0 ? (
        <OutcomeList outcome={outcome} labelOf={(key) => numbers.get(key) ?? key} />
      ) : null}
    </>
  )
}

function PayLink({ payment, place, isFirst }: { payment: PaymentView; place: string; isFirst: boolean }): ReactNode {
  const url = payment.payUrl ?? ''
  return (
    <div className={styles.link}>
      <span>
        {place}
        {payment.orderIds.length} 个1688订单，共 <MoneyText strong amount={yuan(payment.totalMinor)} />
      </span>
      <span className={styles.says}>
        1688订单{' '}
        {payment.parts
          .map(({ orderId, stage }) => (stage === null ? orderId : `${orderId}（第${stage}阶段）`))
          .join('、')}
      </span>
      <div className={styles.head}>
        <Button type={isFirst ? 'primary' : 'default'} href={url} target="_blank" rel="noreferrer">
          打开收银台付款
        </Button>
        <Button onClick={() => void copyText(url)}>复制链接</Button>
      </div>
    </div>
  )
}
