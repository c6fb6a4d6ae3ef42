import { and, asc, desc, eq, gt, gte, ilike, lt, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { LedgerKind } from '@huoqiao/contract/placement/placement.status'
import type { Tx } from '../../db/db.ts'
import { isOrderId } from './placement.rules.ts'
import { ledgerEntry } from './ledger.tables.ts'
import { alibabaOrder } from './placement.tables.ts'

export type LedgerRow = typeof ledgerEntry.$inferSelect
export type LedgerFilter = {
  kind?: LedgerKind | undefined
  keyword?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Advisory lock for writing lines. It is held until the transaction ends, so the numbers have no gaps. */
const LEDGER_LOCK = 0x4c_45_44_47

/** The last line. Other writers are locked out until the transaction ends. */
export async function lockLedgerHead(tx: Tx): Promise<{ seq: number; hash: string } | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`)
  const [row] = await tx
    .select({ seq: ledgerEntry.seq, hash: ledgerEntry.hash })
    .from(ledgerEntry)
    .orderBy(desc(ledgerEntry.seq))
    .limit(1)
  return row
}

export const insertLedgerLine = async (tx: Tx, row: typeof ledgerEntry.$inferInsert): Promise<void> => {
  await tx.insert(ledgerEntry).values(row)
}

export const findLedgerAfter = (tx: Tx, seq: number, limit: number): Promise<LedgerRow[]> =>
  tx.select().from(ledgerEntry).where(gt(ledgerEntry.seq, seq)).orderBy(asc(ledgerEntry.seq)).limit(limit)

/** `stage`: an order that is paid in stages has one line for each stage. */
export const hasLedgerLine = async (
  tx: Tx,
  kind: LedgerKind,
  orderId: string,
  stage: number | null,
): Promise<boolean> =>
  (
    await tx
      .select({ seq: ledgerEntry.seq })
      .from(ledgerEntry)
      .where(
        and(
          eq(ledgerEntry.orderId, orderId),
          eq(ledgerEntry.kind, kind),
          stage === null ? undefined : sql`(body::jsonb #>> '{facts,stage}')::int = ${stage}`,
        ),
      )
      .limit(1)
  ).length > 0

function matching(filter: LedgerFilter): SQL | undefined {
  const word = filter.keyword
  return and(
    filter.kind === undefined ? undefined : eq(ledgerEntry.kind, filter.kind),
    filter.from === undefined ? undefined : gte(ledgerEntry.at, new Date(filter.from)),
    filter.to === undefined ? undefined : lt(ledgerEntry.at, new Date(filter.to)),
    word === undefined || word === ''
      ? undefined
      : or(
          ilike(ledgerEntry.purchaseNumber, `${word.replaceAll(/[\\%_]/g, '\\$&')}%`),
          isOrderId(word) ? eq(ledgerEntry.orderId, word) : undefined,
        ),
  )
}

export async function findLedgerPage(
  tx: Tx,
  filter: LedgerFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: LedgerRow[]; total: number }> {
  const where = matching(filter)
  const rows = await tx
    .select()
    .from(ledgerEntry)
    .where(where)
    .orderBy(desc(ledgerEntry.seq))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(ledgerEntry)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** The next page of 1688 order numbers of the order table, for the ledger check. */
export async function orderNumbersAfter(tx: Tx, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ orderId: alibabaOrder.orderId })
    .from(alibabaOrder)
    .where(after === undefined ? undefined : gt(alibabaOrder.orderId, after))
    .orderBy(asc(alibabaOrder.orderId))
    .limit(limit)
  return rows.map((row) => row.orderId)
}
