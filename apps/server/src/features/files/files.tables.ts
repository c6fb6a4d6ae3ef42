import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'
import type { StorageKind } from './storage.ts'

/** Never changed after creation: an address always returns the same bytes. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: primaryId(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** SHA-256 of the stored bytes, hex */
    hash: text('hash').notNull(),
    purpose: text('purpose').$type<'product-image' | 'rich-text' | 'import' | 'export'>().notNull(),
    /** where it is stored: changing the setting moves nothing, `files:move` does */
    storage: text('storage').$type<StorageKind>().notNull(),
    objectKey: text('object_key').notNull(),
    ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('stored_file_owner').on(table.ownerId, table.id),
    index('stored_file_place').on(table.storage, table.objectKey),
  ],
)

/** An upload in pieces, as its first piece announced it. */
export const slicedUpload = pgTable(
  'sliced_upload',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    uploadId: text('upload_id').notNull(),
    total: integer('total').notNull(),
    hash: text('hash').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    purpose: text('purpose').$type<'product-image' | 'rich-text' | 'import'>().notNull(),
    fileId: uuid('file_id').references(() => storedFile.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.uploadId] })],
)

/** A received piece, stored in the place configured at that time, under its own key. */
export const uploadPiece = pgTable(
  'upload_piece',
  {
    accountId: uuid('account_id').notNull(),
    uploadId: text('upload_id').notNull(),
    index: integer('index').notNull(),
    hash: text('hash').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    storage: text('storage').$type<StorageKind>().notNull(),
    objectKey: text('object_key').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.uploadId, table.index] }),
    foreignKey({
      name: 'upload_piece_upload',
      columns: [table.accountId, table.uploadId],
      foreignColumns: [slicedUpload.accountId, slicedUpload.uploadId],
    }).onDelete('cascade'),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Objects stored in the database, in chunks. Pictures and sheets are compressed already, so PostgreSQL does not compress them again
 * (EXTERNAL).
 */
export const fileChunk = pgTable(
  'file_chunk',
  {
    objectKey: text('object_key').notNull(),
    index: integer('index').notNull(),
    bytes: bytea('bytes').notNull(),
    isLast: boolean('is_last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectKey, table.index] })],
)

/** The folder in which this database's files are stored on disk, identified by its marker. */
export const fileFolder = pgTable(
  'file_folder',
  { id: integer('id').primaryKey().default(1), mark: text('mark').notNull() },
  (table) => [check('file_folder_one', sql`${table.id} = 1`)],
)
