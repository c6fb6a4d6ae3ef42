import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { role, roleRight } from '../access/access.tables.ts'
import { payment, paymentOrder } from '../placement/placement.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { spending, spendingLimit } from './approvals.tables.ts'

export type LimitRow = typeof spendingLimit.$inferSelect
export type SpendingRow = typeof spending.$inferInsert

/** Of these roles, those with one of the rights. */
export async function findRolesHolding(
  tx: Tx,
  roleIds: readonly string[],
  rights: readonly string[],
): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: roleRight.roleId })
    .from(roleRight)
    .where(and(inArray(roleRight.roleId, [...roleIds]), inArray(roleRight.right, [...rights])))
  return rows.map(({ id }) => id)
}

export const findLimits = (tx: Tx, roleIds: readonly string[]): Promise<LimitRow[]> =>
  roleIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(spendingLimit)
        .where(inArray(spendingLimit.roleId, [...roleIds]))

/** Roles with one of the rights, by name, with their limits. */
export const findLimitedRoles = (tx: Tx, rights: readonly string[]) =>
  tx
    .select({ id: role.id, name: role.name, limit: spendingLimit })
    .from(role)
    .leftJoin(spendingLimit, eq(spendingLimit.roleId, role.id))
    .where(
      sql`exists (select 1 from ${roleRight} where ${roleRight.roleId} = ${role.id} and ${inArray(roleRight.right, [...rights])})`,
    )
    .orderBy(role.name)

/** Saves if the stored version is the one that the person saw (0: never saved before); otherwise returns undefined. */
export async function saveLimit(
  tx: Tx,
  seenVersion: number,
  row: Pick<LimitRow, 'roleId' | 'placeMinor' | 'payMinor' | 'updatedAt'>,
): Promise<LimitRow | undefined> {
  const fields = { ...row, version: seenVersion + 1 }
  if (seenVersion === 0) {
    const [inserted] = await tx.insert(spendingLimit).values(fields).onConflictDoNothing().returning()
    return inserted
  }
  const [updated] = await tx
    .update(spendingLimit)
    .set(fields)
    .where(and(eq(spendingLimit.roleId, row.roleId), eq(spendingLimit.version, seenVersion)))
    .returning()
  return updated
}

/** Until the transaction ends no other one commits money for this account: reading the used amount and adding to it are one step. */
export const lockSpending = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`spending:${accountId}`}, 0))`)
}

/** Payments of the committed part since it was committed, by their state: an earlier one that failed does not undo this commitment. */
const ofPart = (
  state: SQL,
): SQL => sql`select 1 from ${paymentOrder} join ${payment} on ${payment.id} = ${paymentOrder.paymentId}
  where ${paymentOrder.alibabaOrderId} = split_part(${spending.part}, ':', 1)::uuid
    and coalesce(${paymentOrder.stage}::text, '') = split_part(${spending.part}, ':', 2) and ${payment.createdAt} >= ${spending.createdAt} and ${payment.state} ${state}`

/**
 * What the account has committed on a day, in fen, except the given part. Not counted: purchases that were not placed after all, payments
 * that failed. For a placed purchase 1688's own sum is counted.
 */
export async function usedOn(
  tx: Tx,
  asked: Pick<SpendingRow, 'accountId' | 'day' | 'kind'> & { except?: { purchaseId: string; part: string } },
): Promise<number> {
  const { accountId, day, kind, except } = asked
  const stands =
    kind === 'place'
      ? sql`${purchaseOrder.state} not in ('reviewing', 'to-place', 'price-check', 'place-failed', 'cancelled')`
      : sql`not (exists (${ofPart(sql`= 'failed'`)}) and not exists (${ofPart(sql`<> 'failed'`)}))`
  const [found] = await tx
    .select({
      used: sql<string>`coalesce(sum(case when ${spending.kind} = 'place' then coalesce(${purchaseOrder.actualTotalMinor}, ${spending.amountMinor}) else ${spending.amountMinor} end), 0)`,
    })
    .from(spending)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, spending.purchaseId))
    .where(
      and(
        eq(spending.accountId, accountId),
        eq(spending.day, day),
        eq(spending.kind, kind),
        except
          ? sql`(${spending.purchaseId}, ${spending.part}) <> (${except.purchaseId}::uuid, ${except.part})`
          : undefined,
        stands,
      ),
    )
  return Number(found?.used ?? 0)
}

/** The same part committed again on the same day counts once, with the newest sum. */
export const saveSpending = async (tx: Tx, row: SpendingRow): Promise<void> => {
  await tx
    .insert(spending)
    .values(row)
    .onConflictDoUpdate({
      target: [spending.accountId, spending.day, spending.kind, spending.purchaseId, spending.part],
      set: { amountMinor: row.amountMinor, createdAt: sql`now()` },
    })
}
