import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/** Addresses that 1688 sends to. Removed ones are kept for the purchases that were sent there. */
export const receivingAddress = pgTable(
  'receiving_address',
  {
    id: primaryId(),
    version: version(),
    name: text('name').notNull(),
    fullName: text('full_name').notNull(),
    mobile: text('mobile').notNull().default(''),
    phone: text('phone').notNull().default(''),
    postCode: text('post_code').notNull().default(''),
    provinceText: text('province_text').notNull(),
    cityText: text('city_text').notNull().default(''),
    areaText: text('area_text').notNull().default(''),
    townText: text('town_text').notNull().default(''),
    address: text('address').notNull(),
    districtCode: text('district_code'),
    remoteAddressId: text('remote_address_id'),
    accountId: uuid('account_id'),
    isDefault: boolean('is_default').notNull().default(false),
    note: text('note').notNull().default(''),
    removedAt: at('removed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('receiving_address_name')
      .on(table.name)
      .where(sql`removed_at is null`),
    uniqueIndex('receiving_address_default')
      .on(table.isDefault)
      .where(sql`is_default and removed_at is null`),
  ],
)
