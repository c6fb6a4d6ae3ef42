import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/** A 1688 seller that was bought from. Identified by 1688's open id, or by name if there is none. */
export const supplier = pgTable(
  'supplier',
  {
    id: primaryId(),
    version: version(),
    /** open id, or `name:` and the name */
    sellerKey: text('seller_key').notNull(),
    openId: text('open_id'),
    name: text('name').notNull(),
    rating: text('standing').$type<SupplierRating>().notNull().default('normal'),
    note: text('note').notNull().default(''),
    /** how this supplier was paid last; null: never yet */
    payWay: text('pay_way'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('supplier_seller').on(table.sellerKey),
    index('supplier_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)
