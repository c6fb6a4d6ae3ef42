import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { exchangeRate, orderFeed } from './order-work.tables.ts'

export type RateRow = typeof exchangeRate.$inferSelect
export type FeedRow = typeof orderFeed.$inferSelect

/** The rate of a day: the last one stored up to that day; for days before the first one, the first one. Keyed by `currency day`. */
export async function findRates(
  tx: Tx,
  asked: readonly { currency: string; day: string }[],
): Promise<Map<string, { rate: string; day: string }>> {
  if (asked.length === 0) return new Map()
  const found = await tx.execute<{ currency: string; asked: string; rate: string; day: string }>(sql`
    select a.currency, a.day as asked, coalesce(b.rate, f.rate) as rate, coalesce(b.day, f.day) as day
    from unnest(${sql.param(asked.map(({ currency }) => currency))}::text[], ${sql.param(asked.map(({ day }) => day))}::text[]) as a(currency, day)
    left join lateral (select rate, day from ${exchangeRate} r where r.currency = a.currency and r.day <= a.day order by r.day desc limit 1) b on true
    left join lateral (select rate, day from ${exchangeRate} r where r.currency = a.currency and r.day > a.day order by r.day limit 1) f on b.rate is null
    where coalesce(b.rate, f.rate) is not null`)
  return new Map(found.rows.map(({ currency, asked: day, ...rate }) => [`${currency} ${day}`, rate]))
}

/** Stored only if the day has no rate yet. */
export async function addRate(tx: Tx, row: RateRow): Promise<void> {
  await tx.insert(exchangeRate).values(row).onConflictDoNothing()
}

export async function findRate(tx: Tx, currency: string, day: string): Promise<RateRow | undefined> {
  const [row] = await tx
    .select()
    .from(exchangeRate)
    .where(and(eq(exchangeRate.currency, currency), eq(exchangeRate.day, day)))
  return row
}

/**
 * Undefined: another version is stored now, or the rate that `seen` refers to is gone. `seen` 0: no rate, or one that the app stored
 * itself, was there.
 */
export async function saveRate(tx: Tx, seen: number, row: RateRow): Promise<RateRow | undefined> {
  const set = { rate: row.rate, origin: row.origin, byName: row.byName, version: seen + 1, updatedAt: row.updatedAt }
  const [saved] =
    seen === 0
      ? await tx
          .insert(exchangeRate)
          .values({ ...row, version: 1 })
          .onConflictDoUpdate({
            target: [exchangeRate.currency, exchangeRate.day],
            set,
            setWhere: eq(exchangeRate.version, 0),
          })
          .returning()
      : await tx
          .update(exchangeRate)
          .set(set)
          .where(
            and(eq(exchangeRate.currency, row.currency), eq(exchangeRate.day, row.day), eq(exchangeRate.version, seen)),
          )
          .returning()
  return saved
}

export async function findRatePage(
  tx: Tx,
  currency: string | undefined,
  page: { page: number; pageSize: number },
): Promise<{ rows: RateRow[]; total: number }> {
  const where = currency === undefined ? undefined : eq(exchangeRate.currency, currency)
  const rows = await tx
    .select()
    .from(exchangeRate)
    .where(where)
    .orderBy(desc(exchangeRate.day), exchangeRate.currency)
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(exchangeRate)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** The day of the next stored rate after a day; the current rate holds until then. */
export async function findNextRateDay(tx: Tx, currency: string, day: string): Promise<string | undefined> {
  const found = await tx.execute<{ day: string }>(
    sql`select day from ${exchangeRate} where currency = ${currency} and day > ${day} order by day limit 1`,
  )
  return found.rows[0]?.day
}

export const findFeeds = (tx: Tx): Promise<FeedRow[]> => tx.select().from(orderFeed)

export async function ensureFeed(tx: Tx, storeId: string): Promise<FeedRow> {
  await tx.insert(orderFeed).values({ storeId }).onConflictDoNothing()
  const [row] = await tx.select().from(orderFeed).where(eq(orderFeed.storeId, storeId))
  return row!
}

/** Writes by the app itself, not by a person, so the version stays. */
export async function noteFeed(tx: Tx, storeId: string, fields: Partial<typeof orderFeed.$inferInsert>): Promise<void> {
  await tx.update(orderFeed).set(fields).where(eq(orderFeed.storeId, storeId))
}

export async function saveFee(
  tx: Tx,
  storeId: string,
  seen: number,
  fields: { feePercent: string; updatedAt: Date },
): Promise<FeedRow | undefined> {
  const [row] = await tx
    .update(orderFeed)
    .set({ ...fields, version: seen + 1 })
    .where(and(eq(orderFeed.storeId, storeId), eq(orderFeed.version, seen)))
    .returning()
  return row
}
