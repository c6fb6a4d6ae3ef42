import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import type { OrderTaskState } from '@huoqiao/contract/orders/orders.status'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'
import type { TaskInput } from './orders.types.ts'

/** A durable task on orders. `cursor` is its progress; after a restart it continues from there. */
export const orderTask = pgTable(
  'order_task',
  {
    id: primaryId(),
    kind: text('kind').$type<OrderTask['kind']>().notNull(),
    title: text('title').notNull(),
    state: text('state').$type<OrderTaskState>().notNull(),
    input: jsonb('input').$type<TaskInput>().notNull(),
    total: integer('total'),
    done: integer('done').notNull().default(0),
    stores: jsonb('stores').$type<OrderTask['stores']>().notNull().default([]),
    brought: jsonb('brought').$type<OrderTask['brought']>().notNull().default([]),
    fileId: uuid('file_id'),
    file: jsonb('file').$type<OrderTask['file']>(),
    message: text('message').notNull().default(''),
    createdById: uuid('created_by_id'),
    createdBy: text('created_by').notNull(),
    finishedAt: at('finished_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('order_task_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('order_task_open')
      .on(table.state)
      .where(sql`finished_at is null`),
  ],
)

/** The state of order intake for one store. */
export const orderFeed = pgTable('order_feed', {
  storeId: uuid('store_id').primaryKey(),
  version: version(),
  feePercent: text('fee_percent').notNull().default('0'),
  lastPulledAt: at('last_pulled_at'),
  /** every change in the shop before this time is stored */
  pulledTo: at('pulled_to'),
  pullError: text('pull_error'),
  webhooksAt: at('webhooks_at'),
  /** address and credentials for which the webhooks were registered */
  webhooksFor: text('webhooks_for'),
  webhookTopics: integer('webhook_topics').notNull().default(0),
  webhookError: text('webhook_error'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** CNY for one unit of a currency, by day (YYYY-MM-DD in UTC+8), as the decimal text that was typed */
export const exchangeRate = pgTable(
  'exchange_rate',
  {
    currency: text('currency').notNull(),
    day: text('day').notNull(),
    rate: text('rate').notNull(),
    origin: text('origin').$type<'manual' | 'price-rule'>().notNull(),
    byName: text('by_name'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.currency, table.day] }),
    uniqueIndex('exchange_rate_latest').on(table.currency, table.day.desc().nullsFirst()),
  ],
)
