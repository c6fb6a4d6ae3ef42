import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { ListName } from '@huoqiao/contract'
import { isCallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import type { Acted } from '../../ui/bulk-acts.tsx'
import { useBulkActs } from '../../ui/bulk-acts.tsx'
import { askConfirm, askText } from '../../ui/dialogs.store.ts'
import { AT_ONCE_SAYS, dueOf, PayableList } from './placing/payable-list.tsx'
import type { Payable } from './placing/payable-list.tsx'
import { yuanText } from './purchase.words.ts'

/** A purchase order as the acts need it: its number is what a person knows it by. */
export type ActedPurchase = Pick<PurchaseCard, 'id' | 'number' | 'supplierName' | 'goodsMinor' | 'actualMinor'>

const named = (rows: readonly ActedPurchase[]): Acted[] => rows.map(({ id, number }) => ({ id, name: number }))
const TOUCHED: readonly ListName[] = ['purchases', 'orders', 'payments', 'ledger']
const SHOWN_NAMES = 6

/** What is about to be touched, so that nobody deletes what they did not mean. */
export function Names({ rows, says }: { rows: readonly ActedPurchase[]; says: ReactNode }): ReactNode {
  return (
    <>
      <p>{says}</p>
      <ul style={{ margin: '8px 0 0', paddingLeft: 16, listStyle: 'disc' }}>
        {rows.slice(0, SHOWN_NAMES).map((row) => (
          <li key={row.id}>
            {row.number} · {row.supplierName} · {yuanText(row.actualMinor ?? row.goodsMinor)}
          </li>
        ))}
        {rows.length > SHOWN_NAMES ? <li>等共 {rows.length} 张采购单</li> : null}
      </ul>
    </>
  )
}

/** The bulk actions of the list and the drawer: each asks what it must, makes its call, and tells an outcome for every row. */
export function usePurchaseActs() {
  const { tell: tellOf, perform: performAll, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(() => {
    const tell = (title: string, outcome: BulkOutcome, rows: readonly ActedPurchase[]): void =>
      tellOf(title, outcome, named(rows))
    const perform = (
      title: string,
      rows: readonly ActedPurchase[],
      act: (purchaseIds: string[]) => Promise<BulkOutcome>,
    ): Promise<BulkOutcome | undefined> => performAll(title, named(rows), act)
    /** What was seen goes with it: a stage that nobody saw is not paid. */
    const payAtOnce = (rows: readonly ActedPurchase[], { orders }: Payable): Promise<BulkOutcome | undefined> => {
      const stages = orders.flatMap(({ orderId, stage, dueMinor }) =>
        stage === null ? [] : [{ orderId, stage, amountMinor: dueMinor }],
      )
      return perform('免密支付', rows, (purchaseIds) =>
        call('payByProtocol', { purchaseIds, channel: 'alipay', stages }),
      )
    }
    return {
      tell,
      perform,
      payAtOnce,
      review: (rows: readonly ActedPurchase[]) =>
        perform('审核通过', rows, (purchaseIds) => call('completeReviewOrder', { purchaseIds })),

      sendBack: async (rows: readonly ActedPurchase[]): Promise<void> => {
        const reason = await askText({
          title: `把 ${rows.length} 张采购单退回待审核`,
          label: '原因',
          content: <Names rows={rows} says="退回后可以修改、合并或删除。已有1688订单号的不能退回。" />,
          placeholder: '原因（可不填）',
          maxLength: 200,
          isRequired: false,
          okText: '退回待审核',
        })
        if (reason === undefined) return
        await perform('退回待审核', rows, (purchaseIds) => call('backToPendingReviewStatus', { purchaseIds, reason }))
      },

      remove: async (rows: readonly ActedPurchase[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `删除 ${rows.length} 张采购单？`,
          content: <Names rows={rows} says="订单里的需求会放回，可以重新生成采购单。只有待审核的能删除。" />,
          okText: '删除',
          danger: true,
        })
        if (isSure) await perform('删除采购单', rows, (purchaseIds) => call('deletePurchaseOrder', { purchaseIds }))
      },

      copy: (rows: readonly ActedPurchase[]) =>
        perform('复制为新采购单', rows, (purchaseIds) => call('copyPurchaseOrder', { purchaseIds })),

      resolve: (rows: readonly ActedPurchase[]) =>
        perform('核对下单结果', rows, (purchaseIds) => call('settleAlibabaOrder', { purchaseIds })),

      refresh: (rows: readonly ActedPurchase[]) =>
        perform('刷新1688订单', rows, (purchaseIds) => call('refreshAlibabaOrders', { purchaseIds })),

      payByProtocol: async (rows: readonly ActedPurchase[]): Promise<void> => {
        const purchaseIds = rows.map(({ id }) => id)
        const payable = await call('queryPayable', { purchaseIds }).catch((error: unknown) => {
          if (!isCallError(error)) throw error
          return undefined
        })
        if (payable === undefined) return
        if (payable.orders.length === 0) return tell('免密支付', payable.left, rows)
        const isSure = await askConfirm({
          title: `免密支付 ${yuanText(dueOf(payable))}？`,
          content: (
            <>
              <p>{AT_ONCE_SAYS}</p>
              <PayableList payable={payable} rows={rows} />
            </>
          ),
          okText: '立即付款',
          width: 640,
          danger: true,
        })
        if (isSure) await payAtOnce(rows, payable)
      },
    }
  }, [tellOf, performAll])
  return { ...acts, reported, forget, isBusy }
}
export type PurchaseActs = ReturnType<typeof usePurchaseActs>
