import type { Db, Tx } from '../../db/db.ts'
import { seeOneMoment } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { createSealProof, linksOver } from './log-seal.rules.ts'
import type { SealProof } from './log-seal.rules.ts'
import {
  countUnsealed,
  findDroppedTo,
  findHashes,
  findLinksAfter,
  findStrays,
  insertLinks,
  lockSealHead,
  takeUnsealed,
} from './log-seal.store.ts'
import { LOGS } from './log-seal.tables.ts'
import type { LogName } from './log-seal.tables.ts'

/** Rows in one transaction: many rows for each link, and a short transaction. */
const BATCH = 2_000
const LINKS = 50
const NAMED = 50

/** Hash chains over the logs: rows are sealed some time after they were written, so that no call waits for it. */
export function logSealService(deps: { db: Pick<Db, 'handle' | 'transaction'>; clock: Clock }) {
  return {
    async seal(): Promise<void> {
      for (const log of LOGS) {
        let taken: number
        do {
          taken = await deps.db.transaction(async (tx) => {
            const head = await lockSealHead(tx, log)
            const rows = await takeUnsealed(tx, log, BATCH)
            await insertLinks(tx, linksOver(log, rows, head, new Date(deps.clock.now())))
            return rows.length
          })
        } while (taken === BATCH)
      }
    },
  }
}

/** Checks the chain of a log and all its rows in one database snapshot, so that rows written meanwhile cause no error. */
async function verifyLog(tx: Tx, log: LogName): Promise<SealProof> {
  const proof = createSealProof(log, await findDroppedTo(tx, log))
  for (let seq = 0; ;) {
    const links = await findLinksAfter(tx, log, seq, LINKS)
    for (const link of links) proof.read(link, await findHashes(tx, log, link.rowIds))
    const last = links.at(-1)
    if (last === undefined) break
    seq = last.seq
  }
  for (const id of await findStrays(tx, log, NAMED)) proof.problem(id, '这一行不是由系统写入的')
  return { ...proof.result(), waiting: await countUnsealed(tx, log) }
}

/** Checks both logs in one snapshot. */
export const verifyLogs = (db: Pick<Db, 'transaction'>): Promise<SealProof[]> =>
  db.transaction(async (tx) => {
    await seeOneMoment(tx)
    const proofs: SealProof[] = []
    for (const log of LOGS) proofs.push(await verifyLog(tx, log))
    return proofs
  })
