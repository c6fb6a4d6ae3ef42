import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ItemRow, LineRow } from './orders.store.ts'
import type { ReturnActRow } from './return-acts.store.ts'
import { returnCan } from './returns.rules.ts'
import type { ReturnRow } from './returns.store.ts'

export type Sold = { lines: readonly LineRow[]; items: ReadonlyMap<string, ItemRow> }

export function returnView(
  row: ReturnRow,
  { lines, items }: Sold,
  { acts, scopes }: { acts: readonly ReturnActRow[]; scopes: readonly string[] },
): OrderReturn {
  const own = acts.filter(({ returnId }) => returnId === row.id)
  const isBusy = own.some(({ state }) => state === 'sending' || state === 'unknown')
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    lines: row.lines.map(({ shopifyLineId, ...line }) => {
      const sold = lines.find((one) => one.shopifyId === shopifyLineId)
      const item = sold && items.get(sold.itemId)
      return { lineId: sold?.id ?? null, sku: item?.sku ?? '', title: item?.title ?? '', ...line }
    }),
    exchanges: row.exchanges,
    refunds: row.refunds.map(({ presentment, ...refund }) => ({ ...refund, presentment: presentment ?? null })),
    declined: row.declined,
    requestedAt: row.requestedAt.getTime(),
    closedAt: row.closedAt?.getTime() ?? null,
    photos: row.photos,
    acts: own.map(({ id, step, state, message, by, createdAt }) => ({
      id,
      step,
      state,
      message,
      by,
      at: createdAt.getTime(),
    })),
    can: returnCan(row, { isBusy, scopes }),
  }
}
