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

/** One thing that happened to an order. `fen` is the money that it was about; absent when none. */
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
 * The witness: every change of every order in the order in which it happened, written together with the change. Tests
 * ask it how many orders one outOrderId made and what was paid; nothing that speaks the vendor's wire can alter it.
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
