import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import { yuanText } from '@huoqiao/kit'
import { openDb } from './db/db.ts'
import { ledgerService } from './features/placement/index.ts'
import { systemClock } from './platform/clock.ts'
import { reachDatabase } from './reach-database.ts'

/** `npm run ledger:verify`: reads the whole ledger and says whether it proves itself. Ends with 0 if it does, else with 1. */

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
