import { bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Columns that all our tables share, defined once. Times are timestamptz, read as Date. */
export const primaryId = () => uuid('id').primaryKey()
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => at('created_at').notNull().defaultNow()
export const updatedAt = () => at('updated_at').notNull().defaultNow()
/** Optimistic locking: incremented at every edit by a person. */
export const version = () => integer('version').notNull().default(0)
/** Minor units of a currency; safe integers only. */
export const minor = (name: string) => bigint(name, { mode: 'number' })
/** Marketplace ids of up to 19 digits: text in the app, bigint in the database. */
export const remoteId = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' })
