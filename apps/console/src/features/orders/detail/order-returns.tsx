import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import { RETURN_ACT_STATES, RETURN_STEPS, returnReasonWord } from '@huoqiao/contract/orders/return.words'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import type { SlotReturn } from '../../../lib/slots.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './order-returns.module.css'
import { ReturnActions } from './return-actions.tsx'
import { ReturnPhotos, useSaveReturnPhotos } from './return-photos.tsx'
import { declineWord, NO_REFUND } from './return.words.ts'

/** The returns of an order as its shop reports them, and what a person may do with them. */
export function OrderReturns({ order }: { order: OrderDetail }): ReactNode {
  const { data, error, refetch } = useRead('getOrderReturns', { orderId: order.id })
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={2} />
  if (data.hidden)
    return (
      <p className={styles.hidden}>
        店铺说这张订单有退货，但没有给应用读取退货的权限（read_returns）。在店铺后台给应用加上这个权限，再从店铺刷新。
      </p>
    )
  return (
    <ul className={styles.returns}>
      {data.returns.map((one) => (
        <One key={one.id} one={one} currency={data.currency} order={order} />
      ))}
    </ul>
  )
}

type OneProps = { one: OrderReturn; currency: string; order: OrderDetail }

function One({ one, currency, order }: OneProps): ReactNode {
  const photos = useSaveReturnPhotos(one)
  const mayRefund = useMay('refundReturn')
  return (
    <li aria-label={`退货 ${one.name}`}>
      <div className={styles.head}>
        <b>{one.name}</b>
        <TableStateTag table={ORDER_RETURN_STATES} code={one.state} />
        <ReturnActions one={one} order={order} />
        <time>{formatTime(one.requestedAt)}</time>
      </div>
      {one.state === 'open' && !mayRefund ? <p className={styles.faint}>{NO_REFUND}</p> : null}
      {one.lines.map((line, at) => (
        <p key={`${line.lineId ?? ''} ${at}`}>
          <span>
            {line.title || '不在这张订单里的商品'} × {line.quantity}
          </span>
          {line.sku === '' ? null : <span className="hq-mono">{line.sku}</span>}
          <span className={styles.faint}>
            {[
              returnReasonWord(line.reason),
              line.note,
              line.processed > 0 ? `已收 ${line.processed} 件` : '',
              line.refunded > 0 ? `已退款 ${line.refunded} 件` : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </p>
      ))}
      {one.exchanges.map((line, at) => (
        <p key={`${line.sku} ${at}`}>
          <span>
            换成 {line.title || '未知的商品'} × {line.quantity}
          </span>
          <span className={styles.faint}>{line.processed >= line.quantity ? '已加到订单' : '收到退货后加到订单'}</span>
        </p>
      ))}
      {one.refunds.map((refund, at) => (
        <p key={`${refund.at} ${at}`}>
          <span>
            退款 <MoneyText amount={{ minor: refund.totalMinor, currency }} />
            {refund.presentment === null || refund.presentment.currency === currency ? null : (
              <>
                （客户收到 <MoneyText amount={refund.presentment} />）
              </>
            )}
          </span>
          <time>{formatTime(refund.at)}</time>
        </p>
      ))}
      {one.state === 'declined' && one.declined !== '' ? (
        <p className={styles.faint}>拒绝原因：{declineWord(one.declined)}</p>
      ) : null}
      {one.closedAt === null ? null : <p className={styles.faint}>{formatTime(one.closedAt)} 完成</p>}
      {one.acts.map((act) => (
        <p key={act.id}>
          <span>{RETURN_STEPS[act.step]}</span>
          <TableStateTag table={RETURN_ACT_STATES} code={act.state} />
          <span className={styles.faint}>
            {act.by} · {act.message}
          </span>
          <time>{formatTime(act.at)}</time>
        </p>
      ))}
      <ReturnPhotos one={one} {...photos} />
      {one.state === 'requested' || one.state === 'open' || one.state === 'closed' ? (
        <Slot name="returned-purchases" orderId={order.id} returned={goodsOf({ ...one, photos: [...photos.photos] })} />
      ) : null}
    </li>
  )
}

/** The returned pieces, with the shopper's reason in words. */
const goodsOf = ({ name, lines, photos }: OrderReturn): SlotReturn => ({
  name,
  photos,
  lines: lines.map(({ lineId, quantity, reason, note }) => ({
    lineId,
    quantity,
    reason: [returnReasonWord(reason), note].filter((part) => part !== '').join('，'),
  })),
})
