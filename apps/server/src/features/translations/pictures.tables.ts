import type { PictureLanguage, PictureOrigin } from '@huoqiao/contract/translations/pictures.status'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, version } from '../../db/columns.ts'
import { product } from '../products/products.tables.ts'

/** What is known of the words on a product's picture. A picture that nobody looked at has no row. */
export const pictureWords = pgTable(
  'picture_words',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    /** of the product: that of a supplier's picture follows from its address, so it is the same after it was collected again */
    pictureId: text('picture_id').notNull(),
    /** SHA-256 of the address that was looked at, in hex digits: another address is another picture */
    urlDigest: text('url_digest').notNull(),
    /** '' : there are none on it */
    words: text('words').notNull(),
    /** null: there are none */
    language: text('language').$type<PictureLanguage>(),
    origin: text('origin').$type<PictureOrigin>().notNull(),
    providerName: text('provider_name'),
    /** languages for which a person said that the picture will do */
    accepted: text('accepted')
      .array()
      .notNull()
      .default(sql`'{}'`),
    byId: uuid('by_id'),
    byName: text('by_name'),
    version: version(),
    /** when it was looked at */
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.pictureId] }),
    index('picture_words_url').on(table.urlDigest),
  ],
)
