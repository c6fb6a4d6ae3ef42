import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { yuanText } from '../purchase.words.ts'
import styles from './dialog.module.css'
import { PreviewTable } from './preview-table.tsx'
import { StagedNote } from './staged-note.tsx'
import type { PreviewRead } from './use-previews.ts'

type PlacedPurchaseProps = {
  row: PurchaseCard
  read: PreviewRead | undefined
  isOpen: boolean
  chosen: string | undefined
  onChoose: (tradeType: string) => void
  onRetry: () => void
}

/** One purchase that is about to be ordered: its sums in one line, every line of it behind that. */
export function PlacedPurchase({ row, read, isOpen, chosen, onChoose, onRetry }: PlacedPurchaseProps): ReactNode {
  const [isUnfolded, unfold] = useState(isOpen)
  const expected = row.goodsMinor + (row.freightMinor ?? 0)
  const { preview, failure } = read ?? {}
  return (
    <section className={styles.item} aria-label={row.number}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isUnfolded}
        aria-label={`${isUnfolded ? '收起' : '展开'} ${row.number} 的明细`}
        onClick={() => unfold(!isUnfolded)}
      >
        {isUnfolded ? <DownOutlined /> : <RightOutlined />}
        <b>{row.number}</b>
        <span>{row.supplierName}</span>
        <span className={styles.says}>
          {row.accountName} → {row.addressName} · {row.lineCount} 种 {row.quantity} 件
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
      {failure ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {preview ? <StagedNote ways={preview.ways} chosen={chosen} onChoose={onChoose} /> : null}
      {isUnfolded ? (
        preview ? (
          <PreviewTable preview={preview} />
        ) : failure ? (
          <OwnLines purchaseId={row.id} />
        ) : (
          <RowSkeletons count={2} />
        )
      ) : null}
    </section>
  )
}

/** What we expect alone, where 1688 could not be asked. */
function OwnLines({ purchaseId }: { purchaseId: string }): ReactNode {
  const { data, error, refetch } = useRead('getPurchaseOrderSkuDetails', { purchaseId }, { silent: true })
  if (error) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={2} />
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>商品</th>
          <th className="hq-num">数量</th>
          <th className="hq-num">货源库存</th>
          <th className="hq-num">预计单价</th>
        </tr>
      </thead>
      <tbody>
        {data.lines
          .filter((line) => line.quantity > 0)
          .map((line) => (
            <tr key={line.id}>
              <td>
                {line.title} {line.specText}
              </td>
              <td className="hq-num">{line.quantity}</td>
              <td className="hq-num">
                {line.sourceStock !== null && line.sourceStock < line.quantity ? (
                  <StateTag bare hue="failed" label={`${line.sourceStock}，不够`} />
                ) : (
                  (line.sourceStock ?? '–')
                )}
              </td>
              <td className="hq-num">{yuanText(line.unitPriceMinor)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
