import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { alertChannel, alertMessage, alertRule } from './alerts.tables.ts'

export type ChannelRow = typeof alertChannel.$inferSelect
type ChannelColumns = Omit<typeof alertChannel.$inferInsert, 'id' | 'kind' | 'version' | 'createdAt' | 'updatedAt'>
export type LastMessage = Pick<typeof alertMessage.$inferSelect, 'channelId' | 'state' | 'reason' | 'triedAt'>

export const findChannels = (tx: Tx): Promise<ChannelRow[]> =>
  tx.select().from(alertChannel).orderBy(asc(alertChannel.createdAt), asc(alertChannel.id))

export async function findChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.select().from(alertChannel).where(eq(alertChannel.id, id))
  return row
}

/** Locked until the transaction ends, always in the same order: what is waiting for a channel is changed by one process at a time. */
export const lockChannels = (tx: Tx, ids: readonly string[]): Promise<ChannelRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alertChannel)
        .where(inArray(alertChannel.id, [...ids]))
        .orderBy(asc(alertChannel.id))
        .for('update')

/** The latest message of each channel. */
export const findLastMessages = (tx: Tx): Promise<LastMessage[]> =>
  tx
    .selectDistinctOn([alertMessage.channelId], {
      channelId: alertMessage.channelId,
      state: alertMessage.state,
      reason: alertMessage.reason,
      triedAt: alertMessage.triedAt,
    })
    .from(alertMessage)
    .where(sql`${alertMessage.channelId} is not null`)
    .orderBy(alertMessage.channelId, sql`${alertMessage.triedAt} desc nulls last`)

export async function insertChannel(tx: Tx, row: typeof alertChannel.$inferInsert): Promise<ChannelRow> {
  const [inserted] = await tx.insert(alertChannel).values(written(alertChannel, row)).returning()
  return inserted!
}

export async function saveChannel(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: Partial<ChannelColumns>,
  at: Date,
): Promise<ChannelRow | undefined> {
  const [row] = await tx
    .update(alertChannel)
    .set({ ...written(alertChannel, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(alertChannel.id, id), eq(alertChannel.version, seenVersion)))
    .returning()
  return row
}

export async function removeChannel(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(alertChannel)
    .where(and(eq(alertChannel.id, id), eq(alertChannel.version, seenVersion)))
    .returning({ id: alertChannel.id })
  return removed.length > 0
}

export const findRulesOfChannel = async (tx: Tx, channelId: string): Promise<string[]> =>
  (
    await tx
      .select({ name: alertRule.name })
      .from(alertRule)
      .where(sql`${channelId}::uuid = any(${alertRule.channelIds})`)
      .orderBy(asc(alertRule.name))
  ).map(({ name }) => name)
