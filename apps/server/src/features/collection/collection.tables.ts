import type { SourceOffer } from '@huoqiao/connector-1688'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import type { OfferOrigin } from '@huoqiao/contract/collection/collection.words'
import type { SourceChangeKind } from '@huoqiao/contract/collection/radar.words'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, remoteId, updatedAt } from '../../db/columns.ts'
import type { By } from '../../platform/call.ts'
import { account } from '../accounts/accounts.tables.ts'

/** A 1688 offer as last fetched: the whole answer, plus columns for filters and lists. */
export const sourceOffer = pgTable(
  'source_offer',
  {
    offerId: remoteId('offer_id').primaryKey(),
    subject: text('subject').notNull(),
    subjectTrans: text('subject_trans').notNull(),
    image: text('image'),
    supplierOpenId: text('supplier_open_id'),
    supplierName: text('supplier_name'),
    /** lowest price at the minimum quantity, fen */
    priceMinor: minor('price_minor'),
    skuCount: integer('sku_count').notNull(),
    /** 1688's status, or `gone` if it no longer returns the offer */
    status: text('status').notNull(),
    published: boolean('published').notNull(),
    /** the API's answer, or a product page that a person's browser read (decision 0051) */
    origin: text('origin').$type<OfferOrigin>().notNull().default('api'),
    offer: jsonb('offer').$type<SourceOffer>().notNull(),
    /** hash of the content that snapshots record; see `offerHash` */
    hash: text('hash').notNull(),
    fetchedAt: at('fetched_at').notNull(),
    /** when 1688 last refused to return the offer to a scheduled read, although 1688 was reachable */
    refusedAt: at('refused_at'),
    /** 1688's response to "we list this offer"; null: not reported yet */
    relation: text('relation').$type<'told' | 'refused'>(),
    relationNote: text('relation_note'),
    /** the same for "we follow it", which is required for stock and price messages */
    follow: text('follow').$type<'told' | 'refused'>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('source_offer_supplier').on(table.supplierOpenId)],
)

/** Sources that 1688 reported as changed and that were not read since. The row is the work: any number of messages causes one read. */
export const sourceHint = pgTable(
  'source_hint',
  {
    offerId: remoteId('offer_id').primaryKey(),
    /** number of messages; a read answers those that had arrived when it began */
    messages: integer('messages').notNull(),
    attempts: integer('attempts').notNull(),
    /** moved forward by the reader, so that the read of a killed process is repeated */
    dueAt: at('due_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('source_hint_due').on(table.dueAt)],
)

/** One row for every fetch that differs from the previous one (decisions, section 3). Append-only. */
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

/** One line of the collection box; one for each offer in the installation. */
export const collectItem = pgTable(
  'collect_item',
  {
    id: primaryId(),
    offerId: remoteId('offer_id').notNull(),
    state: text('state').$type<CollectState>().notNull(),
    /** what was pasted, for recognition; the canonical link if an id was given */
    link: text('link'),
    error: text('error'),
    /** stores that the offer is still to be claimed to; empty if it is only collected */
    wantedStoreIds: uuid('wanted_store_ids').array().notNull(),
    /** the future owner of the product; null: not claimed yet */
    wantedBy: jsonb('wanted_by').$type<By>(),
    collectedBy: jsonb('collected_by').$type<By>(),
    /** number of requested fetches: a job of an earlier round has nothing to do */
    round: integer('round').notNull(),
    /** consecutive waits caused by 1688, for the back-off */
    waits: integer('waits').notNull(),
    /** the offer's search words in lower case; see `offerWords` */
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

/** Changes between two fetches of an offer that we sell from. Append-only; contains the texts of that time, so that it stays readable. */
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

/** Keys of the browser extension: each belongs to an account and allows only the call collectPages. The key is stored as SHA-256. */
export const collectorKey = pgTable(
  'collector_key',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** its first characters, for recognition */
    hint: text('hint').notNull(),
    keyHash: text('key_hash').notNull(),
    /** the minute of the newest call, and the number of calls in it */
    minute: at('minute'),
    callsInMinute: integer('calls_in_minute').notNull().default(0),
    lastUsedAt: at('last_used_at'),
    withdrawnAt: at('withdrawn_at'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('collector_key_hash').on(table.keyHash), index('collector_key_account').on(table.accountId)],
)
