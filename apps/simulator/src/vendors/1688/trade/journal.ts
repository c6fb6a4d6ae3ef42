import type { Table } from '../../../core.ts'

export type JournalKind =
  | 'create'
  | 'pay'
  | 'pay-refused'
  | 'close'
  | 'price'
  | 'ship'
  | 'mail-number'
  | 'receive'
  | 'success'
  | 'urge'
  | 'refund-apply'
  | 'refund-agree'
  | 'refund-reject'
  | 'refund-return'
  | 'refund-paid'
  | 'refund-cancel'

/** One event of an order. `fen` is the amount that was moved; absent when there is none. */
export type JournalEntry = {
  seq: number
  at: number
  kind: JournalKind
  orderId: string
  outOrderId: string | null
  by: 'buyer' | 'seller' | 'system'
  fen?: number
  detail?: string
}

/**
 * Every change of every order, in its order, written together with the change. Tests read from it how many orders one outOrderId created
 * and what was paid; no call of the vendor's API can change it.
 */
export function openJournal(table: Table<JournalEntry>) {
  let lastSeq = 0
  for (const entry of table.values()) lastSeq = Math.max(lastSeq, entry.seq)
  return {
    write: (entry: Omit<JournalEntry, 'seq'>): void => {
      const kept = { seq: ++lastSeq, ...entry }
      table.put(String(kept.seq), kept)
    },
    query: (filter: { kind?: string; orderId?: string; outOrderId?: string }): JournalEntry[] =>
      Array.from(table.values()).filter(
        (entry) =>
          (filter.kind === undefined || entry.kind === filter.kind) &&
          (filter.orderId === undefined || entry.orderId === filter.orderId) &&
          (filter.outOrderId === undefined || entry.outOrderId === filter.outOrderId),
      ),
    clear: () => table.clear(),
  }
}

export type Journal = ReturnType<typeof openJournal>
