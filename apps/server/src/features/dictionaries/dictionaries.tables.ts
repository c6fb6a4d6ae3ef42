import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/** Entries are stored in their dictionary's row, because they are read and saved together; a few hundred at most. */
export const dictionary = pgTable(
  'dictionary',
  {
    id: primaryId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    note: text('note').notNull(),
    entries: jsonb('entries').$type<DictionaryFields['entries']>().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('dictionary_code').on(table.code)],
)
