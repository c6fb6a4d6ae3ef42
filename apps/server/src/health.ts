import type { Db } from './db/db.ts'
import { outageOf } from './db/outage.ts'
import type { OutageWatch } from './db/outage.ts'

/** What /healthz answers: one word, and 200 only while the server can read and write. */
export async function healthOf(
  db: Pick<Db, 'pool'>,
  outages: OutageWatch,
): Promise<{ ok: boolean; detail: { status: string } }> {
  const status = (await readsNot(db)) ?? ((await outages.isFull()) ? 'storage-full' : 'ok')
  return { ok: status === 'ok', detail: { status } }
}

async function readsNot(db: Pick<Db, 'pool'>): Promise<string | undefined> {
  try {
    await db.pool.query('select 1')
    return undefined
  } catch (error) {
    return outageOf(error) ?? 'database-gone'
  }
}
