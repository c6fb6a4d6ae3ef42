import { createHash } from 'node:crypto'
import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import { seeOneMoment } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { compareOrder } from './order-compare.rules.ts'
import { countOrders, findOrderFacts, nextOrderIds } from './order-walk.store.ts'
import { comparePurchase } from './purchase-compare.rules.ts'
import { countPurchases, findPurchaseFacts, nextPurchaseIds } from './purchase-walk.store.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Walk, WalkPart } from './reconciliation.types.ts'

const ORDERS = 500
const PURCHASES = 200
const LEDGER = 'ledger'

/** The walks over our own tables, each in pages by id, so that only one part is in memory at a time. */
export function tableWalks(deps: {
  db: Db
  clock: Clock
  patience(): Promise<Patience>
  verifyLedger(): Promise<Pick<LedgerProof, 'problems'>>
}): {
  orders: Walk
  purchases: Walk
  ledger: Walk
} {
  const { db, clock } = deps
  const partOf = (ids: readonly string[]): WalkPart | undefined => {
    const after = ids.at(-1)
    return after === undefined ? undefined : { subjects: ids, after }
  }

  return {
    orders: {
      pass: 'orders',
      count: () => countOrders(db.handle),
      next: async (after) => partOf(await nextOrderIds(db.handle, after, ORDERS)),
      async compare(orderIds) {
        const now = clock.now()
        const patience = await deps.patience()
        // Counters and the rows that they count are read at one moment: otherwise a change in between would look like a difference.
        const facts = await db.transaction(async (tx) => {
          await seeOneMoment(tx)
          return findOrderFacts(tx, orderIds, new Date(now - patience.fulfilment))
        })
        return facts.flatMap((order) => compareOrder(order, now, patience))
      },
    },
    purchases: {
      pass: 'purchases',
      count: () => countPurchases(db.handle),
      next: async (after) => partOf(await nextPurchaseIds(db.handle, after, PURCHASES)),
      async compare(purchaseIds) {
        const now = clock.now()
        const patience = await deps.patience()
        const facts = await db.transaction(async (tx) => {
          await seeOneMoment(tx)
          return findPurchaseFacts(tx, purchaseIds)
        })
        return facts.flatMap((purchase) => comparePurchase(purchase, now, patience))
      },
    },
    ledger: {
      pass: 'ledger',
      count: () => Promise.resolve(1),
      next: (after) => Promise.resolve(after === null ? { subjects: [LEDGER], after: LEDGER } : undefined),
      async compare() {
        const { problems } = await deps.verifyLedger()
        return problems.slice(0, 1000).map(({ seq, message }) => ({
          kind: 'ledger-broken' as const,
          about: createHash('sha256').update(`${seq} ${message}`).digest('hex').slice(0, 24),
          subject: LEDGER,
          what: seq === null ? `账本：${message}` : `账本第 ${seq} 行：${message}`,
          why: '账本被改动过，或凭证和1688订单对不上',
          affects: '不能再证明每次下单和付款都有且只有一次',
          next: '打开凭证账本校验；不要再下单，先找管理员核对数据库',
          objects: [{ kind: 'ledger' as const, id: String(seq ?? 0), label: '凭证账本', to: '/purchase/ledger' }],
        }))
      },
    },
  }
}
