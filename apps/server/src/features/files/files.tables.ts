import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '../../db/columns.ts'
import { account } from '../accounts/accounts.tables.ts'

/** Never changed after it was made: an address of a file stands for the same bytes for ever. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: primaryId(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** SHA-256 of what is stored, hex */
    hash: text('hash').notNull(),
    purpose: text('purpose').$type<'product-image' | 'rich-text' | 'import' | 'export'>().notNull(),
    /** where it was put: a change of the setting moves nothing */
    storage: text('storage').$type<'disk' | 's3'>().notNull(),
    objectKey: text('object_key').notNull(),
    ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index('stored_file_owner').on(table.ownerId, table.id)],
)

/** An upload in pieces, as its first piece announced it. The pieces that arrived lie on disk. */
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
