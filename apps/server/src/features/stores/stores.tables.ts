import type { Store, StoreLanguage, StoreMarket } from '@huoqiao/contract/stores/stores.schema'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

type Named = { id: string; name: string }[]

/** `credentials` and `token` are encrypted (platform/secrets.ts): JSON of the secret box, never plain text. */
export const store = pgTable(
  'store',
  {
    id: primaryId(),
    name: text('name').notNull(),
    /** without a trailing slash */
    origin: text('origin').notNull(),
    domain: text('domain').notNull(),
    credentials: text('credentials'),
    credentialsVersion: integer('credentials_version').notNull().default(0),
    token: text('token'),
    /** encrypted: the client secret before the last change, with which deliveries may still be signed for a while */
    previousSecret: text('previous_secret'),
    previousSecretUntil: at('previous_secret_until'),
    currency: text('currency'),
    plan: text('plan'),
    plus: boolean('plus').notNull().default(false),
    scopes: jsonb('scopes').$type<string[]>().notNull().default([]),
    locationId: text('location_id'),
    locations: jsonb('locations').$type<Named>().notNull().default([]),
    publicationIds: jsonb('publication_ids').$type<string[]>().notNull().default([]),
    publications: jsonb('publications').$type<Named>().notNull().default([]),
    priceRuleId: uuid('price_rule_id'),
    locale: text('locale').$type<'en' | 'zh'>().notNull(),
    /** as the shop has them, the primary one first */
    languages: jsonb('languages').$type<StoreLanguage[]>().notNull().default([]),
    languagesReadAt: at('languages_read_at'),
    markets: jsonb('markets').$type<StoreMarket[]>().notNull().default([]),
    marketsReadAt: at('markets_read_at'),
    vendorName: text('vendor_name').notNull(),
    /** days after an order until its goods have to be sent; neither the shop nor 1688 reports it */
    shipDays: integer('ship_days').notNull().default(3),
    health: text('health').$type<Store['health']>().notNull().default('unchecked'),
    healthMessage: text('health_message').notNull().default(''),
    checkedAt: at('checked_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('store_name').on(table.name),
    uniqueIndex('store_origin').on(table.origin),
    index('store_price_rule').on(table.priceRuleId),
  ],
)

/**
 * The content of a key of 店铺直连, written with the act that creates the product. (Acts are deleted after the log's retention.) Kept for ever
 * once a product may exist: the key is never used for other content.
 */
export const storeCreation = pgTable('store_creation', {
  /** the product's identifier in its shop, derived from store and key */
  listing: text('listing').primaryKey(),
  digest: text('digest').notNull(),
  /** number of acts that are open or may have succeeded */
  holders: integer('holders').notNull().default(1),
  createdAt: createdAt(),
})
