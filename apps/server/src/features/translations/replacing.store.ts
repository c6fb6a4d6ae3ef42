import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { likeText } from '../../db/search.ts'
import { translation } from './translations.tables.ts'

/** Products with a text in the language that contains `find` (and whose source text contains `source`), after one, in the order of ids. */
export async function findProductsWithText(
  tx: Tx,
  of: { locale: string; find: string; source?: string | undefined },
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: translation.productId })
    .from(translation)
    .where(
      and(
        eq(translation.locale, of.locale),
        sql`lower(${translation.text}) like ${likeText(of.find.toLowerCase())}`,
        of.source === undefined
          ? undefined
          : sql`lower(${translation.sourceText}) like ${likeText(of.source.toLowerCase())}`,
        after === undefined ? undefined : gt(translation.productId, after),
      ),
    )
    .orderBy(asc(translation.productId))
    .limit(limit)
  return rows.map(({ id }) => id)
}
