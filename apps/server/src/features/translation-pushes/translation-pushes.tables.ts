import type {
  TranslationPushItemState,
  TranslationPushKind,
  TranslationPushState,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'

/**
 * A person's approval of a dry run: the hash of the plan and the rows to overwrite. `seen`: the shop's texts in these rows, stored by the first
 * try whose plan had the same hash; null: no text.
 */
export type PushApproval = { contentHash: string; overwrite: string[]; seen?: Record<string, string | null> }

export const translationPush = pgTable(
  'translation_push',
  {
    id: primaryId(),
    storeId: uuid('store_id').notNull(),
    kind: text('kind').$type<TranslationPushKind>().notNull(),
    title: text('title').notNull(),
    locales: text('locales').array().notNull(),
    state: text('state').$type<TranslationPushState>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    unknown: integer('unknown').notNull().default(0),
    createdById: uuid('created_by_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    cancelledAt: at('cancelled_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('translation_push_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('translation_push_state').on(table.state, table.createdAt.desc().nullsFirst()),
  ],
)

export const translationPushItem = pgTable(
  'translation_push_item',
  {
    id: primaryId(),
    pushId: uuid('push_id')
      .notNull()
      .references(() => translationPush.id, { onDelete: 'cascade' }),
    listingId: uuid('listing_id').notNull(),
    productId: uuid('product_id').notNull(),
    /** of an undo: the item whose writes are undone */
    undoOf: uuid('undo_of'),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    state: text('state').$type<TranslationPushItemState>().notNull(),
    message: text('message').notNull().default(''),
    advice: text('advice'),
    approval: jsonb('approval').$type<PushApproval>(),
    /** texts written, and texts kept because the shop's staff or another app changed them */
    written: integer('written').notNull().default(0),
    kept: integer('kept').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    finishedAt: at('finished_at'),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('translation_push_item_push').on(table.pushId, table.position),
    index('translation_push_item_state').on(table.pushId, table.state),
    index('translation_push_item_product').on(table.productId, table.pushId.desc().nullsFirst()),
    index('translation_push_item_undo').on(table.undoOf),
  ],
)

/**
 * Last known state of one translation in a shop: our last write, or a text of staff or another app. The base for comparison with the shop's
 * current translation. `market`: '' for all markets.
 */
export const shopTranslation = pgTable(
  'shop_translation',
  {
    listingId: uuid('listing_id').notNull(),
    resourceId: text('resource_id').notNull(),
    key: text('key').notNull(),
    locale: text('locale').notNull(),
    market: text('market').notNull().default(''),
    owner: text('owner').$type<'ours' | 'theirs'>().notNull(),
    /** as the shop stores it; null: it was removed in the shop */
    value: text('value'),
    /** our text as it was sent; the shop may store it in a different form */
    sent: text('sent'),
    /** digest of the source text in the shop */
    digest: text('digest'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.resourceId, table.key, table.locale, table.market] })],
)

/** A text that an item writes or removes, stored before the request is sent. The data for an undo. */
export const translationPushChange = pgTable(
  'translation_push_change',
  {
    id: primaryId(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => translationPushItem.id, { onDelete: 'cascade' }),
    resourceId: text('resource_id').notNull(),
    key: text('key').notNull(),
    locale: text('locale').notNull(),
    market: text('market').notNull().default(''),
    label: text('label').notNull(),
    /** the shop's text before; null: none */
    before: text('before'),
    /** owner of the text before */
    beforeOwner: text('before_owner').$type<'ours' | 'theirs'>(),
    /** null: removed */
    after: text('after'),
    /** the text as the shop stored it; null until that is known, and after a removal */
    stored: text('stored'),
    isWritten: boolean('is_written').notNull().default(false),
    at: at('at').notNull(),
  },
  (table) => [
    uniqueIndex('translation_push_change_text').on(
      table.itemId,
      table.resourceId,
      table.key,
      table.locale,
      table.market,
    ),
  ],
)
