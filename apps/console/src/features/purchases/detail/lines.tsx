import { PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PurchaseDemand, PurchaseDetail, PurchaseLine } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { offerAddress, spareAddress } from '../purchase.addresses.ts'
import { OrderLink } from '../bought-for.tsx'
import { lacks } from '../purchase.words.ts'
import { formatCount, yuan, yuanText } from '../../../lib/format.ts'
import styles from './detail.module.css'

/** What is bought, and for which orders. */
export function PurchaseLines({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{PURCHASE_LINE_FIELDS.title.label}</th>
          <th style={{ width: 230 }}>{PURCHASE_LINE_FIELDS.demand.label}</th>
          <th className="hq-num" style={{ width: 74 }}>
            {PURCHASE_LINE_FIELDS.need.label}
          </th>
          <th className="hq-num" style={{ width: 92 }}>
            {PURCHASE_LINE_FIELDS.quantity.label}
          </th>
          <th className="hq-num" style={{ width: 92 }}>
            {PURCHASE_LINE_FIELDS.unitPriceMinor.label}
          </th>
          <th className="hq-num" style={{ width: 92 }}>
            {PURCHASE_LINE_FIELDS.actualUnitPriceMinor.label}
          </th>
          <th className="hq-num" style={{ width: 84 }}>
            {PURCHASE_LINE_FIELDS.received.label}
          </th>
        </tr>
      </thead>
      <tbody>
        {purchase.lines.map((line) => (
          <Row key={line.id} line={line} number={purchase.number} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ line, number }: { line: PurchaseLine; number: string }): ReactNode {
  const { unitPriceMinor: unit, actualUnitPriceMinor: actual, formerPriceMinor: former } = line
  return (
    <tr>
      <td>
        <LineGoods line={line} />
      </td>
      <td>
        <Demand demand={line.demand} />
      </td>
      <td className="hq-num">{line.need}</td>
      <td className="hq-num">
        <b>{line.quantity}</b>
        {line.batchNumber > 1 ? <small>每包 {line.batchNumber} 件</small> : null}
        {line.shortReason ? <small title={line.shortReason}>少买：{line.shortReason}</small> : null}
        {lacks(line.sourceStock, line.quantity) ? (
          <small style={{ color: 'var(--hq-failed)' }}>货源有 {line.sourceStock}</small>
        ) : null}
        {line.stockQuantity > 0 ? <small>留作库存 {line.stockQuantity}</small> : null}
        <Spare line={line} number={number} />
      </td>
      <td className="hq-num">
        <MoneyText amount={yuan(unit)} />
        {former !== null && unit !== null && former !== unit ? <small>原 {yuanText(former)}</small> : null}
      </td>
      <td className="hq-num">
        {actual === null ? null : (
          <span className={unit !== null && actual > unit ? styles.ill : undefined}>
            <MoneyText amount={yuan(actual)} />
          </span>
        )}
      </td>
      <td className="hq-num">
        {line.received}/{line.quantity}
      </td>
    </tr>
  )
}

/** 多买: the spare pieces, and how many later orders took; these orders are listed in the column beside. */
function Spare({ line, number }: { line: PurchaseLine; number: string }): ReactNode {
  const { spare, spareUsed, spareGone } = line
  if (spare + spareUsed + spareGone === 0) return null
  return (
    <>
      <small>
        <Link to={spareAddress(number)}>多买 {spare + spareUsed + spareGone} 件</Link>
      </small>
      {spareUsed > 0 ? <small>已用 {spareUsed} 件</small> : null}
      {spareGone > 0 ? <small>减少 {spareGone} 件</small> : null}
      <small>还余 {spare} 件</small>
      {line.place === '' ? null : <small>库位 {line.place}</small>}
    </>
  )
}

export function LineGoods({ line }: { line: PurchaseLine }): ReactNode {
  return (
    <span className={styles.goods}>
      <Picture src={line.image} alt="" size={36} />
      <span className={styles.clip}>
        <Link to={offerAddress(line.offerId)} title={line.title}>
          {line.title}
        </Link>
        <small title={line.specText}>{line.specText || '默认规格'}</small>
      </span>
    </span>
  )
}

/** The demand of each order, with the merged member that holds it and what the order no longer needs. */
function Demand({ demand }: { demand: readonly PurchaseDemand[] }): ReactNode {
  if (demand.length === 0) return <span className={styles.faint}>手工备货</span>
  return (
    <span className={styles.who}>
      {demand.map((one) => (
        <span key={one.id} className={one.releasedAt === null ? undefined : styles.released}>
          <OrderLink order={one} /> ×{one.saleQuantity}
          {one.isCover ? <span className={styles.faint}> 用余货</span> : null}
          {one.ratio.source === one.ratio.sale ? '' : `（${one.ratio.sale} 件 = 货源 ${one.ratio.source} 件）`}
          {one.alarmSaleQuantity > 0 ? (
            <span className={styles.ill}>
              {' '}
              不再要 {formatCount(one.alarmSaleQuantity)} 件：{one.alarmWhy}
            </span>
          ) : null}
        </span>
      ))}
    </span>
  )
}
