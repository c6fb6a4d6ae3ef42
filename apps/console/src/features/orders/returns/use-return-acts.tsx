import type { ListName } from '@huoqiao/contract'
import type { ListedReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { useMemo } from 'react'
import { call } from '../../../lib/client.ts'
import type { Acted } from '../../../ui/bulk-acts.tsx'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'

const TOUCHED: readonly ListName[] = ['orders']
/** The most returns in one call (contract, approveReturns): each is a request to a shop. */
export const MOST_RETURNS = 50

const actedOf = ({ id, name }: ListedReturn): Acted => ({ id, name })

/** What is done with several returns at once: each asks first, and shows an outcome for every row. */
export function useReturnActs() {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const acts = useMemo(
    () => ({
      approve: (rows: readonly ListedReturn[], notifyCustomer: boolean) =>
        perform('同意退货', rows.map(actedOf), (returnIds) => call('approveReturns', { returnIds, notifyCustomer })),

      close: async (rows: readonly ListedReturn[]): Promise<void> => {
        const isSure = await askConfirm({
          title: `结束 ${rows.length} 个退货？`,
          content: '店铺把这些退货标为已完成。没有处理的商品不会退款，也不会退回库存。',
          okText: '结束退货',
        })
        if (isSure) await perform('结束退货', rows.map(actedOf), (returnIds) => call('closeReturns', { returnIds }))
      },
    }),
    [perform],
  )
  return { ...acts, reported, forget, isBusy }
}
export type ReturnActs = ReturnType<typeof useReturnActs>
