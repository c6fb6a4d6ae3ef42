import type { ListName } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { isCallError } from '../../lib/call-error.ts'
import { call, toast } from '../../lib/client.ts'
import { formatCount } from '../../lib/format.ts'
import { actInPieces } from '../../lib/in-pieces.ts'
import { invalidateLists } from '../../lib/query-client.ts'
import type { Acted } from '../../ui/bulk-acts.tsx'
import { useBulkActs } from '../../ui/bulk-acts.tsx'
import { closeAfter } from '../../ui/close-after.ts'
import { askConfirm, askText } from '../../ui/dialogs.store.ts'

const TOUCHED: readonly ListName[] = ['parcels', 'purchases', 'orders', 'shipments']
/** Maximum number of purchases in one call that reads deliveries from 1688 (contract). */
const A_CALL = 100
const SHOWN_NAMES = 6

/** Several parcels of one purchase count as one purchase. */
const once = (rows: readonly Acted[]): Acted[] => [...new Map(rows.map((row) => [row.id, row])).values()]

function Names({ rows, says }: { rows: readonly Acted[]; says: string }): ReactNode {
  return (
    <>
      <p>{says}</p>
      <p>
        {rows
          .slice(0, SHOWN_NAMES)
          .map(({ name }) => name)
          .join('、')}
        {rows.length > SHOWN_NAMES ? ` 等共 ${rows.length} 个` : ''}
      </p>
    </>
  )
}

/** Actions on the deliveries of purchases and on shipments: each asks its questions, and shows an outcome for every row. */
export function useDeliveryActs() {
  const { perform: performAll, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(() => {
    const perform = (
      title: string,
      given: readonly Acted[],
      act: (ids: string[]) => Promise<BulkOutcome>,
    ): Promise<BulkOutcome | undefined> => performAll(title, once(given), act)
    return {
      refreshParcels: (purchases: readonly Acted[]) =>
        perform('刷新物流', purchases, (ids) =>
          actInPieces(ids, A_CALL, String, (purchaseIds) => call('refreshParcels', { purchaseIds })),
        ),

      urge: (purchases: readonly Acted[]) =>
        perform('催发货', purchases, (ids) =>
          actInPieces(ids, A_CALL, String, (purchaseIds) => call('urgeParcel', { purchaseIds })),
        ),

      terminate: async (purchases: readonly Acted[]): Promise<void> => {
        await askText({
          title: `终止剩余：${once(purchases)
            .map(({ name }) => name)
            .join('、')}`,
          label: '原因',
          content: '没有到的不再等，对应的需求退回订单，可以另外采购。终止后不能再收货。',
          placeholder: '如：卖家缺货，已退款',
          maxLength: 200,
          okText: '终止剩余',
          danger: true,
          submit: (reason, close) =>
            perform(
              '终止剩余',
              purchases,
              closeAfter(close, (purchaseIds) => call('terminateRest', { purchaseIds, reason })),
            ),
        })
      },

      /** `accept`: 1688 orders that are confirmed although something is missing. */
      confirmAtAlibaba: (purchase: Acted, accept: readonly string[], reason: string, close: () => void) =>
        perform(
          '1688确认收货',
          [purchase],
          closeAfter(close, (purchaseIds) =>
            call('confirmAlibabaReceipt', { purchaseIds, accept: [...accept], reason }),
          ),
        ),

      reverse: async (receipt: { id: string; title: string; quantity: number; defects: number }): Promise<void> => {
        const broken = receipt.defects > 0 ? `、不良 ${formatCount(receipt.defects)} 件` : ''
        await askText({
          title: `冲销收货 ${formatCount(receipt.quantity)} 件${broken}`,
          label: '原因',
          content: `会记一笔相反的收货，原记录保留。商品：${receipt.title}。已发出的部分不能冲销。`,
          placeholder: '如：点错数量',
          maxLength: 200,
          okText: '冲销',
          async submit(note, close) {
            try {
              await call('reverseReceipt', { receiptId: receipt.id, note })
              close()
              toast.success('已冲销')
            } catch (error) {
              if (!isCallError(error)) throw error
            } finally {
              await invalidateLists(TOUCHED)
            }
          },
        })
      },

      retry: (shipments: readonly Acted[]) =>
        perform('重试回传', shipments, (shipmentIds) => call('retryShipments', { shipmentIds })),

      cancel: async (shipments: readonly Acted[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `撤销 ${shipments.length} 条回传？`,
          content: <Names rows={shipments} says="店铺里的发货会一起撤销，商品回到待发货，可以重新发。" />,
          okText: '撤销',
          danger: true,
        })
        if (isSure) await perform('撤销回传', shipments, (shipmentIds) => call('cancelShipment', { shipmentIds }))
      },
    }
  }, [performAll])
  return { ...acts, reported, forget, isBusy }
}
export type DeliveryActs = ReturnType<typeof useDeliveryActs>
