import { PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PurchaseCard, PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { yuanText } from '../../../lib/format.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { lacks } from '../purchase.words.ts'
import styles from './unpriced-lines.module.css'

type Line = PurchaseDetail['lines'][number]

const isShort = ({ sourceStock, quantity }: Line): boolean => lacks(sourceStock, quantity)

/** Our expectation alone, when 1688 gave no price; lines of which the source has too few come first and can be removed. */
export default function UnpricedLines({ row, onLess }: SlotProps['unpriced-lines']): ReactNode {
  const { data, error, refetch } = useRead('getPurchaseOrderSkuDetails', { purchaseId: row.id })
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={2} />
  const lines = data.lines
    .filter((line) => line.quantity > 0)
    .toSorted((a, b) => Number(isShort(b)) - Number(isShort(a)))
  const short = lines.filter(isShort)
  return (
    <>
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {short.length > 0 && short.length < lines.length ? (
        <TakeOut purchase={data} lineIds={short.map(({ id }) => id)} onDone={onLess} />
      ) : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{PURCHASE_LINE_FIELDS.title.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.quantity.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.sourceStock.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.unitPriceMinor.label}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.title} {line.specText}
              </td>
              <td className="hq-num">{line.quantity}</td>
              <td className="hq-num">
                {isShort(line) ? (
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
    </>
  )
}

/** Why lines cannot be removed. Checked before the first step, so that no purchase is sent back to review in vain. */
function whyNotTakeOut({ origin, state, can }: PurchaseDetail): string | undefined {
  if (origin === 'merge') return '合并单的商品来自成员采购单，请先拆回再拿掉'
  const returning = can['backToPendingReviewStatus']
  return state !== 'reviewing' && typeof returning === 'string' ? returning : undefined
}

type TakeOutProps = { purchase: PurchaseDetail; lineIds: readonly string[]; onDone: (left: PurchaseCard) => void }

/** Back to review, lines removed, reviewed again: each step needs its own right, and finished steps stay done if a later one is refused. */
function TakeOut({ purchase, lineIds, onDone }: TakeOutProps): ReactNode {
  const back = useAct('backToPendingReviewStatus')
  const edit = useAct('editPurchaseOrder')
  const review = useAct('completeReviewOrder')
  const [failure, setFailure] = useState<CallError | string>()
  const [isBusy, setBusy] = useState(false)
  async function steps(): Promise<CallError | string | PurchaseDetail> {
    const purchaseIds = [purchase.id]
    if (purchase.state !== 'reviewing') {
      const done = await back.run({ purchaseIds, reason: '货源缺货，拿掉缺货的商品' })
      if (!done.ok) return done.error
      if (done.data.failed > 0) return done.data.rows[0]?.message ?? '没有退回待审核'
    }
    const { version } = await call('getPurchaseOrderSkuDetails', { purchaseId: purchase.id })
    const edited = await edit.run({ purchaseId: purchase.id, version, removeLineIds: [...lineIds] })
    if (!edited.ok) return edited.error
    const reviewed = await review.run({ purchaseIds })
    if (!reviewed.ok) return reviewed.error
    return reviewed.data.failed > 0 ? (reviewed.data.rows[0]?.message ?? '没有审核通过') : edited.data
  }
  async function takeOut(): Promise<void> {
    setBusy(true)
    const outcome = await steps().catch((error: unknown) => {
      if (isCallError(error)) return error
      throw error
    })
    setBusy(false)
    if (typeof outcome === 'string' || isCallError(outcome)) setFailure(outcome)
    else onDone(outcome)
  }
  return (
    <>
      <p className={styles.says}>
        {lineIds.length} 种商品的货源不够，1688因此拒绝整张采购单。拿掉后，它们回到订单的待采购，可以换货源再买。{' '}
        <CanButton
          size="small"
          allowed={whyNotTakeOut(purchase) ?? true}
          loading={isBusy}
          onClick={() => void takeOut()}
        >
          拿掉这 {lineIds.length} 种
        </CanButton>
      </p>
      {typeof failure === 'string' ? <p role="alert">{failure}</p> : failure ? <FailureNote failure={failure} /> : null}
    </>
  )
}
