import type { LedgerKind } from '@huoqiao/contract/placement/placement.status'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, remoteId, updatedAt } from '../../db/columns.ts'

/**
 * The ledger. Append-only (placement.sql forbids the rest), numbered without gaps; each line holds the hash of the previous one. `body` is
 * the canonical text that was hashed, so the table can be verified on its own.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: at('at').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    placementId: uuid('placement_id'),
    purchaseId: uuid('purchase_id'),
    purchaseNumber: text('purchase_number').notNull(),
    accountName: text('account_name').notNull(),
    orderId: remoteId('order_id'),
    amountMinor: minor('amount_minor'),
    by: text('by').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('ledger_entry_purchase').on(table.purchaseNumber),
    index('ledger_entry_order').on(table.orderId),
    index('ledger_entry_kind').on(table.kind, table.seq.desc().nullsFirst()),
  ],
)
