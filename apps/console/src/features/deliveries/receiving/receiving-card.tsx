import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { PARCEL_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { alibabaOrderUrl, parcelAddress, purchaseAddress } from '../deliveries.words.ts'
import { ReceiptTable } from '../receipts/receipt-table.tsx'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import styles from './bench.module.css'
import ConfirmReceiptDialog from './confirm-receipt.dialog.tsx'
import { ReceiveForm } from './receive-form.tsx'

type ReceivingCardProps = { receiving: Receiving; code: string; acts: DeliveryActs; onDone: () => void }

/** One purchase, as the person who unpacks its goods needs it. */
export function ReceivingCard({ receiving, code, acts, onDone }: ReceivingCardProps): ReactNode {
  return (
    <article className={styles.card} aria-label={`采购单 ${receiving.number}`}>
      <CardHead receiving={receiving} acts={acts} />
      <Parcels receiving={receiving} code={code} />
      <ReceiveForm receiving={receiving} onDone={onDone} />
      {receiving.receipts.length > 0 ? (
        <details className={styles.section} open={receiving.receipts.length <= 4}>
          <summary>收货记录（{receiving.receipts.length}）</summary>
          <ReceiptTable isOfOne rows={receiving.receipts} acts={acts} />
        </details>
      ) : null}
    </article>
  )
}

function CardHead({ receiving, acts }: { receiving: Receiving; acts: DeliveryActs }): ReactNode {
  const { can } = receiving
  const [isAsking, ask] = useState(false)
  const one = [{ id: receiving.purchaseId, name: receiving.number }]
  const may = {
    refreshParcels: useMay('refreshParcels'),
    urgeParcel: useMay('urgeParcel'),
    terminateRest: useMay('terminateRest'),
    confirmAlibabaReceipt: useMay('confirmAlibabaReceipt'),
  }
  const allowed = (step: keyof typeof may) => (may[step] ? can[step] : NO_RIGHT)
  return (
    <header className={styles.cardHead}>
      <Link className={styles.number} to={purchaseAddress(receiving.purchaseId)}>
        {receiving.number}
      </Link>
      <TableStateTag table={PURCHASE_STATES} code={receiving.state} />
      <span className={styles.supplier}>{receiving.supplierName}</span>
      {receiving.alibabaOrderIds.map((id) => (
        <a key={id} className="hq-mono" href={alibabaOrderUrl(id)} target="_blank" rel="noreferrer" title="在1688打开">
          {id}
        </a>
      ))}
      <span className={styles.acts}>
        <CanButton
          allowed={allowed('refreshParcels')}
          loading={acts.isBusy}
          onClick={() => void acts.refreshParcels(one)}
        >
          刷新物流
        </CanButton>
        {can['urgeParcel'] === true ? (
          <CanButton
            allowed={allowed('urgeParcel')}
            title="请卖家快发货；1688每单24小时收一次"
            onClick={() => void acts.urge(one)}
          >
            催发货
          </CanButton>
        ) : null}
        {can['confirmAlibabaReceipt'] === true ? (
          <CanButton allowed={allowed('confirmAlibabaReceipt')} onClick={() => ask(true)}>
            1688确认收货
          </CanButton>
        ) : null}
        <CanButton danger allowed={allowed('terminateRest')} onClick={() => void acts.terminate(one)}>
          终止剩余
        </CanButton>
      </span>
      {isAsking ? <ConfirmReceiptDialog receiving={receiving} acts={acts} onClose={() => ask(false)} /> : null}
    </header>
  )
}

function Parcels({ receiving, code }: { receiving: Receiving; code: string }): ReactNode {
  if (receiving.parcels.length === 0)
    return <p className={styles.says}>1688还没有这张采购单的包裹。货已经到了，也可以收，要写明原因。</p>
  return (
    <ul className={styles.parcels}>
      {receiving.parcels.map((parcel) => (
        <li key={parcel.id} data-scanned={parcel.id === receiving.parcelId}>
          <TableStateTag table={PARCEL_STATES} code={parcel.state} />
          {parcel.carrier ?? '未知快递'}
          {parcel.trackingNo === null ? '还没有运单号' : <CopyId value={parcel.trackingNo} chars={20} />}
          {parcel.id === receiving.parcelId ? (
            <b>{parcel.trackingNo === code ? '扫到的包裹' : `扫到的包裹（原单号 ${code}）`}</b>
          ) : null}
          <Link to={parcelAddress(parcel.id)}>轨迹</Link>
          {parcel.reason === '' ? null : <span className={styles.ill}>{parcel.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
