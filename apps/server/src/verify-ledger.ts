import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import { yuanText } from '@huoqiao/kit'
import { openDb } from './db/db.ts'
import { verifyLogs } from './features/operation-log/index.ts'
import type { SealProof } from './features/operation-log/index.ts'
import { ledgerService } from './features/placement/index.ts'
import { systemClock } from './platform/clock.ts'
import { reachDatabase } from './reach-database.ts'

/** `npm run ledger:verify`: reads the whole ledger and both logs and checks their hashes. Exit code 0 if they are valid, else 1. */

function report(proof: LedgerProof): string {
  return [
    `凭证 ${proof.entries} 条，链首尾相接，末条哈希 ${proof.head.slice(0, 16)}…`,
    `下单意图 ${proof.intents} 个：成功 ${proof.placed}，被拒 ${proof.refused}，确认未下单 ${proof.absent}，待核对 ${proof.open}`,
    `1688订单 ${proof.orders} 个，已付款 ${proof.paidOrders} 个，共 ${yuanText(proof.paidMinor)}`,
    ...proof.problems.map((one) => `✗ ${one.seq === null ? '' : `第 ${one.seq} 条：`}${one.message}`),
    proof.ok ? '✓ 账本完整：每个意图只有一个结果，每张采购单至多下单一次' : `✗ 发现 ${proof.problems.length} 个问题`,
  ].join('\n')
}

const LOG_NAMES = { operation_log: '操作日志', login_log: '登录日志' } as const

function reportLog(proof: SealProof): string {
  const name = LOG_NAMES[proof.log]
  return [
    `${name}封存 ${proof.links} 批 ${proof.rows} 行，按保留期清理 ${proof.dropped} 行，待封存 ${proof.waiting} 行，末批哈希 ${proof.head.slice(0, 16)}…`,
    ...proof.problems.map(({ id, message }) => `✗ ${name}${id === null ? '' : ` ${id}`}：${message}`),
    proof.problems.length === 0
      ? `✓ ${name}完整：封存后没有行被改动、删除或插入`
      : `✗ ${name}发现 ${proof.problems.length} 个问题`,
  ].join('\n')
}

const database = await reachDatabase()
const db = openDb(database.url, { max: 1 })
try {
  const proof = await ledgerService({ clock: systemClock }).verifyLedger(db.handle)
  const logs = await verifyLogs(db)
  process.stdout.write(`${[report(proof), ...logs.map(reportLog)].join('\n')}\n`)
  process.exitCode = proof.ok && logs.every(({ problems }) => problems.length === 0) ? 0 : 1
} finally {
  await db.close()
  await database.close()
}
