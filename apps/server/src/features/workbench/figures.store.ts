import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { FigureReadings } from '../../define-feature.ts'

/** Uses stored counters where they exist, otherwise counts with a cap, so that the home page costs the same with any amount of data. */
export async function findFigures<N extends keyof FigureReadings>(
  tx: Tx,
  readings: FigureReadings,
  names: readonly N[],
  today: Date,
): Promise<Partial<Record<N, number>>> {
  if (names.length === 0) return {}
  const since = sql`${today.toISOString()}::timestamptz`
  const columns = names.flatMap((name) => {
    const given = readings[name]
    return given ? [sql`${given.reading({ since })} as ${sql.identifier(name)}`] : []
  })
  const found = await tx.execute<Record<N, number>>(sql`select ${sql.join(columns, sql`, `)}`)
  return found.rows[0]!
}
