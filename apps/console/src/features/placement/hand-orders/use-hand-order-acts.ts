import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useMemo } from 'react'
import { call } from '../../../lib/client.ts'
import { actOnPieces, groupsInPieces } from '../../../lib/in-pieces.ts'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { closeAfter } from '../../../ui/close-after.ts'
import { askConfirm, askText } from '../../../ui/dialogs.store.ts'

const TOUCHED = ['purchases', 'payments', 'ledger', 'reconciliation'] as const
/** Maximum number of rows of one call. */
const AT_ONCE = 50

type Wanted = { orderId: string; purchaseNumber: string }
const acted = (orders: readonly Wanted[]) => orders.map(({ orderId }) => ({ id: orderId, name: `1688订单 ${orderId}` }))
/** An order and the others that make up the purchase together with it: they must be taken over in one call. */
const wantedOf = ({ orderId, together, purchase }: HandOrder): Wanted[] =>
  [orderId, ...together].map((id) => ({ orderId: id, purchaseNumber: purchase!.number }))

const takeOver = (accountId: string, wanted: readonly Wanted[]): Promise<BulkOutcome> =>
  actOnPieces(
    groupsInPieces(wanted, AT_ONCE, ({ purchaseNumber }) => purchaseNumber),
    ({ orderId }) => orderId,
    (items) => call('takeOverAlibabaOrders', { accountId, items }),
  )

/** Binding orders to purchases; each row gets an outcome. */
export function useHandOrderActs(accountId: string) {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(() => {
    const take = (wanted: readonly Wanted[], close = (): void => undefined) =>
      perform(
        '接管',
        acted(wanted),
        closeAfter(close, () => takeOver(accountId, wanted)),
      )
    return {
      take: (order: HandOrder) => take(wantedOf(order)),
      async takeFor(order: HandOrder): Promise<void> {
        await askText({
          title: `1688订单 ${order.orderId} 归到哪张采购单`,
          label: '采购单号',
          placeholder: 'CG…',
          maxLength: 40,
          okText: '接管',
          submit: (purchaseNumber, close) =>
            take([{ orderId: order.orderId, purchaseNumber: purchaseNumber.trim() }], close),
        })
      },
      async takeAll(orders: readonly HandOrder[]): Promise<void> {
        const isSure = await askConfirm({
          title: `接管 ${orders.length} 个1688订单？`,
          content: '各归到建议的采购单，采购单算作已经下单；不会再下单，也不会付款。接管后不能撤销。',
          okText: '接管',
        })
        if (!isSure) return
        await take(orders.map(({ orderId, purchase }) => ({ orderId, purchaseNumber: purchase!.number })))
      },
    }
  }, [accountId, perform])
  return { ...acts, reported, forget, isBusy }
}
export type HandOrderActs = ReturnType<typeof useHandOrderActs>
