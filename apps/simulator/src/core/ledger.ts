import type { Ledger, LedgerEntry, Table } from '../core.ts'

/** The ledger keeps this many calls; the oldest are removed first. */
const LEDGER_CAPACITY = 20_000
const DEFAULT_LIMIT = 200

/**
 * Every received call, oldest first. `query` returns calls in ascending `seq`: without `afterSeq` the newest `limit` calls, with it the
 * first `limit` calls after that one, so that a reader can follow without missing any.
 */
export function openLedger(table: Table<LedgerEntry>, capacity: number = LEDGER_CAPACITY): Ledger {
  let lastSeq = 0
  for (const entry of table.values()) lastSeq = Math.max(lastSeq, entry.seq)
  return {
    record: (entry) => {
      const kept: LedgerEntry = { seq: ++lastSeq, ...entry }
      table.put(String(kept.seq), kept)
      if (table.size > capacity) {
        const oldest = table.values().next().value
        if (oldest) table.delete(String(oldest.seq))
      }
      return kept
    },
    query: (filter) => {
      const matching = Array.from(table.values()).filter(
        (entry) =>
          (filter.vendor === undefined || entry.vendor === filter.vendor) &&
          (filter.call === undefined || entry.call === filter.call) &&
          (filter.account === undefined || entry.account === filter.account) &&
          (filter.outcome === undefined || entry.outcome === filter.outcome) &&
          (filter.afterSeq === undefined || entry.seq > filter.afterSeq),
      )
      const limit = filter.limit ?? DEFAULT_LIMIT
      const entries = filter.afterSeq === undefined ? matching.slice(-limit) : matching.slice(0, limit)
      return { total: matching.length, entries: limit <= 0 ? [] : entries }
    },
    clear: () => table.clear(),
  }
}
