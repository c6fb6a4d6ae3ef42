import { RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receipt } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { receiveAddress } from '../deliveries.words.ts'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import styles from './receipts.module.css'

type ReceiptTableProps = {
  rows: readonly Receipt[]
  /** all receipts are of one purchase, whose number is shown above the table */
  isOfOne?: boolean
  acts: DeliveryActs
}

/** Receipts, each with the action that reverses it. */
export function ReceiptTable({ rows, isOfOne = false, acts }: ReceiptTableProps): ReactNode {
  const isAllowed = useMay('reverseReceipt')
  return (
    <div className={styles.box}>
      <table className={styles.table} data-of-one={isOfOne}>
        <thead>
          <tr>
            <th className={styles.when}>{RECEIPT_FIELDS.at.label}</th>
            {isOfOne ? null : <th className={styles.wide}>{RECEIPT_FIELDS.purchaseNumber.label}</th>}
            <th>{RECEIPT_FIELDS.title.label}</th>
            <th className={`hq-num ${styles.small}`}>{RECEIPT_FIELDS.quantity.label}</th>
            <th className={`${styles.wide} ${styles.apart}`}>{RECEIPT_FIELDS.defects.label}</th>
            <th className={styles.wide}>{RECEIPT_FIELDS.trackingNo.label}</th>
            <th className={styles.wide}>说明</th>
            <th className={styles.step} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-back={row.reverses !== null} data-gone={row.reversedBy !== null}>
              <td>
                <RelativeTime at={row.at} />
                <small>{row.by}</small>
              </td>
              {isOfOne ? null : (
                <td>
                  <Link to={receiveAddress(row.purchaseNumber)}>{row.purchaseNumber}</Link>
                </td>
              )}
              <td>
                <div className={styles.goods}>
                  <Picture src={row.image} alt="" size={32} />
                  <span>
                    <span className={styles.title} title={row.title}>
                      {row.title}
                    </span>
                    <small>{row.specText}</small>
                  </span>
                </div>
              </td>
              <td className="hq-num" data-label={RECEIPT_FIELDS.quantity.label}>
                <b>{row.quantity > 0 ? `+${row.quantity}` : row.quantity}</b>
              </td>
              <td className={styles.apart} data-label={RECEIPT_FIELDS.defects.label}>
                {row.defects === 0 ? '–' : row.defects}
                {row.defectReason === '' ? null : <small>{row.defectReason}</small>}
                {row.photos.map((src, at) => (
                  <a key={src} href={src} target="_blank" rel="noreferrer">
                    <Picture src={src} alt={`不良照片 ${at + 1}`} size={32} />
                  </a>
                ))}
              </td>
              <td>{row.trackingNo === null ? '–' : <CopyId value={row.trackingNo} chars={17} />}</td>
              <td>
                {wordsOf(row).map((text) => (
                  <small key={text}>{text}</small>
                ))}
              </td>
              <td>
                {row.can['reverseReceipt'] === true ? (
                  <CanButton size="small" allowed={isAllowed ? true : NO_RIGHT} onClick={() => void acts.reverse(row)}>
                    冲销
                  </CanButton>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const wordsOf = (row: Receipt): string[] =>
  [
    row.reverses === null ? '' : '冲销',
    row.reversedBy === null ? '' : '已冲销',
    row.overReason === '' ? '' : `超收：${row.overReason}`,
    row.unsentReason === '' ? '' : `比1688显示的多：${row.unsentReason}`,
    row.note,
  ].filter((text) => text !== '')
