import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, minor, primaryId, updatedAt, version } from '../../db/columns.ts'

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
    /**
     * Figures that the list is sorted by, recalculated every hour (keep-scores): the number of figures that are bad, and figures of the
     * last ninety days that have enough cases. Null: too few cases, or not calculated yet.
     */
    faults: integer('faults'),
    sendHours: integer('send_hours'),
    short: integer('short'),
    priceDrift: integer('price_drift'),
    refunded: integer('refunded'),
    /** total of all time, as shown in the list */
    spentMinor: minor('spent_minor').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('supplier_seller').on(table.sellerKey),
    index('supplier_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Sort orders of the list (suppliers.store). Suppliers without the figure come last in both directions.
    index('supplier_worst').on(table.faults.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('supplier_best').on(table.faults, table.sendHours, table.id),
    index('supplier_slow').on(table.sendHours.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('supplier_fast').on(table.sendHours, table.id),
    index('supplier_short').on(table.short.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('supplier_dearer').on(table.priceDrift.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('supplier_refunded').on(table.refunded.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('supplier_spent').on(table.spentMinor.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)
