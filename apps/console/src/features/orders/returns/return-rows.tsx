import type { ListedReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import { RETURN_ACT_STATES, RETURN_STEPS, returnReasonWord } from '@huoqiao/contract/orders/return.words'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { declineWord } from '../detail/return.words.ts'
import { ReturnActions } from '../detail/return-actions.tsx'
import { orderAddress } from '../order.addresses.ts'
import styles from './return-list.module.css'

type ReturnRowsProps = {
  rows: readonly ListedReturn[] | undefined
  selection: Selection<ListedReturn>
  empty: ReactNode
}

/** Returns as rows: order, returned pieces with the shopper's reasons, refunds, state, and what may be done. */
export function ReturnRows({ rows, selection, empty }: ReturnRowsProps): ReactNode {
  if (!rows) return <RowSkeletons count={8} />
  if (rows.length === 0) return empty
  return (
    <div className={styles.box}>
      <div className={styles.columns}>
        <Checkbox
          aria-label="选中本页全部退货"
          checked={selection.isAll}
          indeterminate={selection.isSome && !selection.isAll}
          onChange={selection.toggleAll}
        />
        <span>退货 / 店铺</span>
        <span>商品</span>
        <span>原因</span>
        <span>退款</span>
        <span>状态</span>
        <span />
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles.item} data-return={row.id} data-selected={selection.keys.has(row.id)}>
            <div className={styles.row}>
              <Checkbox
                aria-label={`选择 ${row.name}`}
                checked={selection.keys.has(row.id)}
                onClick={(event) => selection.toggle(row.id, event.shiftKey)}
              />
              <div className={styles.cell}>
                <Link to={orderAddress(row.orderId)} title={`订单 ${row.orderNumber}`}>
                  <b>{row.name}</b>
                </Link>
                <small className={styles.store}>{row.storeName}</small>
              </div>
              <Goods row={row} />
              <Reasons row={row} />
              <Refunds row={row} />
              <div className={styles.cell}>
                <TableStateTag table={ORDER_RETURN_STATES} code={row.state} />
                <small>
                  申请于 <RelativeTime at={row.requestedAt} />
                </small>
              </div>
              <div className={styles.actions}>
                <ReturnActions one={row} order={row} />
              </div>
            </div>
            <LastAct row={row} />
            {row.state === 'declined' && row.declined !== '' ? (
              <p className={styles.reported}>拒绝原因：{declineWord(row.declined)}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const SHOWN = 2

function Goods({ row: { lines } }: { row: ListedReturn }): ReactNode {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={styles.cell}>
      {lines.slice(0, SHOWN).map((line, at) => (
        <span key={`${line.lineId ?? ''} ${at}`} className={styles.good} title={`${line.title} ${line.sku}`}>
          <span className={styles.clip}>{line.title || '不在这张订单里的商品'}</span> ×{line.quantity}
        </span>
      ))}
      {lines.length > SHOWN ? (
        <small>
          等 {lines.length} 种 {formatCount(pieces)} 件
        </small>
      ) : null}
    </div>
  )
}

function Reasons({ row: { lines } }: { row: ListedReturn }): ReactNode {
  const notes = lines.map(({ note }) => note).filter((note) => note !== '')
  return (
    <div className={styles.cell}>
      <span>{[...new Set(lines.map(({ reason }) => returnReasonWord(reason)))].filter(Boolean).join('、')}</span>
      {notes.length === 0 ? null : (
        <small className={styles.clip} title={notes.join('\n')}>
          {notes.join('；')}
        </small>
      )}
    </div>
  )
}

function Refunds({ row: { refunds, currency } }: { row: ListedReturn }): ReactNode {
  return (
    <div className={styles.cell}>
      {refunds.length === 0 ? (
        <span className={styles.none}>还没有</span>
      ) : (
        <MoneyText amount={{ minor: refunds.reduce((sum, { totalMinor }) => sum + totalMinor, 0), currency }} />
      )}
    </div>
  )
}

/** The last step of a person on this return, unless it succeeded. */
function LastAct({ row: { acts } }: { row: ListedReturn }): ReactNode {
  const [last] = acts
  if (!last || last.state === 'done') return null
  return (
    <p className={styles.reported} data-ill={RETURN_ACT_STATES[last.state].hue === 'failed'}>
      {RETURN_STEPS[last.step]}：{RETURN_ACT_STATES[last.state].label}
      {last.message === '' ? '' : ` — ${last.message}`}
    </p>
  )
}
