import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { CopyId } from '../../../ui/copy-id.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Selection } from '../../../ui/selection.ts'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { FULFILMENTS, orderAddress } from '../deliveries.words.ts'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import { ShipmentActions } from './shipment-actions.tsx'
import styles from './shipments.module.css'

type ShipmentRowsProps = {
  rows: readonly Shipment[] | undefined
  selection: Selection<Shipment>
  acts: DeliveryActs
  onOpen: (shipmentId: string) => void
  onChange: (row: Shipment) => void
  empty: ReactNode
}

/** Shipments as dense rows: order, tracking number, contents, and state at the shop. */
export function ShipmentRows({ rows, selection, acts, onOpen, onChange, empty }: ShipmentRowsProps): ReactNode {
  if (!rows) return <RowSkeletons count={8} />
  if (rows.length === 0) return empty
  return (
    <div className={styles.box}>
      <div className={styles.columns}>
        <Checkbox
          aria-label="选中本页全部"
          checked={selection.isAll}
          indeterminate={selection.isSome && !selection.isAll}
          onChange={selection.toggleAll}
        />
        <span>订单 / 店铺</span>
        <span>承运商 / 运单号</span>
        <span>商品</span>
        <span>店铺的发货</span>
        <span>状态</span>
        <span />
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles.item} data-shipment={row.id} data-selected={selection.keys.has(row.id)}>
            <div className={styles.row}>
              <Checkbox
                aria-label={`选择 ${row.orderName} ${row.numbers.join(' ')}`}
                checked={selection.keys.has(row.id)}
                onClick={(event) => selection.toggle(row.id, event.shiftKey)}
              />
              <div className={styles.cell}>
                <Link to={orderAddress(row.orderId)}>
                  <b>{row.orderName}</b>
                </Link>
                <small className={styles.store}>{row.storeName}</small>
              </div>
              <div className={styles.cell}>
                <span>{row.carrier || '未填承运商'}</span>
                {row.numbers.map((number) => (
                  <CopyId key={number} value={number} chars={20} />
                ))}
              </div>
              <ShipmentLines row={row} />
              <FulfilmentMarks row={row} />
              <div className={styles.cell}>
                <button type="button" className={styles.state} title="详情" onClick={() => onOpen(row.id)}>
                  <TableStateTag table={SHIPMENT_STATES} code={row.state} />
                </button>
                <small>
                  <RelativeTime at={row.sentAt ?? row.createdAt} />
                </small>
                <small>{row.by}</small>
              </div>
              <div className={styles.actions}>
                <ShipmentActions row={row} acts={acts} onChange={onChange} />
              </div>
            </div>
            <Reported row={row} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const SHOWN = 2

function ShipmentLines({ row }: { row: Shipment }): ReactNode {
  const pieces = row.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={styles.cell}>
      {row.lines.slice(0, SHOWN).map((line) => (
        <span key={line.orderLineId} className={styles.clip} title={`${line.title} ${line.sku}`}>
          {line.title} ×{line.quantity}
        </span>
      ))}
      {row.lines.length > SHOWN ? (
        <small>
          等 {row.lines.length} 种 {formatCount(pieces)} 件
        </small>
      ) : null}
    </div>
  )
}

/** One mark per location; the shop's own name of the fulfilment when it has one. */
function FulfilmentMarks({ row }: { row: Shipment }): ReactNode {
  if (row.fulfilments.length === 0) return <span className={styles.none}>还没有</span>
  return (
    <div className={styles.cell}>
      {row.fulfilments.map((one) => (
        <Fragment key={one.id}>
          <StateTag
            bare
            hue={FULFILMENTS[one.state].hue}
            label={one.name ?? FULFILMENTS[one.state].label}
            title={one.message || FULFILMENTS[one.state].label}
          />
          <small className={styles.clip} title={one.locationName}>
            {one.locationName}
          </small>
        </Fragment>
      ))}
    </div>
  )
}

/** Why it is in its state, and what to do next. */
export function Reported({ row }: { row: Shipment }): ReactNode {
  if (row.reason === '' && row.advice === null) return null
  const isIll = SHIPMENT_STATES[row.state].hue === 'failed'
  return (
    <p className={styles.reported} data-ill={isIll}>
      {row.reason}
      {row.advice === null ? '' : `${row.reason === '' ? '' : ' — '}${row.advice}`}
    </p>
  )
}
