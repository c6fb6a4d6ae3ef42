import type { ReturnedPurchase } from '@huoqiao/contract/placement/placement.schema'
import { isClosed } from '@huoqiao/contract/placement/placement.status'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { copyText } from '../../../lib/clipboard.ts'
import { formatCount } from '../../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import type { SlotProps, SlotReturn } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { Button } from 'antd'
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
            <Button
              size="small"
              title="1688没有给卖家发消息的接口：复制后点左边的订单号，在1688里联系卖家时粘贴"
              aria-label={`复制给供应商的话 ${one.order.orderId}`}
              onClick={() => void copyText(messageOf(one, returned))}
            >
              复制给供应商的话
            </Button>
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

/** Fills in the refund form from the return: quantities in the source's pieces, the reason as text, the photos. */
function presetOf({ orderLineId, itemIds, ratio, order }: ReturnedPurchase, returned: SlotReturn): RefundPreset {
  const { pieces, text } = complaintOf({ orderLineId, ratio }, returned)
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
    description: text.slice(0, 150),
  }
}

/** What came back of one line, in the source's pieces, with the shopper's reasons. */
function complaintOf(
  { orderLineId, ratio }: Pick<ReturnedPurchase, 'orderLineId' | 'ratio'>,
  returned: SlotReturn,
): { pieces: number; text: string } {
  const lines = returned.lines.filter(({ lineId }) => lineId === orderLineId)
  const pieces = Math.ceil((lines.reduce((sum, { quantity }) => sum + quantity, 0) * ratio.source) / ratio.sale)
  const reasons = [...new Set(lines.map(({ reason }) => reason))].filter((part) => part !== '').join('；')
  return { pieces, text: `买家退货 ${formatCount(pieces)} 件${reasons === '' ? '' : `：${reasons}`}` }
}

/** Text for the seller's chat, for which 1688 has no API: the order, what came back, and the request. */
function messageOf(one: ReturnedPurchase, returned: SlotReturn): string {
  const { orderId, items, refundStatus } = one.order
  const goods = items
    .filter(({ id }) => one.itemIds.includes(id))
    .map(({ title }) => title)
    .join('、')
  const photos = returned.photos.length === 0 ? '' : `，有照片 ${returned.photos.length} 张`
  const request = refundStatus ? '已在订单里申请退款，请尽快处理' : '请问怎么退款'
  return `您好，1688订单 ${orderId} 的“${goods}”，${complaintOf(one, returned).text}${photos}。${request}，谢谢。`
}
