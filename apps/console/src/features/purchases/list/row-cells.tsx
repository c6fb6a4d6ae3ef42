import { APPROVAL_KINDS } from '@huoqiao/contract/approvals/approvals.status'
import { alibabaOrderLink } from '@huoqiao/contract/placement/placement.status'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import {
  PURCHASE_ORIGINS,
  PURCHASE_PAYMENTS,
  PURCHASE_RECONCILIATIONS,
  PURCHASE_STATES,
} from '@huoqiao/contract/purchases/purchases.status'
import { SUPPLIER_RATINGS } from '@huoqiao/contract/purchases/suppliers.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatTime, yuan, yuanText } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { BoughtFor } from '../bought-for.tsx'
import { PAYMENT_HUES, RECONCILIATION_HUES, RATING_HUES } from '../purchase.words.ts'
import styles from './purchase-list.module.css'

type CellProps = { row: PurchaseCard }
type Opened = { onOpen: (purchaseId: string) => void }

export function NumberCell({ row, onOpen }: CellProps & Opened): ReactNode {
  return (
    <div className={styles.cell}>
      <button type="button" className={styles.number} onClick={() => onOpen(row.id)}>
        {row.number}
      </button>
      <small title={`创建于 ${formatTime(row.createdAt)}${row.createdBy ? `，${row.createdBy}` : ''}`}>
        <RelativeTime at={row.createdAt} />
      </small>
      <small>{row.origin === 'merge' ? `合并 ${row.memberCount} 张` : PURCHASE_ORIGINS[row.origin]}</small>
    </div>
  )
}

export function SupplierCell({ row }: CellProps): ReactNode {
  return (
    <div className={styles.cell}>
      <span className={`${styles.clip} ${styles.supplier}`} title={row.supplierName}>
        {row.supplierName}
      </span>
      {row.supplierRating === 'normal' ? null : (
        <StateTag bare hue={RATING_HUES[row.supplierRating]} label={SUPPLIER_RATINGS[row.supplierRating]} />
      )}
      <small className={styles.clip} title={`${row.accountName || '未选账号'} → ${row.addressName || '未选地址'}`}>
        {row.accountName || '未选账号'} → {row.addressName || '未选地址'}
      </small>
    </div>
  )
}

const SHOWN_GOODS = 2

export function GoodsCell({ row }: CellProps): ReactNode {
  return (
    <div className={styles.heads}>
      {row.heads.slice(0, SHOWN_GOODS).map((head, at) => (
        <div key={at} className={styles.head}>
          <Picture src={head.image} alt="" size={28} />
          <span className={styles.clip} title={`${head.title} ${head.specText}`}>
            {head.specText ? `${head.specText} · ` : ''}
            {head.title}
          </span>
          <span>×{head.quantity}</span>
        </div>
      ))}
      <small>
        共 {row.lineCount} 种 {formatCount(row.quantity)} 件
        {row.received > 0 ? `，已到 ${formatCount(row.received)} 件` : ''}
      </small>
    </div>
  )
}

export function OrdersCell({ row }: CellProps): ReactNode {
  return (
    <div className={styles.cell}>
      <BoughtFor orders={row.orders} count={row.orderCount} none="备货" />
    </div>
  )
}

/** The expected amount, and the amount from 1688, side by side once both are known. */
export function AmountCell({ row }: CellProps): ReactNode {
  const expected = row.goodsMinor + (row.freightMinor ?? 0)
  const more = row.actualMinor === null ? 0 : row.actualMinor - expected
  return (
    <div className={styles.right}>
      <MoneyText strong amount={yuan(row.actualMinor ?? expected)} />
      {row.actualMinor === null ? (
        <small>{row.freightMinor === null ? '运费未知' : `含运费 ${yuanText(row.freightMinor)}`}</small>
      ) : (
        <small className={more > 0 ? styles.more : undefined} title="预计 → 实际">
          预计 {yuanText(expected)}
          {more === 0 ? '' : more > 0 ? ' ↑' : ' ↓'}
        </small>
      )}
    </div>
  )
}

export function TagsCell({ row }: CellProps): ReactNode {
  return (
    <div className={styles.cell}>
      <StateTag bare hue={PAYMENT_HUES[row.payment]} label={PURCHASE_PAYMENTS[row.payment]} />
      <StateTag
        bare
        hue={RECONCILIATION_HUES[row.reconciliation]}
        label={PURCHASE_RECONCILIATIONS[row.reconciliation]}
        title="对账状态"
      />
      {row.received > 0 ? (
        <StateTag
          bare
          hue={row.received >= row.quantity ? 'done' : 'moving'}
          label={`到货 ${row.received}/${row.quantity}`}
        />
      ) : null}
    </div>
  )
}

export function StateCell({ row }: CellProps): ReactNode {
  return (
    <div className={styles.cell}>
      <TableStateTag table={PURCHASE_STATES} code={row.state} />
      {row.askedFor === null ? null : (
        <Link to="/purchase/approvals?state=asked">等待{APPROVAL_KINDS[row.askedFor].label}审批</Link>
      )}
    </div>
  )
}

/** The numbers at 1688, the reason of the state, and what a person should check. */
export function Reason({ row, onOpen }: CellProps & Opened): ReactNode {
  const { mergedInto } = row
  if (!row.reason && row.alibabaOrderIds.length === 0 && row.alarmQuantity === 0 && !mergedInto) return null
  return (
    <div className={styles.reason}>
      {row.alarmQuantity > 0 ? (
        <StateTag
          hue="failed"
          label={`截单提醒 ${formatCount(row.alarmQuantity)} 件`}
          title="订单取消、减少或由店铺自行发货了，点采购单号处理"
        />
      ) : null}
      {mergedInto ? (
        <Button type="link" size="small" onClick={() => onOpen(mergedInto.id)}>
          已合并到 {mergedInto.number}
        </Button>
      ) : null}
      {row.alibabaOrderIds.length > 0 ? (
        <span className={styles.links}>
          1688订单
          {row.alibabaOrderIds.map((id) => (
            <a
              key={id}
              className="hq-mono"
              href={alibabaOrderLink(id)}
              target="_blank"
              rel="noreferrer"
              title="在1688打开"
            >
              {id}
            </a>
          ))}
        </span>
      ) : null}
      {/* The reason of a merged purchase order would repeat the one that it was merged into. */}
      {row.reason && !mergedInto ? <span>{row.reason}</span> : null}
    </div>
  )
}
