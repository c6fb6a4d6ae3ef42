import type { ListingState } from '@huoqiao/contract/products/products.status'
import type { SyncItemState, SyncTaskState } from '@huoqiao/contract/listings/listings.status'
import type { Approval } from '@huoqiao/contract/listings/listings.endpoints'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'
import type { Desired, DesiredVariant } from './desired.mapping.ts'

/** Which ids of the shop belong to which of ours. */
export type RemoteRefs = {
  /** our variant id → the shop's ids */
  variants: Record<string, { id: string; inventoryItemId?: string }>
  /** our image id → the shop's media id */
  media: Record<string, string>
}

/**
 * Where the shop shows a pushed value differently (a vendor that it filled in, rewritten HTML, a rounded weight): the shop's form, by
 * field. A difference to our value that is stored here is our own write, not somebody's change. Empty for most products.
 */
export type ShownForm = Partial<Pick<Desired, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'>> & {
  /** by our variant id */
  variants?: Record<string, Partial<DesiredVariant>>
}

/**
 * A stock change that was sent, stored before it was sent. Stock changes add up, so none may be applied twice: until the outcome is known,
 * exactly the same request is repeated with the same idempotency key.
 */
export type StockIntent = {
  /** stock of newly created variants, by our variant id */
  made?: Record<string, number>
  /** a change of stock that the shop has already */
  change?: {
    key: string
    /** ISO 8601 */
    at: string
    changes: { inventoryItemId: string; locationId: string; delta: number; changeFromQuantity: number | null }[]
    /** our stock of these variants after the change */
    ours: Record<string, number>
  }
}

/**
 * One product in one store. The row's id is the identifier for the upsert in the shop, so it is created once for a pair and never changes
 * (decisions, section 5).
 */
export const listing = pgTable(
  'listing',
  {
    id: primaryId(),
    productId: uuid('product_id').notNull(),
    storeId: uuid('store_id').notNull(),
    state: text('state').$type<ListingState>().notNull(),
    shopifyProductId: text('shopify_product_id'),
    handle: text('handle'),
    /** what was pushed last: the base of the three-way comparison with the shop */
    pushed: jsonb('pushed').$type<Desired>(),
    shown: jsonb('shown').$type<ShownForm>().notNull().default({}),
    stockIntent: jsonb('stock_intent').$type<StockIntent>(),
    pushedAt: at('pushed_at'),
    pushedBy: text('pushed_by'),
    publishedAt: at('published_at'),
    refs: jsonb('refs').$type<RemoteRefs>().notNull(),
    error: text('error'),
    /** descriptions of changes in the shop since our last push; empty: none known */
    shopChanged: jsonb('shop_changed').$type<string[]>().notNull().default([]),
    /** the shop reported a change that was not read yet; this includes messages caused by our own pushes */
    shopTouchedAt: at('shop_touched_at'),
    shopLookedAt: at('shop_looked_at'),
    /** the state before it was queued, to be restored if the work is cancelled */
    restState: text('rest_state').$type<ListingState>().notNull().default('pending'),
    restError: text('rest_error'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('listing_pair').on(table.productId, table.storeId),
    index('listing_store_state').on(table.storeId, table.state),
    index('listing_shopify').on(table.storeId, table.shopifyProductId),
    index('listing_touched')
      .on(table.shopTouchedAt)
      .where(sql`${table.shopTouchedAt} is not null`),
    index('listing_looked').on(table.storeId, table.shopLookedAt),
  ],
)

/** Up to when changes of a store's products were read; the safety net for its messages. */
export const productFeed = pgTable('product_feed', {
  storeId: uuid('store_id').primaryKey(),
  /** by our clock: all changes in the shop before this were read */
  polledTo: at('polled_to').notNull(),
})

export const syncTask = pgTable(
  'sync_task',
  {
    id: primaryId(),
    title: text('title').notNull(),
    state: text('state').$type<SyncTaskState>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    unknown: integer('unknown').notNull().default(0),
    waitingUntil: at('waiting_until'),
    createdById: uuid('created_by_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    cancelledAt: at('cancelled_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('sync_task_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sync_task_updated').on(table.updatedAt),
    index('sync_task_state').on(table.state, table.createdAt.desc().nullsFirst()),
  ],
)

export const syncItem = pgTable(
  'sync_item',
  {
    id: primaryId(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => syncTask.id, { onDelete: 'cascade' }),
    listingId: uuid('listing_id')
      .notNull()
      .references(() => listing.id, { onDelete: 'cascade' }),
    productId: uuid('product_id').notNull(),
    storeId: uuid('store_id').notNull(),
    position: integer('position').notNull(),
    state: text('state').$type<SyncItemState>().notNull(),
    step: text('step').notNull().default(''),
    message: text('message').notNull().default(''),
    advice: text('advice'),
    word: text('word'),
    exchange: jsonb('exchange').$type<{ request: string; response: string; status?: number }>(),
    /** `contentHash` is empty after a retry: nothing is approved any more, but what a person excluded stays excluded */
    approval: jsonb('approval').$type<Pick<Approval, 'contentHash' | 'skipFields'>>(),
    title: text('title').notNull(),
    image: text('image'),
    attempts: integer('attempts').notNull().default(0),
    skuCount: integer('sku_count').notNull().default(0),
    /** the waiting item that this one was merged into */
    mergedInto: uuid('merged_into'),
    finishedAt: at('finished_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('sync_item_task').on(table.taskId, table.position),
    index('sync_item_task_state').on(table.taskId, table.state),
    index('sync_item_listing').on(table.listingId, table.state),
    index('sync_item_product').on(table.productId, table.createdAt.desc().nullsFirst()),
    index('sync_item_finished').on(table.state, table.finishedAt),
    index('sync_item_merged').on(table.mergedInto),
  ],
)
