import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { likeText } from '../../db/search.ts'
import { marketTranslation, translation } from './translations.tables.ts'

/**
 * Products with a general or market text in the language that contains `find` (and whose source text contains `source`), after `after`, in the
 * order of ids.
 */
export async function findProductsWithText(
  tx: Tx,
  of: { locale: string; find: string; source?: string | undefined },
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const from = (table: typeof translation | typeof marketTranslation): Promise<{ id: string }[]> =>
    tx
      .selectDistinct({ id: table.productId })
      .from(table)
      .where(
        and(
          eq(table.locale, of.locale),
          sql`lower(${table.text}) like ${likeText(of.find.toLowerCase())}`,
          of.source === undefined
            ? undefined
            : sql`lower(${table.sourceText}) like ${likeText(of.source.toLowerCase())}`,
          after === undefined ? undefined : gt(table.productId, after),
        ),
      )
      .orderBy(asc(table.productId))
      .limit(limit)
  const rows = [...(await from(translation)), ...(await from(marketTranslation))]
  return [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, limit)
}
