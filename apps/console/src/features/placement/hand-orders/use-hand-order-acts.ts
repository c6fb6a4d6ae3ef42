import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useMemo } from 'react'
import { call } from '../../../lib/client.ts'
import { actInPieces } from '../../../lib/in-pieces.ts'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { askConfirm, askText } from '../../../ui/dialogs.store.ts'

const TOUCHED = ['purchases', 'payments', 'ledger', 'reconciliation'] as const
/** As many rows as one call takes. */
const AT_ONCE = 50

type Wanted = { orderId: string; purchaseNumber: string }
const acted = (orders: readonly HandOrder[]) =>
  orders.map(({ orderId }) => ({ id: orderId, name: `1688订单 ${orderId}` }))

const takeOver = (accountId: string, wanted: readonly Wanted[]): Promise<BulkOutcome> =>
  actInPieces(
    wanted,
    AT_ONCE,
    ({ orderId }) => orderId,
    (items) => call('takeOverAlibabaOrders', { accountId, items }),
  )

/** Binding orders to purchases; each row gets an outcome. */
export function useHandOrderActs(accountId: string) {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(() => {
    const takeAs = (order: HandOrder, purchaseNumber: string) =>
      perform('接管', acted([order]), () => takeOver(accountId, [{ orderId: order.orderId, purchaseNumber }]))
    return {
      take: (order: HandOrder) => takeAs(order, order.purchase!.number),
      async takeFor(order: HandOrder): Promise<void> {
        const purchaseNumber = await askText({
          title: `1688订单 ${order.orderId} 归到哪张采购单`,
          label: '采购单号',
          placeholder: 'CG…',
          maxLength: 40,
          okText: '接管',
        })
        if (purchaseNumber !== undefined) await takeAs(order, purchaseNumber.trim())
      },
      async takeAll(orders: readonly HandOrder[]): Promise<void> {
        const isSure = await askConfirm({
          title: `接管 ${orders.length} 个1688订单？`,
          content: '各归到建议的采购单，采购单算作已经下单；不会再下单，也不会付款。接管后不能撤销。',
          okText: '接管',
        })
        if (!isSure) return
        const wanted = orders.map(({ orderId, purchase }) => ({ orderId, purchaseNumber: purchase!.number }))
        await perform('接管', acted(orders), () => takeOver(accountId, wanted))
      },
    }
  }, [accountId, perform])
  return { ...acts, reported, forget, isBusy }
}
export type HandOrderActs = ReturnType<typeof useHandOrderActs>
