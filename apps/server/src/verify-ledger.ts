import { join, resolve } from 'node:path'
import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import { yuanText } from '@huoqiao/kit'
import { openDb } from './db/db.ts'
import { openEmbeddedDatabase, reachEmbeddedDatabase } from './db/embedded/index.ts'
import { readEnv } from './env.ts'
import { ledgerService } from './features/placement/index.ts'
import { systemClock } from './platform/clock.ts'

/** `npm run ledger:verify`: reads the whole ledger and says whether it proves itself. Ends with 0 if it does, else with 1. */

/** The house may be running: its database is then read beside it, else it is opened for the while. */
async function reachDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const env = readEnv(process.env)
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: async () => undefined }
  const options = { dataDir: join(resolve(env.HUOQIAO_DATA), 'database'), log: () => undefined }
  const running = await reachEmbeddedDatabase(options)
  if (running !== undefined) return { url: running, close: async () => undefined }
  const opened = await openEmbeddedDatabase(options)
  return { url: opened.url, close: () => opened.close() }
}

function report(proof: LedgerProof): string {
  return [
    `凭证 ${proof.entries} 条，链首尾相接，末条哈希 ${proof.head.slice(0, 16)}…`,
    `下单意图 ${proof.intents} 个：成功 ${proof.placed}，被拒 ${proof.refused}，确认未下单 ${proof.absent}，待核对 ${proof.open}`,
    `1688订单 ${proof.orders} 个，已付款 ${proof.paidOrders} 个，共 ${yuanText(proof.paidMinor)}`,
    ...proof.problems.map((one) => `✗ ${one.seq === null ? '' : `第 ${one.seq} 条：`}${one.message}`),
    proof.ok ? '✓ 账本完整：每个意图只有一个结果，每张采购单至多下单一次' : `✗ 发现 ${proof.problems.length} 个问题`,
  ].join('\n')
}

const database = await reachDatabase()
const db = openDb(database.url, { max: 1 })
try {
  const proof = await ledgerService({ clock: systemClock }).verify(db.handle)
  process.stdout.write(`${report(proof)}\n`)
  process.exitCode = proof.ok ? 0 : 1
} finally {
  await db.close()
  await database.close()
}
