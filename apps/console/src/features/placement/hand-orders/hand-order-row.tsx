import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import { ALIBABA_ORDER_STATES, alibabaOrderLink } from '@huoqiao/contract/placement/placement.status'
import type { AlibabaOrderState } from '@huoqiao/contract/placement/placement.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatTime, yuan } from '../../../lib/format.ts'
import { NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './hand-orders.module.css'
import { HAND_ORDER_KINDS, kindOf } from './hand-orders.rules.ts'
import type { HandOrderActs } from './use-hand-order-acts.ts'

type HandOrderRowProps = { order: HandOrder; accountId: string; acts: HandOrderActs; mayTake: boolean }

const statusWord = (status: string): string => ALIBABA_ORDER_STATES[status as AlibabaOrderState]?.label ?? status

/** One order at 1688 that no purchase knows, and the purchase that it was probably meant for. */
export function HandOrderRow({ order, accountId, acts, mayTake }: HandOrderRowProps): ReactNode {
  const { purchase, items } = order
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const taking = purchase === null ? '没有相像的采购单，请另填' : (order.obstacle ?? true)
  return (
    <li className={styles.order} data-hand-order={order.orderId}>
      <div className={styles.side}>
        <Picture src={items[0]?.image} alt="" size={40} />
        <div className={styles.words}>
          <a className="hq-mono" href={alibabaOrderLink(order.orderId, accountId)} target="_blank" rel="noreferrer">
            {order.orderId}
          </a>
          <small title={items.map(({ title, spec }) => `${title} ${spec}`).join('\n')}>
            {order.sellerName ?? '卖家未知'} · {items[0]?.title ?? ''}
            {items[0]?.spec ? ` ${items[0].spec}` : ''}
            {items.length > 1 ? ` 等 ${items.length} 种` : ''}
          </small>
          <small>
            {statusWord(order.status)} · {formatTime(order.orderedAt)}
          </small>
        </div>
        <div className={styles.sum}>
          <MoneyText strong amount={yuan(order.totalMinor)} />
          <small>{formatCount(pieces)} 件</small>
        </div>
      </div>
      <div className={styles.side}>
        {purchase === null ? (
          <p className={styles.none}>没有相像的采购单</p>
        ) : (
          <>
            <div className={styles.words}>
              <Link to={`/purchase/list?keyword=${purchase.number}`}>{purchase.number}</Link>
              <small>{purchase.supplierName}</small>
              <TableStateTag table={PURCHASE_STATES} code={purchase.state} />
            </div>
            <div className={styles.sum}>
              <MoneyText strong amount={yuan(purchase.totalMinor)} />
              <small>{formatCount(purchase.pieces)} 件</small>
            </div>
          </>
        )}
      </div>
      <div className={styles.why}>
        {purchase === null ? null : <StateTag {...HAND_ORDER_KINDS[kindOf(order)]} />}
        <small>{order.obstacle ?? order.reasons.join(' · ')}</small>
      </div>
      <div className={styles.steps}>
        <CanButton
          size="small"
          type="primary"
          allowed={mayTake ? taking : NO_RIGHT}
          onClick={() => void acts.take(order)}
        >
          接管 <kbd>A</kbd>
        </CanButton>
        <CanButton size="small" allowed={mayTake || NO_RIGHT} onClick={() => void acts.takeFor(order)}>
          另填 <kbd>P</kbd>
        </CanButton>
      </div>
    </li>
  )
}
