import type { AlertRuleFields } from '@huoqiao/contract/alerts/alerts.schema'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { alertRule } from './alerts.tables.ts'

export type AlertRuleRow = typeof alertRule.$inferSelect

export const findAlertRules = (tx: Tx): Promise<AlertRuleRow[]> =>
  tx.select().from(alertRule).orderBy(asc(alertRule.createdAt), asc(alertRule.id))

export async function findAlertRule(tx: Tx, id: string): Promise<AlertRuleRow | undefined> {
  const [row] = await tx.select().from(alertRule).where(eq(alertRule.id, id))
  return row
}

export async function insertAlertRule(tx: Tx, id: string, fields: AlertRuleFields, at: Date): Promise<AlertRuleRow> {
  const [row] = await tx
    .insert(alertRule)
    .values({ ...written(alertRule, fields), id, createdAt: at, updatedAt: at })
    .returning()
  return row!
}

export async function saveAlertRule(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: AlertRuleFields,
  at: Date,
): Promise<AlertRuleRow | undefined> {
  const [row] = await tx
    .update(alertRule)
    .set({ ...written(alertRule, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(alertRule.id, id), eq(alertRule.version, seenVersion)))
    .returning()
  return row
}

export async function removeAlertRule(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(alertRule)
    .where(and(eq(alertRule.id, id), eq(alertRule.version, seenVersion)))
    .returning({ id: alertRule.id })
  return removed.length > 0
}
