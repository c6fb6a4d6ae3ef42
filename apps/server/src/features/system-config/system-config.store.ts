import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { SettingName, SettingValue } from './config.keys.ts'
import { systemConfig } from './system-config.tables.ts'

export type ConfigRow = typeof systemConfig.$inferSelect

export const findConfigs = (tx: Tx): Promise<ConfigRow[]> => tx.select().from(systemConfig)

export async function findConfig(tx: Tx, key: string): Promise<ConfigRow | undefined> {
  const [row] = await tx.select().from(systemConfig).where(eq(systemConfig.key, key))
  return row
}

/** Saves only if the version is the one that the person saw (0: never saved); undefined: it is not. */
export async function saveConfig(
  tx: Tx,
  seenVersion: number,
  row: Pick<ConfigRow, 'key' | 'value' | 'sealed' | 'updatedBy' | 'updatedAt'>,
): Promise<ConfigRow | undefined> {
  const fields = { ...row, version: seenVersion + 1 }
  if (seenVersion === 0) {
    const [inserted] = await tx.insert(systemConfig).values(fields).onConflictDoNothing().returning()
    return inserted
  }
  const [updated] = await tx
    .update(systemConfig)
    .set(fields)
    .where(and(eq(systemConfig.key, row.key), eq(systemConfig.version, seenVersion)))
    .returning()
  return updated
}

/** Sets a value from a command, without a person's version check. */
export async function setByCommand<K extends SettingName>(
  tx: Tx,
  key: K,
  value: SettingValue<K> & ConfigRow['value'],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const seen = await findConfig(tx, key)
  await saveConfig(tx, seen?.version ?? 0, { key, value, sealed: null, updatedBy: by, updatedAt: now })
}
