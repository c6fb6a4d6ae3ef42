import type { ListName } from '@huoqiao/contract'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useMemo } from 'react'
import { call } from '../../lib/client.ts'
import { actInPieces } from '../../lib/in-pieces.ts'
import { PurchaseNames } from '../../pickers/purchase-names.tsx'
import type { Acted } from '../../ui/bulk-acts.tsx'
import { useBulkActs } from '../../ui/bulk-acts.tsx'
import { closeAfter } from '../../ui/close-after.ts'
import { askConfirm, askText } from '../../ui/dialogs.store.ts'

/** People know a purchase order by its number. */
const named = (rows: readonly PurchaseCard[]): Acted[] => rows.map(({ id, number }) => ({ id, name: number }))
/** Maximum number of purchases copied by one call (contract). */
const COPIES_A_CALL = 100
const TOUCHED: readonly ListName[] = ['purchases', 'orders', 'payments', 'ledger']

/** The bulk actions of the list and the drawer: each asks its questions, makes its call, and shows an outcome for every row. */
export function usePurchaseActs() {
  const { tell: tellOf, perform: performAll, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(() => {
    const tell = (title: string, outcome: BulkOutcome, rows: readonly PurchaseCard[]): void =>
      tellOf(title, outcome, named(rows))
    const perform = (
      title: string,
      rows: readonly PurchaseCard[],
      act: (purchaseIds: string[]) => Promise<BulkOutcome>,
    ): Promise<BulkOutcome | undefined> => performAll(title, named(rows), act)
    return {
      tell,
      perform,
      review: (rows: readonly PurchaseCard[]) =>
        perform('审核通过', rows, (purchaseIds) => call('completeReviewOrder', { purchaseIds })),

      sendBack: async (rows: readonly PurchaseCard[]): Promise<void> => {
        await askText({
          title: `把 ${rows.length} 张采购单退回待审核`,
          label: '原因',
          content: <PurchaseNames rows={rows} says="退回后可以修改、合并或删除。已有1688订单号的不能退回。" />,
          placeholder: '原因（可不填）',
          maxLength: 200,
          isRequired: false,
          okText: '退回待审核',
          submit: (reason, close) =>
            perform(
              '退回待审核',
              rows,
              closeAfter(close, (purchaseIds) => call('backToPendingReviewStatus', { purchaseIds, reason })),
            ),
        })
      },

      remove: async (rows: readonly PurchaseCard[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `删除 ${rows.length} 张采购单？`,
          content: <PurchaseNames rows={rows} says="订单里的需求会放回，可以重新生成采购单。只有待审核的能删除。" />,
          okText: '删除',
          danger: true,
        })
        if (isSure) await perform('删除采购单', rows, (purchaseIds) => call('deletePurchaseOrder', { purchaseIds }))
      },

      copy: (rows: readonly PurchaseCard[]) =>
        perform('复制为新采购单', rows, (ids) =>
          actInPieces(ids, COPIES_A_CALL, String, (purchaseIds) => call('copyPurchaseOrder', { purchaseIds })),
        ),

      resolve: (rows: readonly PurchaseCard[]) =>
        perform('核对下单结果', rows, (purchaseIds) => call('settleAlibabaOrder', { purchaseIds })),

      refresh: (rows: readonly PurchaseCard[]) =>
        perform('刷新1688订单', rows, (purchaseIds) => call('refreshAlibabaOrders', { purchaseIds })),
    }
  }, [tellOf, performAll])
  return { ...acts, reported, forget, isBusy }
}
export type PurchaseActs = ReturnType<typeof usePurchaseActs>
