import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './order-returns.module.css'

/** The default return reasons of every shop, by their handles; a shop's own reasons are shown unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  unknown: '未说明原因',
  color: '颜色不对',
  defective: '有瑕疵',
  'not-as-described': '与描述不符',
  other: '其他原因',
  'size-too-large': '尺码偏大',
  'size-too-small': '尺码偏小',
  style: '不喜欢款式',
  unwanted: '不想要了',
  'wrong-item': '发错货',
}
const reasonWord = (handle: string): string => (handle === '' ? '' : (REASONS[handle] ?? handle))

/** ReturnDeclineReason, which comes before the text of the staff. */
const DECLINES: Readonly<Record<string, string>> = {
  FINAL_SALE: '不退换商品',
  RETURN_PERIOD_ENDED: '已过退货期限',
  OTHER: '其他原因',
}
function declineWord(text: string): string {
  const [word = '', ...rest] = text.split('：')
  return [DECLINES[word] ?? word, ...rest].join('：')
}

/** The returns of an order as its shop reports them; they are answered in the shop. */
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
        <One key={one.id} one={one} currency={data.currency} adminUrl={order.adminUrl} />
      ))}
    </ul>
  )
}

type OneProps = { one: OrderReturn; currency: string; adminUrl: string }

function One({ one, currency, adminUrl }: OneProps): ReactNode {
  return (
    <li aria-label={`退货 ${one.name}`}>
      <div className={styles.head}>
        <b>{one.name}</b>
        <TableStateTag table={ORDER_RETURN_STATES} code={one.state} />
        {one.state === 'requested' ? (
          <a href={adminUrl} target="_blank" rel="noreferrer">
            到店铺后台同意或拒绝
          </a>
        ) : null}
        <time>{formatTime(one.requestedAt)}</time>
      </div>
      {one.lines.map((line, at) => (
        <p key={`${line.lineId ?? ''} ${at}`}>
          <span>
            {line.title || '不在这张订单里的商品'} × {line.quantity}
          </span>
          {line.sku === '' ? null : <span className="hq-mono">{line.sku}</span>}
          <span className={styles.faint}>
            {[
              reasonWord(line.reason),
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
    </li>
  )
}
