import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { priceRule } from './pricing.tables.ts'

export type PriceRuleRow = typeof priceRule.$inferSelect

export const findRules = (tx: Tx): Promise<PriceRuleRow[]> => tx.select().from(priceRule).orderBy(asc(priceRule.name))

export const findRulesByIds = (tx: Tx, ids: readonly string[]): Promise<PriceRuleRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(priceRule)
        .where(inArray(priceRule.id, [...ids]))

/** `share` prevents the rule's deletion until the transaction ends that is about to refer to it. */
export async function findRule(tx: Tx, id: string, lock?: 'share' | 'update'): Promise<PriceRuleRow | undefined> {
  const query = tx.select().from(priceRule).where(eq(priceRule.id, id))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

export async function insertRule(tx: Tx, row: PriceRuleFields & { id: string; at: Date }): Promise<PriceRuleRow> {
  const { at, ...fields } = row
  const [inserted] = await tx
    .insert(priceRule)
    .values({ ...written(priceRule, fields), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

export async function saveRule(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: PriceRuleFields,
  at: Date,
): Promise<PriceRuleRow | undefined> {
  const [row] = await tx
    .update(priceRule)
    .set({ ...written(priceRule, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(priceRule.id, id), eq(priceRule.version, seenVersion)))
    .returning()
  return row
}

export async function removeRule(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(priceRule)
    .where(and(eq(priceRule.id, id), eq(priceRule.version, seenVersion)))
    .returning({ id: priceRule.id })
  return removed.length > 0
}
