import type { ReturnedPurchase } from '@huoqiao/contract/placement/placement.schema'
import { isClosed } from '@huoqiao/contract/placement/placement.status'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import type { SlotProps, SlotReturn } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import styles from './alibaba-order.module.css'
import { refundWord } from './alibaba.words.ts'
import type { RefundPreset } from './refund.dialog.tsx'

const RefundDialog = lazy(() => import('./refund.dialog.tsx'))

/** 向供应商申请退款: the 1688 orders that brought the returned pieces, with 申请退款 filled in from the return. */
export default function ReturnedPurchases({ orderId, returned }: SlotProps['returned-purchases']): ReactNode {
  const mayRead = useMay('getReturnedPurchases')
  const may = useMay('applyAlibabaRefund')
  const [chosen, choose] = useState<ReturnedPurchase>()
  const { data, error, refetch } = useRead('getReturnedPurchases', { orderId }, { enabled: mayRead })
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  const lines = new Map(returned.lines.flatMap((line) => (line.lineId === null ? [] : [[line.lineId, line]])))
  return (
    <>
      {(data ?? [])
        .filter(({ orderLineId, order }) => lines.has(orderLineId) && !isClosed(order.status))
        .map((one) => (
          <div key={`${one.orderLineId} ${one.order.id}`} className={styles.rowHead}>
            <span className={styles.faint}>采购单 {one.purchaseNumber}</span>
            <a className="hq-mono" href={one.order.url} target="_blank" rel="noreferrer">
              {one.order.orderId}
            </a>
            {one.order.refundStatus ? (
              <span className={styles.faint}>退款：{refundWord(one.order.refundStatus)}</span>
            ) : null}
            <CanButton
              size="small"
              allowed={may ? one.order.can['applyAlibabaRefund'] : NO_RIGHT}
              aria-label={`向供应商申请退款 ${one.order.orderId}`}
              onClick={() => choose(one)}
            >
              向供应商申请退款
            </CanButton>
          </div>
        ))}
      {chosen ? (
        <Suspense fallback={null}>
          <RefundDialog order={chosen.order} preset={presetOf(chosen, returned)} onClose={() => choose(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The pieces of the return in the source's pieces, its reason in words, and its photos. */
function presetOf({ orderLineId, itemIds, ratio, order }: ReturnedPurchase, returned: SlotReturn): RefundPreset {
  const lines = returned.lines.filter(({ lineId }) => lineId === orderLineId)
  const pieces = Math.ceil((lines.reduce((sum, { quantity }) => sum + quantity, 0) * ratio.source) / ratio.sale)
  const reasons = [...new Set(lines.map(({ reason }) => reason))].filter((part) => part !== '').join('；')
  let left = pieces
  const counts = order.items
    .filter(({ id }) => itemIds.includes(id))
    .map(({ id, quantity }) => {
      const part = Math.min(left, quantity)
      left -= part
      return { itemId: id, quantity: part }
    })
    .filter(({ quantity }) => quantity > 0)
  return {
    counts,
    photos: returned.photos,
    description: `买家退货 ${pieces} 件${reasons === '' ? '' : `：${reasons}`}`.slice(0, 150),
  }
}
