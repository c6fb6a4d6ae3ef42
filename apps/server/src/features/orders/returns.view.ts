import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ItemRow, LineRow } from './orders.store.ts'
import type { ReturnRow } from './returns.store.ts'

export function returnView(
  row: ReturnRow,
  lines: readonly LineRow[],
  items: ReadonlyMap<string, ItemRow>,
): OrderReturn {
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
  }
}
