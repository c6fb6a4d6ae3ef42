import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { analyticsSchedule } from './analytics.tables.ts'

export type ScheduleRow = typeof analyticsSchedule.$inferSelect

export const findSchedules = (tx: Tx, accountId: string): Promise<ScheduleRow[]> =>
  tx
    .select()
    .from(analyticsSchedule)
    .where(eq(analyticsSchedule.accountId, accountId))
    .orderBy(asc(analyticsSchedule.weekday), asc(analyticsSchedule.name))

export async function insertSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.insert(analyticsSchedule).values(row)
}

/** Undefined: it does not exist or belongs to another person. */
export async function deleteSchedule(tx: Tx, id: string, accountId: string): Promise<ScheduleRow | undefined> {
  const [row] = await tx
    .delete(analyticsSchedule)
    .where(and(eq(analyticsSchedule.id, id), eq(analyticsSchedule.accountId, accountId)))
    .returning()
  return row
}

/** Takes the schedules of a weekday that were not yet sent for `day`. Each is returned once, also to concurrent callers. */
export const takeDue = (tx: Tx, weekday: number, day: string, now: Date): Promise<ScheduleRow[]> =>
  tx
    .update(analyticsSchedule)
    .set({ sentFor: day, sentAt: now })
    .where(and(eq(analyticsSchedule.weekday, weekday), lt(analyticsSchedule.sentFor, sql`${day}::date`)))
    .returning()
