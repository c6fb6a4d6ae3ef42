import type { ApprovalKind, ApprovalState } from '@huoqiao/contract/approvals/approvals.status'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, updatedAt, version } from '../../db/columns.ts'
import { role } from '../access/access.tables.ts'
import { account } from '../accounts/accounts.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'

export const approval = pgTable(
  'approval',
  {
    id: primaryId(),
    version: version(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    state: text('state').$type<ApprovalState>().notNull(),
    reason: text('reason').notNull(),
    askedMinor: minor('asked_minor').notNull(),
    purchaseCount: integer('purchase_count').notNull(),
    byId: uuid('by_id').notNull(),
    by: text('by').notNull(),
    decidedById: uuid('decided_by_id'),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('approval_state').on(table.state, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('approval_at').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/** `open` is the kind while the request is undecided, null afterwards: a purchase is in at most one open request of a kind. */
export const approvalItem = pgTable(
  'approval_item',
  {
    approvalId: uuid('approval_id')
      .notNull()
      .references(() => approval.id, { onDelete: 'cascade' }),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchaseOrder.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    askedMinor: minor('asked_minor').notNull(),
    open: text('open').$type<ApprovalKind>(),
    /** its outcome when the request was approved */
    ok: boolean('ok'),
    message: text('message'),
  },
  (table) => [
    primaryKey({ columns: [table.approvalId, table.purchaseId] }),
    uniqueIndex('approval_item_open').on(table.purchaseId, table.open),
  ],
)

/** How much accounts with a role may spend per day (UTC+8), in fen. No row, or null: no limit. */
export const spendingLimit = pgTable('spending_limit', {
  roleId: uuid('role_id')
    .primaryKey()
    .references(() => role.id, { onDelete: 'cascade' }),
  placeMinor: minor('place_minor'),
  payMinor: minor('pay_minor'),
  version: version(),
  updatedAt: updatedAt(),
})

/** What a person committed on a day: written in the transaction that submits the purchase, or that writes the payment's intent. */
export const spending = pgTable(
  'spending',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** the day in UTC+8 */
    day: text('day').notNull(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchaseOrder.id, { onDelete: 'cascade' }),
    /** for a payment: its 1688 order (our row id), a colon, and the stage if there are stages; empty for a placement */
    part: text('part').notNull().default(''),
    amountMinor: minor('amount_minor').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.kind, table.purchaseId, table.part] }),
    index('spending_purchase').on(table.purchaseId),
  ],
)
