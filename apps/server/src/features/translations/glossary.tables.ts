import type { TermKind } from '@huoqiao/contract/translations/glossary.status'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/** A word and how translations treat it. Empty `locale`: in every language; no store: in all stores. */
export const glossaryTerm = pgTable(
  'glossary_term',
  {
    id: primaryId(),
    storeId: uuid('store_id'),
    locale: text('locale').notNull(),
    kind: text('kind').$type<TermKind>().notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    note: text('note').notNull(),
    version: version(),
    updatedBy: text('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('glossary_term_word').on(
      sql`coalesce(store_id::text, '')`,
      table.locale,
      sql`lower(source)`,
      sql`(kind = 'forbidden')`,
    ),
    index('glossary_term_updated').on(table.updatedAt),
  ],
)
