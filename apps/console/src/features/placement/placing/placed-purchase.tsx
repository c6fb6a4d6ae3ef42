import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { Slot } from '../../../lib/slots.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../dialog.module.css'
import { PreviewTable } from './preview-table.tsx'
import { StagedNote } from './staged-note.tsx'
import type { PreviewRead } from './use-preview-alibaba-order.ts'

type PlacedPurchaseProps = {
  row: PurchaseCard
  /** the suppliers of all purchases in the dialog */
  suppliers: readonly string[]
  read: PreviewRead | undefined
  isUnfolded: boolean
  onUnfold: (isUnfolded: boolean) => void
  chosen: string | undefined
  onChoose: (tradeType: string) => void
  onRetry: () => void
  onLess: (left: PurchaseCard) => void
}

/** One purchase that will be ordered: its sums in one line, its lines when unfolded. */
export function PlacedPurchase({
  row,
  suppliers,
  read,
  isUnfolded,
  onUnfold,
  chosen,
  onChoose,
  onRetry,
  onLess,
}: PlacedPurchaseProps): ReactNode {
  const expected = row.goodsMinor + (row.freightMinor ?? 0)
  const { preview, failure } = read ?? {}
  return (
    <section className={styles.item} aria-label={row.number} data-placed={row.id}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isUnfolded}
        title={isUnfolded ? '收起明细' : '展开明细'}
        onClick={() => onUnfold(!isUnfolded)}
      >
        {isUnfolded ? <DownOutlined /> : <RightOutlined />}
        <b>{row.number}</b>
        <span>{row.supplierName}</span>
        <span className={styles.says}>
          {row.accountName} → {row.addressName} · {row.lineCount} 种 {formatCount(row.quantity)} 件
        </span>
        <span className={styles.sums}>
          预计 {yuanText(expected)}
          {preview ? `，现价 ${yuanText(preview.now.totalMinor)}` : ''}
          {preview ? (
            <StateTag
              hue={preview.withinTolerance ? 'done' : 'attention'}
              label={preview.withinTolerance ? '价格在允许之内' : '价格超过允许'}
            />
          ) : failure ? (
            <StateTag hue="failed" label="没有查到现价" />
          ) : (
            <StateTag hue="moving" label="正在查现价" />
          )}
        </span>
      </button>
      <Slot
        name="supplier-warning"
        supplierId={row.supplierId}
        among={{ suppliers }}
        next="要换供应商：取消下单，退回待审核后删除，在订单里换货源"
      />
      {failure ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {preview ? <StagedNote ways={preview.ways} chosen={chosen} onChoose={onChoose} /> : null}
      {isUnfolded ? (
        preview ? (
          <PreviewTable preview={preview} />
        ) : failure ? (
          <Slot name="unpriced-lines" row={row} onLess={onLess} fallback={<RowSkeletons count={2} />} />
        ) : (
          <RowSkeletons count={2} />
        )
      ) : null}
    </section>
  )
}
