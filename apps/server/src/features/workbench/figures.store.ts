import { eq, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { FigureReadings } from '../../define-feature.ts'
import { figureDay } from './workbench.tables.ts'

/** Uses stored counters where they exist, otherwise counts with a cap, so that the home page costs the same with any amount of data. */
export async function findFigures<N extends keyof FigureReadings>(
  tx: Tx,
  readings: FigureReadings,
  names: readonly N[],
  span: { since: Date; until: Date },
): Promise<{ figures: Partial<Record<N, number>>; capped: N[] }> {
  if (names.length === 0) return { figures: {}, capped: [] }
  const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
  const limits = { since: instant(span.since), until: instant(span.until) }
  const columns = names.flatMap((name) => {
    const given = readings[name]
    return given ? [sql`${given.reading(limits)} as ${sql.identifier(name)}`] : []
  })
  const found = await tx.execute<Record<N, number | string | null>>(sql`select ${sql.join(columns, sql`, `)}`)
  // Sums of money are returned as text, counts of `countUpTo` too ("2000+"). Unknown figures are left out.
  const known = (Object.entries(found.rows[0]!) as [N, number | string | null][]).filter(
    ([, figure]) => figure !== null,
  )
  return {
    figures: Object.fromEntries(known.map(([name, figure]) => [name, Number.parseInt(String(figure), 10)])) as Partial<
      Record<N, number>
    >,
    capped: known.filter(([, figure]) => String(figure).endsWith('+')).map(([name]) => name),
  }
}

/** Stores the figures of a day; a later call on the same day replaces them. */
export async function saveDay(tx: Tx, day: string, figures: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(figures).map(([name, value]) => ({ day, name, value }))
  if (rows.length === 0) return
  await tx
    .insert(figureDay)
    .values(rows)
    .onConflictDoUpdate({ target: [figureDay.day, figureDay.name], set: { value: sql`excluded.value` } })
}

export async function findDay(tx: Tx, day: string): Promise<Record<string, number>> {
  const rows = await tx.select().from(figureDay).where(eq(figureDay.day, day))
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function deleteDaysBefore(tx: Tx, day: string): Promise<void> {
  await tx.delete(figureDay).where(lt(figureDay.day, day))
}
