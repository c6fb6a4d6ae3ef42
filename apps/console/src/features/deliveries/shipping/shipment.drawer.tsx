import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { Button, Drawer, Space } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { useRead } from '../../../lib/use-call.ts'
import { CopyId } from '../../../ui/copy-id.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNote, RawExchange } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { FULFILMENTS, orderAddress } from '../deliveries.words.ts'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import { PrintButtons, ShipmentActions } from './shipment-actions.tsx'
import { Reported } from './shipment-rows.tsx'
import styles from './shipments.module.css'

type ShipmentDrawerProps = {
  shipmentId: string
  acts: DeliveryActs
  onChange: (row: Shipment) => void
  onClose: () => void
}

/** One shipment: what was requested from the shop, and its answer. */
export default function ShipmentDrawer({ shipmentId, acts, onChange, onClose }: ShipmentDrawerProps): ReactNode {
  const { data, error, refetch } = useRead('getShipment', { shipmentId }, { keepPrevious: false })
  return (
    <Drawer
      open
      size="min(640px, 94vw)"
      title={data ? `发货 ${data.orderName}` : '发货'}
      onClose={onClose}
      extra={
        data ? (
          <Space size={4}>
            <PrintButtons rows={[data]} />
            <ShipmentActions row={data} acts={acts} onChange={onChange} />
          </Space>
        ) : null
      }
    >
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Detail row={data} /> : error ? null : <RowSkeletons count={5} />}
    </Drawer>
  )
}

function Detail({ row }: { row: Shipment }): ReactNode {
  const [isRaw, showRaw] = useState(false)
  return (
    <div className={styles.detail}>
      <span>
        <TableStateTag table={SHIPMENT_STATES} code={row.state} />
      </span>
      <Reported row={row} />
      <FactList layout="tiles" facts={shipmentFacts(row)} />
      <section>
        <h3>商品</h3>
        <ul>
          {row.lines.map((line) => (
            <li key={line.orderLineId}>
              <span>
                {line.title} {line.sku}
              </span>
              <b>×{line.quantity}</b>
            </li>
          ))}
        </ul>
      </section>
      {row.fulfilments.length > 0 ? (
        <section>
          <h3>店铺的发货</h3>
          <ul>
            {row.fulfilments.map((one) => (
              <li key={one.id}>
                <StateTag bare hue={FULFILMENTS[one.state].hue} label={FULFILMENTS[one.state].label} />
                <span>{one.name ?? '还没有编号'}</span>
                <span>{one.locationName}</span>
                {one.message === '' ? null : <span>{one.message}</span>}
                <span>{formatTime(one.sentAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {row.exchange ? (
        <section>
          <Button onClick={() => showRaw(!isRaw)} aria-expanded={isRaw}>
            {isRaw ? '收起原始报文' : '查看原始报文'}
          </Button>
          {isRaw ? <RawExchange exchange={row.exchange} /> : null}
        </section>
      ) : null}
    </div>
  )
}

const shipmentFacts = (row: Shipment): readonly LabelledFact[] => [
  [
    '订单',
    <>
      <Link to={orderAddress(row.orderId)}>{row.orderName}</Link> · {row.storeName}
    </>,
  ],
  [
    '承运商',
    `${row.carrier || '未填'}${row.knownCarrier === null || row.knownCarrier === row.carrier ? '' : `（店铺里叫 ${row.knownCarrier}）`}`,
  ],
  ['运单号', row.numbers.map((number) => <CopyId key={number} value={number} chars={24} />)],
  ['查询网址', row.urls.join(' ')],
  ['通知客户', row.notifyCustomer ? '通知' : '不通知'],
  ['提交', `${formatTime(row.createdAt)} ${row.by}`],
  ['到店铺', formatTime(row.sentAt)],
]
