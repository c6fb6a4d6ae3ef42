import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { SourceOrder } from '@huoqiao/connector-1688'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import { findHeldOrders, nextHeldOrders } from './held-orders.store.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Finding } from './reconciliation.types.ts'
import { compareAbsent, compareReported, compareUnknown, partsOf } from './reported-order.rules.ts'
import type { HeldOrder } from './reported-order.rules.ts'

const PAGE = 20
const MOST_PAGES = 2_000
const HELD = 200

export type MarketplaceWalk = ReturnType<typeof marketplaceWalk>

/** Reads 1688's own order lists and compares them with the stored orders. Only order numbers are kept in memory. */
export function marketplaceWalk(deps: {
  db: Db
  clock: Clock
  patience(): Promise<Patience>
  marketplace: Pick<MarketplaceService, 'withConnector' | 'queryMarketplaceAccounts'>
  purchases: Pick<PurchasesApi, 'purchaseByNumber'>
}) {
  const { db } = deps

  return {
    /**
     * Reads every account's window page by page. `report` returns false if the run was cancelled. Returns what could not be read: in that
     * case no difference is closed.
     */
    async walk(
      report: (findings: Finding[], compared: number) => Promise<boolean>,
      signal: AbortSignal,
    ): Promise<string[]> {
      const problems: string[] = []
      for (const account of await deps.marketplace.queryMarketplaceAccounts(db.handle)) {
        try {
          if (!(await walkAccount(account.id, report, signal))) break
        } catch (error) {
          if (!isRemoteFailure(error)) throw error
          const { message, detail } = explainMarketplaceFailure(error)
          problems.push(`1688账号 ${account.name}：${detail.why ?? message}`)
        }
      }
      return problems
    },

    /** Checks one order by its number at 1688. */
    async compare(subjects: readonly string[], signal: AbortSignal): Promise<Finding[]> {
      const found: Finding[] = []
      for (const subject of subjects) {
        const { accountId, orderId } = partsOf(subject)
        const [held] = await findHeldOrders(db.handle, [orderId])
        const reported = await ask(accountId, orderId, signal)
        if (reported) found.push(...(await compareOne(reported, held, accountId)))
        else if (held) found.push(...compareAbsent(held, accountId))
      }
      return found
    },

    readOrder: (accountId: string, orderId: string, signal: AbortSignal) => ask(accountId, orderId, signal),
  }

  async function walkAccount(
    accountId: string,
    report: (findings: Finding[], compared: number) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const since = deps.clock.now() - (await deps.patience()).window
    const seen = new Set<string>()
    for (let page = 1; page <= MOST_PAGES; page++) {
      signal.throwIfAborted()
      const answer = await deps.marketplace.withConnector(accountId, (connector) =>
        connector.listOrders({ page, pageSize: PAGE, createdFrom: since }, { signal }),
      )
      const fresh = answer.orders.filter(({ orderId }) => !seen.has(orderId))
      for (const { orderId } of fresh) seen.add(orderId)
      const held = new Map(
        (
          await findHeldOrders(
            db.handle,
            fresh.map(({ orderId }) => orderId),
          )
        ).map((one) => [one.orderId, one]),
      )
      const found: Finding[] = []
      for (const reported of fresh) found.push(...(await compareOne(reported, held.get(reported.orderId), accountId)))
      if (!(await report(found, fresh.length))) return false
      if (answer.orders.length < PAGE) break
    }
    return absent(accountId, new Date(since), seen, report, signal)
  }

  /** Stored orders of the window that the list did not contain; each is read by number before it is reported as absent. */
  async function absent(
    accountId: string,
    since: Date,
    seen: ReadonlySet<string>,
    report: (findings: Finding[], compared: number) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let after: string | null = null; ;) {
      const rows: HeldOrder[] = await nextHeldOrders(db.handle, { accountId, since, after }, HELD)
      const found: Finding[] = []
      for (const held of rows.filter(({ orderId }) => !seen.has(orderId))) {
        const reported = await ask(accountId, held.orderId, signal)
        found.push(...(reported ? await compareOne(reported, held, accountId) : compareAbsent(held, accountId)))
      }
      if (!(await report(found, 0))) return false
      const last = rows.at(-1)
      if (last === undefined || rows.length < HELD) return true
      after = last.orderId
    }
  }

  async function compareOne(reported: SourceOrder, held: HeldOrder | undefined, accountId: string): Promise<Finding[]> {
    if (held) return compareReported(reported, held, accountId)
    const number = reported.outOrderId
    const doc = number === null ? undefined : await db.transaction((tx) => deps.purchases.purchaseByNumber(tx, number))
    return compareUnknown(reported, accountId, doc)
  }

  /** undefined: 1688 does not know the order. */
  async function ask(accountId: string, orderId: string, signal: AbortSignal): Promise<SourceOrder | undefined> {
    try {
      return await deps.marketplace.withConnector(accountId, (connector) => connector.getOrder(orderId, { signal }))
    } catch (error) {
      if (isRemoteFailure(error) && error.word === 'not-found') return undefined
      throw error
    }
  }
}
