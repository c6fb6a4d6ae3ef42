import type { SourceOffer } from '@huoqiao/connector-1688'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, remoteId, updatedAt } from '../../db/columns.ts'
import type { By } from '../../platform/call.ts'

/** A 1688 offer as last fetched: whole, with the columns that lists filter and show. */
export const sourceOffer = pgTable(
  'source_offer',
  {
    offerId: remoteId('offer_id').primaryKey(),
    subject: text('subject').notNull(),
    subjectTrans: text('subject_trans').notNull(),
    image: text('image'),
    supplierOpenId: text('supplier_open_id'),
    supplierName: text('supplier_name'),
    /** lowest price at the smallest quantity, fen */
    priceMinor: minor('price_minor'),
    skuCount: integer('sku_count').notNull(),
    /** 1688's word, or `gone` when it no longer answers for the offer */
    status: text('status').notNull(),
    published: boolean('published').notNull(),
    offer: jsonb('offer').$type<SourceOffer>().notNull(),
    /** of what a snapshot is kept for; see `offerHash` */
    hash: text('hash').notNull(),
    fetchedAt: at('fetched_at').notNull(),
    /** what 1688 said to "we list this offer"; null: never told */
    relation: text('relation').$type<'told' | 'refused'>(),
    relationNote: text('relation_note'),
    /** the same for "we follow it", which stock and price messages want */
    follow: text('follow').$type<'told' | 'refused'>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('source_offer_supplier').on(table.supplierOpenId)],
)

/**
 * Sources of which 1688 told that something changed, and which were not read since: the row is the work. However many
 * messages came, it is one reading.
 */
export const sourceHint = pgTable(
  'source_hint',
  {
    offerId: remoteId('offer_id').primaryKey(),
    /** messages so far: a reading answers those that had come when it began */
    messages: integer('messages').notNull(),
    attempts: integer('attempts').notNull(),
    /** moved on by whoever reads, so that a reading of a killed process is taken up again */
    dueAt: at('due_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('source_hint_due').on(table.dueAt)],
)

/** Every fetch that differs from the one before it (decisions, section 3). Append-only. */
export const sourceOfferSnapshot = pgTable(
  'source_offer_snapshot',
  {
    id: primaryId(),
    offerId: remoteId('offer_id').notNull(),
    at: at('at').notNull(),
    hash: text('hash').notNull(),
    offer: jsonb('offer').$type<SourceOffer>().notNull(),
  },
  (table) => [index('source_offer_snapshot_offer').on(table.offerId, table.at.desc().nullsFirst())],
)

/** One line of the collection box; one an offer in the whole installation. */
export const collectItem = pgTable(
  'collect_item',
  {
    id: primaryId(),
    offerId: remoteId('offer_id').notNull(),
    state: text('state').$type<CollectState>().notNull(),
    /** what was pasted, for a person to recognise; the canonical link when an id was given */
    link: text('link'),
    error: text('error'),
    /** stores that a claim still waits to be made for; empty when only collected */
    wantedStoreIds: uuid('wanted_store_ids').array().notNull(),
    /** who the product will belong to; null: nobody asked for a claim yet */
    wantedBy: jsonb('wanted_by').$type<By>(),
    collectedBy: jsonb('collected_by').$type<By>(),
    /** counts the fetches that were ordered: a job of an earlier round has nothing to do any more */
    round: integer('round').notNull(),
    /** waits in a row that 1688 caused, for the back-off */
    waits: integer('waits').notNull(),
    /** the words of its offer in small letters, for the keyword; see `offerWords` */
    searchText: text('search_text').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('collect_item_offer').on(table.offerId),
    index('collect_item_state').on(table.state, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('collect_item_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/** What changed between two fetches of an offer that we sell from. Append-only; the words of then, so that it stays readable. */
export const sourceChange = pgTable(
  'source_change',
  {
    id: primaryId(),
    offerId: remoteId('offer_id').notNull(),
    kind: text('kind').$type<SourceChangeKind>().notNull(),
    at: at('at').notNull(),
    title: text('title').notNull(),
    image: text('image'),
    supplierName: text('supplier_name'),
    specText: text('spec_text').notNull(),
    skus: integer('skus').notNull(),
    /** fen or pieces, as the kind says */
    before: minor('before'),
    after: minor('after'),
    beforeText: text('before_text').notNull(),
    afterText: text('after_text').notNull(),
  },
  (table) => [
    index('source_change_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('source_change_kind').on(table.kind, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('source_change_offer').on(table.offerId, table.at.desc().nullsFirst()),
  ],
)
