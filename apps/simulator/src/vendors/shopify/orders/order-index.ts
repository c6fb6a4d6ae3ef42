import type { Table } from '../../../core.ts'
import type { OrderRow } from './order.rows.ts'

export type OrderIndex = {
  get(id: string): OrderRow | undefined
  byNumber(number: number): OrderRow | undefined
  /** The order that a line, fulfilment order, fulfilment, refund or a part of one belongs to. */
  ownerOf(partId: string): OrderRow | undefined
  /** Orders by ascending id. The list is shared: do not change it. */
  all(): readonly OrderRow[]
  readonly size: number
  put(row: OrderRow): void
  delete(id: string): boolean
  clear(): void
}

/** Ids of parts that can be queried by themselves and belong to an order. */
const partsOf = (order: OrderRow): string[] => [
  ...order.lines.map((line) => line.id),
  ...order.fulfillmentOrders.flatMap((entry) => [entry.id, ...entry.lines.map((line) => line.id)]),
  ...order.fulfillments.map((entry) => entry.id),
  ...order.refunds.map((entry) => entry.id),
  ...(order.returns ?? []).flatMap((entry) => [
    entry.id,
    ...(entry.reverse ? [entry.reverse.id, ...entry.reverse.lines.map((line) => line.id)] : []),
  ]),
]

/** The orders table with look-ups in memory. Rows are added by ascending id, so the table is in id order. */
export function openOrderIndex(table: Table<OrderRow>): OrderIndex {
  const owners = new Map<string, string>()
  const numbers = new Map<number, string>()
  let all: readonly OrderRow[] | undefined
  const remember = (row: OrderRow): void => {
    numbers.set(row.number, row.id)
    for (const part of partsOf(row)) owners.set(part, row.id)
  }
  for (const row of table.values()) remember(row)
  return {
    get: (id) => table.get(id),
    byNumber: (number) => {
      const id = numbers.get(number)
      return id === undefined ? undefined : table.get(id)
    },
    ownerOf: (partId) => {
      const id = owners.get(partId)
      return id === undefined ? undefined : table.get(id)
    },
    all: () => (all ??= Array.from(table.values())),
    get size() {
      return table.size
    },
    put: (row) => {
      all = undefined
      table.put(row.id, row)
      remember(row)
    },
    delete: (id) => {
      const row = table.get(id)
      if (!row) return false
      numbers.delete(row.number)
      for (const part of partsOf(row)) owners.delete(part)
      all = undefined
      return table.delete(id)
    },
    clear: () => {
      owners.clear()
      numbers.clear()
      all = undefined
      table.clear()
    },
  }
}
