import type { PictureLanguage, PictureOrigin } from '@huoqiao/contract/translations/pictures.status'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, version } from '../../db/columns.ts'
import { product } from '../products/products.tables.ts'

/** The words on a product's picture. A picture that was not looked at yet has no row. */
export const pictureWords = pgTable(
  'picture_words',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    /**
     * id of the product's picture. For a supplier's picture it is derived from the address, so it is the same after the product was collected
     * again
     */
    pictureId: text('picture_id').notNull(),
    /** SHA-256 of the picture's address, in hex digits; with another address it counts as a different picture */
    urlDigest: text('url_digest').notNull(),
    /** '' : the picture has no words */
    words: text('words').notNull(),
    /** null: the picture has no words */
    language: text('language').$type<PictureLanguage>(),
    origin: text('origin').$type<PictureOrigin>().notNull(),
    providerName: text('provider_name'),
    /** languages for which a person accepted the picture */
    accepted: text('accepted')
      .array()
      .notNull()
      .default(sql`'{}'`),
    byId: uuid('by_id'),
    byName: text('by_name'),
    version: version(),
    /** when the words were entered or read */
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.pictureId] }),
    index('picture_words_url').on(table.urlDigest),
  ],
)
