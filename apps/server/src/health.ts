import type { Db } from './db/db.ts'
import { outageOf } from './db/outage.ts'
import type { OutageWatch } from './db/outage.ts'
import { countNodes } from './db/nodes.ts'
import type { NodeCounts } from './db/nodes.ts'

/**
 * The answer of /healthz: one word, with status 200 only while the server can read and write. A problem of another node is also a word, but
 * with status 200, because this node can still serve requests.
 */
export async function healthOf(
  db: Pick<Db, 'pool'>,
  outages: OutageWatch,
): Promise<{ ok: boolean; detail: { status: string } }> {
  const seen = await nodesSeen(db)
  if (typeof seen === 'string') return { ok: false, detail: { status: seen } }
  if (await outages.isFull()) return { ok: false, detail: { status: 'storage-full' } }
  return { ok: true, detail: { status: wordOf(seen) } }
}

const wordOf = ({ missing, clockOff }: NodeCounts): string =>
  missing > 0 ? 'node-missing' : clockOff > 0 ? 'clock-off' : 'ok'

/** Returns the outage word if the database does not answer. */
async function nodesSeen(db: Pick<Db, 'pool'>): Promise<NodeCounts | string> {
  try {
    return await countNodes(db)
  } catch (error) {
    return outageOf(error) ?? 'database-gone'
  }
}
