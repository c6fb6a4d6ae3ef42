import type { ParcelDetail } from '@huoqiao/contract/deliveries/deliveries.schema'
import { PARCEL_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { Drawer, Space } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatTime } from '../../../lib/format.ts'
import { useRead } from '../../../lib/use-call.ts'
import { CopyId } from '../../../ui/copy-id.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { alibabaOrderUrl, purchaseAddress, receiveAddress } from '../deliveries.words.ts'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import { ParcelActions } from './parcel-list.tsx'
import styles from './parcels.module.css'

type ParcelDrawerProps = { parcelId: string; acts: DeliveryActs; onClose: () => void }

/** One parcel: contents, tracking, and what was received of it. */
export default function ParcelDrawer({ parcelId, acts, onClose }: ParcelDrawerProps): ReactNode {
  const { data, error, refetch } = useRead('getParcel', { parcelId }, { keepPrevious: false })
  return (
    <Drawer
      open
      size="min(620px, 94vw)"
      title={data?.trackingNo ?? '包裹'}
      onClose={onClose}
      extra={
        data ? (
          <Space size={4}>
            <ParcelActions rows={[data]} acts={acts} />
          </Space>
        ) : null
      }
    >
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Detail parcel={data} /> : error ? null : <RowSkeletons count={6} />}
    </Drawer>
  )
}

function Detail({ parcel }: { parcel: ParcelDetail }): ReactNode {
  return (
    <div className={styles.detail}>
      <div className={styles.marks}>
        <TableStateTag table={PARCEL_STATES} code={parcel.state} />
        {parcel.stalledSince === null ? null : (
          <StateTag hue="attention" label={`停滞，从 ${formatTime(parcel.stalledSince)} 起没有动静`} />
        )}
        {parcel.reason === '' ? null : <span className={styles.ill}>{parcel.reason}</span>}
      </div>
      <FactList layout="tiles" facts={parcelFacts(parcel)} />
      <section aria-label="里面的商品">
        <h3>
          里面的商品 <Link to={receiveAddress(parcel.trackingNo ?? parcel.purchaseNumber)}>去收货</Link>
        </h3>
        {parcel.items.length === 0 ? <span className={styles.faint}>1688没有说明里面是什么。</span> : null}
        {parcel.items.map((item) => (
          <div key={item.subItemId} className={styles.goods}>
            <Picture src={item.image} alt="" size={32} />
            <span>
              {item.title}
              {item.lineId === null ? <small> 不在采购单里</small> : null}
            </span>
            <b>×{item.quantity ?? '?'}</b>
          </div>
        ))}
      </section>
      {parcel.receipts.length > 0 ? (
        <section aria-label="已收">
          <h3>已收</h3>
          {parcel.receipts.map((receipt) => (
            <p key={receipt.id}>
              {formatTime(receipt.at)} {receipt.by} 收 {formatCount(receipt.quantity)} 件
            </p>
          ))}
        </section>
      ) : null}
      <section aria-label="物流轨迹">
        <h3>物流轨迹</h3>
        <Trace parcel={parcel} />
      </section>
    </div>
  )
}

/** The newest event first: people want to know where the parcel is now. */
function Trace({ parcel }: { parcel: ParcelDetail }): ReactNode {
  if (parcel.steps.length === 0) return <EmptyState text="快递还没有揽收的信息。" />
  return (
    <ol className={styles.trace}>
      {[...parcel.steps].reverse().map((step, at) => (
        <li key={`${step.at ?? 0}:${step.text}`} data-newest={at === 0}>
          <time>{formatTime(step.at)}</time>
          <span>{step.text}</span>
        </li>
      ))}
    </ol>
  )
}

const parcelFacts = (parcel: ParcelDetail): readonly LabelledFact[] => [
  ['快递', parcel.carrier ?? '未知'],
  ['运单号', parcel.trackingNo === null ? '还没有' : <CopyId key="number" value={parcel.trackingNo} chars={24} />],
  ['原单号', parcel.formerNumbers.join('、')],
  [
    '采购单',
    <Link key="purchase" to={purchaseAddress(parcel.purchaseId)}>
      {parcel.purchaseNumber}
    </Link>,
  ],
  [
    '1688订单',
    <a key="1688" href={alibabaOrderUrl(parcel.alibabaOrderId)} target="_blank" rel="noreferrer">
      {parcel.alibabaOrderId}
    </a>,
  ],
  ['卖家发货', formatTime(parcel.sentAt)],
  ['签收', formatTime(parcel.signedAt)],
  ['催过', formatTime(parcel.urgedAt)],
  ['读取', <RelativeTime key="read" at={parcel.readAt} ago />],
]
