import type { Parcel } from '@huoqiao/contract/deliveries/deliveries.schema'
import { PARCEL_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatTime } from '../../../lib/format.ts'
import { CopyId } from '../../../ui/copy-id.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { alibabaOrderUrl, purchaseAddress, receiveAddress } from '../deliveries.words.ts'
import styles from './parcels.module.css'

type ParcelRowsProps = {
  rows: readonly Parcel[] | undefined
  selection: Selection<Parcel>
  onOpen: (parcelId: string) => void
  empty: ReactNode
}

/** Parcels as dense rows: tracking number, contents, purchase, and the last tracking event. */
export function ParcelRows({ rows, selection, onOpen, empty }: ParcelRowsProps): ReactNode {
  if (!rows) return <RowSkeletons count={8} />
  if (rows.length === 0) return empty
  return (
    <div className={styles.box}>
      <div className={styles.columns}>
        <Checkbox
          aria-label="选中本页全部包裹"
          checked={selection.isAll}
          indeterminate={selection.isSome && !selection.isAll}
          onChange={selection.toggleAll}
        />
        <span>运单号 / 快递</span>
        <span>商品</span>
        <span>采购单 / 1688订单</span>
        <span>最新动静</span>
        <span>状态</span>
        <span />
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles.item} data-parcel={row.id} data-selected={selection.keys.has(row.id)}>
            <Checkbox
              aria-label={`选择 ${row.trackingNo ?? row.logisticsId}`}
              checked={selection.keys.has(row.id)}
              onClick={(event) => selection.toggle(row.id, event.shiftKey)}
            />
            <div className={styles.cell}>
              {row.trackingNo === null ? (
                <span className={styles.faint}>还没有运单号</span>
              ) : (
                <CopyId value={row.trackingNo} chars={20} />
              )}
              <small title={row.formerNumbers.length > 0 ? `原单号 ${row.formerNumbers.join('、')}` : ''}>
                {row.carrier ?? '未知快递'}
                {row.formerNumbers.length > 0 ? ' · 换过单号' : ''}
              </small>
            </div>
            <Items row={row} />
            <div className={styles.cell}>
              <Link to={purchaseAddress(row.purchaseId)}>{row.purchaseNumber}</Link>
              <a
                className="hq-mono"
                href={alibabaOrderUrl(row.alibabaOrderId)}
                target="_blank"
                rel="noreferrer"
                title="在1688打开"
              >
                {row.alibabaOrderId}
              </a>
            </div>
            <LastStep row={row} />
            <div className={styles.cell}>
              <TableStateTag table={PARCEL_STATES} code={row.state} title={row.reason} />
              {row.stalledSince === null ? null : (
                <StateTag bare hue="attention" label="停滞" title={`从 ${formatTime(row.stalledSince)} 起没有动静`} />
              )}
            </div>
            <div className={styles.actions}>
              <Button size="small" onClick={() => onOpen(row.id)}>
                轨迹
              </Button>
              <Receive row={row} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A received parcel is marked, so that nobody receives it twice. */
function Receive({ row }: { row: Parcel }): ReactNode {
  const { pieces, isWhole } = row.received
  if (isWhole) return <small className={styles.faint}>已收完</small>
  return (
    <>
      {pieces > 0 ? <small className={styles.faint}>已收 {formatCount(pieces)} 件</small> : null}
      {row.can['receiveGoods'] === true ? (
        <Link to={receiveAddress(row.trackingNo ?? row.purchaseNumber)}>收货</Link>
      ) : null}
    </>
  )
}

const SHOWN = 2

function Items({ row }: { row: Parcel }): ReactNode {
  if (row.items.length === 0) return <span className={styles.faint}>1688没有说明</span>
  return (
    <div className={styles.cell}>
      {row.items.slice(0, SHOWN).map((item) => (
        <span key={item.subItemId} className={styles.goods} title={item.title}>
          <Picture src={item.image} alt="" size={24} />
          <span className={styles.clip}>{item.title}</span>
          <span>×{item.quantity ?? '?'}</span>
        </span>
      ))}
      {row.items.length > SHOWN ? <small>等 {row.items.length} 种</small> : null}
    </div>
  )
}

function LastStep({ row }: { row: Parcel }): ReactNode {
  if (row.lastStep === null) return <span className={styles.faint}>还没有物流信息</span>
  return (
    <div className={styles.cell}>
      <span className={styles.two} title={row.lastStep.text}>
        {row.lastStep.text}
      </span>
      <small>
        <RelativeTime at={row.lastStep.at} />
        {row.stalledSince === null ? '' : '，之后没有动静'}
      </small>
    </div>
  )
}
