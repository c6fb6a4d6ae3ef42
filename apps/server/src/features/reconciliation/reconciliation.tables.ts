import type { DifferenceFigure, DifferenceObject } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type {
  DifferenceGroup,
  DifferenceKind,
  DifferenceState,
  ReconciliationPass,
  ReconciliationState,
  Severity,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, updatedAt } from '../../db/columns.ts'
import type { KeptRepair } from './reconciliation.types.ts'

/** The progress of a run; after a crash it continues after `after`. */
export type RunPlace = {
  pass: ReconciliationPass
  after: string | null
  /** part of this walk could not be read, so none of its differences may be closed */
  isPartial?: boolean
}

export const reconciliationRun = pgTable(
  'reconciliation_run',
  {
    id: primaryId(),
    state: text('state').$type<ReconciliationState>().notNull(),
    place: jsonb('place').$type<RunPlace>(),
    /** walks that were compared completely: differences that they did not find again are closed */
    covered: jsonb('covered').$type<ReconciliationPass[]>().notNull().default([]),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    found: integer('found').notNull().default(0),
    opened: integer('opened').notNull().default(0),
    closed: integer('closed').notNull().default(0),
    problems: text('problems')
      .array()
      .notNull()
      .default(sql`'{}'`),
    byId: uuid('by_id'),
    by: text('by'),
    finishedAt: at('finished_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('reconciliation_run_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The database allows only one open run.
    uniqueIndex('reconciliation_run_open')
      .on(sql`(true)`)
      .where(sql`finished_at is null`),
  ],
)

/** One difference; the same key refers to it in every run. */
export const reconciliationDifference = pgTable(
  'reconciliation_difference',
  {
    id: primaryId(),
    /** kind and objects: the same difference has the same key in every run */
    key: text('key').notNull(),
    pass: text('pass').$type<ReconciliationPass>().notNull(),
    /** what its walk needs to check it again: an order, a purchase, an account and 1688 number, a listing … */
    subject: text('subject').notNull(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    group: text('group').$type<DifferenceGroup>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    /** for sorting in lists: urgent 3, attention 2, notice 1 */
    weight: smallint('weight').notNull(),
    state: text('state').$type<DifferenceState>().notNull(),
    what: text('what').notNull(),
    why: text('why').notNull(),
    affects: text('affects').notNull(),
    next: text('next').notNull(),
    objects: jsonb('objects').$type<DifferenceObject[]>().notNull(),
    figures: jsonb('figures').$type<DifferenceFigure[]>().notNull(),
    /** the figures as one text: if they change, an ignored difference opens again */
    facts: text('facts').notNull(),
    amountMinor: minor('amount_minor'),
    repair: jsonb('mend').$type<KeptRepair>(),
    repairMessage: text('mend_message').notNull().default(''),
    orderIds: uuid('order_ids').array().notNull(),
    purchaseIds: uuid('purchase_ids').array().notNull(),
    searchText: text('search_text').notNull(),
    firstSeenAt: at('first_seen_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    lastRunId: uuid('last_run_id'),
    closedAt: at('closed_at'),
    ignoredAt: at('ignored_at'),
    ignoredBy: text('ignored_by'),
    ignoredNote: text('ignored_note'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('reconciliation_difference_key').on(table.key),
    index('reconciliation_difference_weight').on(
      table.state,
      table.weight.desc().nullsFirst(),
      table.firstSeenAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('reconciliation_difference_first').on(
      table.state,
      table.firstSeenAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('reconciliation_difference_amount').on(
      table.state,
      table.amountMinor.desc().nullsLast(),
      table.id.desc().nullsFirst(),
    ),
    index('reconciliation_difference_pass')
      .on(table.pass, table.lastRunId)
      .where(sql`state <> 'closed'`),
    index('reconciliation_difference_orders').using('gin', table.orderIds),
    index('reconciliation_difference_purchases').using('gin', table.purchaseIds),
  ],
)
