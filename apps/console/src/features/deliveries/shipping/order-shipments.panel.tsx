import type { Parcel, Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { PARCEL_STATES, SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { parcelAddress, receiveAddress, shipmentAddress } from '../deliveries.words.ts'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import ShipDialog from './ship.dialog.tsx'
import { ReturnedGoods } from './returned-goods.tsx'
import { ShipmentActions } from './shipment-actions.tsx'
import { Reported } from './shipment-rows.tsx'
import TrackingDialog from './tracking.dialog.tsx'
import styles from './shipments.module.css'

/** In an order's drawer: its incoming parcels, and what was sent under which tracking number. */
export default function OrderShipmentsPanel({ orderId }: SlotProps['order-shipments']): ReactNode {
  const mayParcels = useMay('getOrderParcels')
  const mayShipments = useMay('getShipments')
  const parcels = useRead('getOrderParcels', { orderIds: [orderId] }, { enabled: mayParcels })
  const shipments = useRead('getShipments', { orderId, page: 1, pageSize: 50 }, { enabled: mayShipments })
  const acts = useDeliveryActs()
  const [changing, change] = useState<Shipment>()
  if (!mayParcels && !mayShipments) return <span className={styles.none}>{NO_RIGHT}</span>
  const failure = parcels.error ?? shipments.error
  const incoming = parcels.data?.find((one) => one.orderId === orderId)?.parcels ?? []
  const outgoing = shipments.data?.list ?? []
  const isWaiting = (mayParcels && parcels.isPending) || (mayShipments && shipments.isPending)
  if (isWaiting && !failure) return <RowSkeletons count={1} />
  return (
    <div className={styles.panel}>
      {failure ? <FailureNote failure={failure} /> : null}
      {incoming.map((parcel) => (
        <Incoming key={parcel.id} parcel={parcel} />
      ))}
      {outgoing.map((row) => (
        <div key={row.id}>
          <span className={styles.way}>发给客户</span>
          <Link to={shipmentAddress(row.id)}>
            <TableStateTag table={SHIPMENT_STATES} code={row.state} />
          </Link>
          {row.carrier}
          {row.numbers.map((number) => (
            <CopyId key={number} value={number} chars={20} />
          ))}
          <span className={styles.way}>
            {row.lines.reduce((sum, { quantity }) => sum + quantity, 0)} 件 · <RelativeTime at={row.createdAt} />
          </span>
          {row.state === 'failed' || row.state === 'unknown' ? (
            <span className={styles.repair}>
              <ShipmentActions row={row} acts={acts} onChange={change} />
            </span>
          ) : null}
          <Reported row={row} />
        </div>
      ))}
      <ReturnedGoods orderId={orderId} />
      <ReportedOutcome acts={acts} />
      {changing ? <TrackingDialog shipment={changing} onClose={() => change(undefined)} /> : null}
      <ShipThis orderId={orderId} isEmpty={incoming.length === 0 && outgoing.length === 0} />
    </div>
  )
}

function Incoming({ parcel }: { parcel: Parcel }): ReactNode {
  return (
    <div>
      <span className={styles.way}>来货</span>
      <Link to={parcelAddress(parcel.id)}>
        <TableStateTag table={PARCEL_STATES} code={parcel.state} />
      </Link>
      {parcel.carrier ?? '未知快递'}
      {parcel.trackingNo === null ? null : <CopyId value={parcel.trackingNo} chars={20} />}
      <Link to={receiveAddress(parcel.trackingNo ?? parcel.purchaseNumber)}>{parcel.purchaseNumber}</Link>
      <span className={styles.way}>{parcel.lastStep?.text ?? ''}</span>
    </div>
  )
}

function ShipThis({ orderId, isEmpty }: { orderId: string; isEmpty: boolean }): ReactNode {
  const [isOpen, open] = useState(false)
  const may = useMay('shipOrders')
  const read = useRead('getShippable', { orderIds: [orderId] }, { enabled: may })
  const order = read.data?.[0]
  const pieces = order?.lines.reduce((sum, line) => sum + line.open, 0) ?? 0
  return (
    <div>
      {isEmpty ? <span className={styles.way}>还没有来货包裹，也没有从这里发过货。</span> : null}
      {pieces > 0 ? (
        <CanButton type="primary" allowed={order?.refusal ?? true} onClick={() => open(true)}>
          发货（{formatCount(pieces)} 件已到）
        </CanButton>
      ) : null}
      {isOpen ? <ShipDialog orderIds={[orderId]} onClose={() => open(false)} /> : null}
    </div>
  )
}
