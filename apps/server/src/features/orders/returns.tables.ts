import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
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
    requestedAt: at('requested_at').notNull(),
    closedAt: at('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('sales_order_return_shop').on(table.orderId, table.shopifyGid),
    index('sales_order_return_order').on(table.orderId, table.requestedAt.desc().nullsFirst()),
  ],
)
