import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import type { ReturnActState, ReturnStep } from '@huoqiao/contract/orders/return.words'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'
import { salesOrder } from './orders.tables.ts'
import type { KeptExchange, KeptReturnLine, KeptReturnRefund } from './returns.types.ts'

/** A return as its shop last reported it. The shop always reports the whole return. */
export const salesOrderReturn = pgTable(
  'sales_order_return',
  {
    id: primaryId(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => salesOrder.id, { onDelete: 'cascade' }),
    /** gid://shopify/Return/… */
    shopifyGid: text('shopify_gid').notNull(),
    name: text('name').notNull(),
    state: text('state').$type<OrderReturnState>().notNull(),
    lines: jsonb('lines').$type<KeptReturnLine[]>().notNull(),
    exchanges: jsonb('exchanges').$type<KeptExchange[]>().notNull(),
    refunds: jsonb('refunds').$type<KeptReturnRefund[]>().notNull(),
    declined: text('declined').notNull(),
    /** addresses of uploaded pictures; added here, not by the shop */
    photos: text('photos')
      .array()
      .notNull()
      .default(sql`'{}'`),
    requestedAt: at('requested_at').notNull(),
    closedAt: at('closed_at'),
    /** lower case: its name, its order's number, the titles and SKUs of its lines */
    searchText: text('search_text').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sales_order_return_shop').on(table.orderId, table.shopifyGid),
    index('sales_order_return_order').on(table.orderId, table.requestedAt.desc().nullsFirst()),
    index('sales_order_return_list').on(table.requestedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sales_order_return_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sales_order_return_state').on(
      table.state,
      table.requestedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)

/** What a person did with a return in its shop, under the id of its remote act. */
export const salesOrderReturnAct = pgTable(
  'sales_order_return_act',
  {
    id: primaryId(),
    returnId: uuid('return_id')
      .notNull()
      .references(() => salesOrderReturn.id, { onDelete: 'cascade' }),
    step: text('step').$type<ReturnStep>().notNull(),
    state: text('state').$type<ReturnActState>().notNull(),
    /** what was sent, or why it was not accepted */
    message: text('message').notNull(),
    /** of the form, if the step may be repeated on purpose */
    requestKey: text('request_key'),
    /** SHA-256 of the form, hex: the same key with other content is refused */
    formHash: text('form_hash'),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    createdAt: createdAt(),
    resolvedAt: at('resolved_at'),
  },
  (table) => [index('sales_order_return_act_return').on(table.returnId, table.createdAt.desc().nullsFirst())],
)
