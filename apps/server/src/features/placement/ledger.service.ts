import type { LedgerEntryView, LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { bodyOf, createProof, GENESIS, hashOf, stageIn } from './ledger.rules.ts'
import type { LedgerFact } from './ledger.rules.ts'
import {
  findLedgerAfter,
  findLedgerPage,
  hasLedgerLine,
  insertLedgerLine,
  lockLedgerHead,
  orderNumbersAfter,
} from './ledger.store.ts'
import type { LedgerFilter, LedgerRow } from './ledger.store.ts'

export type LedgerService = ReturnType<typeof ledgerService>

const BATCH = 2000

/** 凭证账本 (beyond, item 2): intents, outcomes and payments. A line is written in the transaction of the change that it records. */
export function ledgerService(deps: { clock: Clock }) {
  const service = {
    /** Writes one line in the caller's transaction. Call it last: other writers wait until the transaction ends. */
    async append(tx: Tx, fact: LedgerFact): Promise<void> {
      const head = await lockLedgerHead(tx)
      const at = deps.clock.now()
      const line = { ...fact, seq: (head?.seq ?? 0) + 1, at }
      const body = bodyOf(line)
      const prevHash = head?.hash ?? GENESIS
      const { facts: _facts, at: _at, ...columns } = line
      await insertLedgerLine(tx, { ...columns, at: new Date(at), body, prevHash, hash: hashOf(prevHash, body) })
    },

    /** Writes the line only if the order (or its stage) has no line of this kind yet: 1688 reports the same facts repeatedly. */
    async appendOnce(tx: Tx, fact: LedgerFact & { orderId: string }): Promise<boolean> {
      await lockLedgerHead(tx)
      if (await hasLedgerLine(tx, fact.kind, fact.orderId, stageIn(fact.facts))) return false
      await service.append(tx, fact)
      return true
    },

    async getLedger(
      tx: Tx,
      filter: LedgerFilter,
      page: { page: number; pageSize: number },
    ): Promise<{ list: LedgerEntryView[]; total: number; page: number; pageSize: number }> {
      const { rows, total } = await findLedgerPage(tx, filter, page)
      return { list: rows.map(ledgerView), total, ...page }
    },

    /** Reads every line in order. Memory use does not grow with the length of the ledger. */
    async verifyLedger(tx: Tx): Promise<LedgerProof> {
      const proof = createProof()
      for (let seq = 0; ;) {
        const rows = await findLedgerAfter(tx, seq, BATCH)
        for (const row of rows) proof.read({ ...columnsOf(row), at: row.at.getTime() })
        const last = rows.at(-1)
        if (last === undefined || rows.length < BATCH) break
        seq = last.seq
      }
      await compareWithOrders(tx, proof)
      return proof.result()
    },
  }
  return service
}

/** Checks that every 1688 order of the app is in the ledger, and every order of the ledger in the app. */
async function compareWithOrders(tx: Tx, proof: ReturnType<typeof createProof>): Promise<void> {
  const known = proof.orders()
  const seen = new Set<string>()
  for (let after: string | undefined; ;) {
    const numbers = await orderNumbersAfter(tx, after, BATCH)
    for (const orderId of numbers) {
      seen.add(orderId)
      if (!known.has(orderId)) proof.problem(null, `1688订单 ${orderId} 没有下单凭证`)
    }
    if (numbers.length < BATCH) break
    after = numbers.at(-1)
  }
  for (const orderId of known) if (!seen.has(orderId)) proof.problem(null, `账本里的1688订单 ${orderId} 不在订单表里`)
}

const columnsOf = (row: LedgerRow) => {
  const { createdAt: _created, updatedAt: _updated, ...columns } = row
  return columns
}

const ledgerView = (row: LedgerRow): LedgerEntryView => ({
  seq: row.seq,
  at: row.at.getTime(),
  kind: row.kind,
  purchaseNumber: row.purchaseNumber,
  accountName: row.accountName,
  orderId: row.orderId,
  amountMinor: row.amountMinor,
  by: row.by,
  summary: row.summary,
  body: row.body,
  prevHash: row.prevHash,
  hash: row.hash,
})
