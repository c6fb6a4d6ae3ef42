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
     * What the list is sorted by, counted every hour (keep-scores): how many figures are bad, and figures of the last ninety days that have
     * enough cases. Null: too few cases, or not counted yet.
     */
    faults: integer('faults'),
    sendHours: integer('send_hours'),
    short: integer('short'),
    priceDrift: integer('price_drift'),
    refunded: integer('refunded'),
    /** of all time, as the list shows it */
    spentMinor: minor('spent_minor').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('supplier_seller').on(table.sellerKey),
    index('supplier_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The orders of the list (suppliers.store): unknown ones come last, whichever way.
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
