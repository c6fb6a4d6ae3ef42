import type { CancelReason } from '@huoqiao/connector-1688'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { failureText } from './order-step.ts'
import type { AboutOrder } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isClosed } from './placement.rules.ts'
import { findOrderByNumber } from './placement.store.ts'

/** Cancels one unpaid 1688 order. */
export type Cancellation = {
  accountId: string
  reason: CancelReason
  remark: string
  /** the fields that every ledger line about it starts with */
  about: AboutOrder
}
export type CloseActs = ActsOf<Cancellation, void, true>
const LOOK_MS = 15_000
/** A cancellation that 1688 still does not show after two lookups and this time was not made. It may then be requested again. */
const ABSENT_AFTER_MS = 60_000

/** Remote acts that cancel at 1688. The act's key is the 1688 order. */
export function closeActs(deps: {
  db: Db
  acts: Acts
  marketplace: Pick<MarketplaceService, 'withConnector'>
  ledger: LedgerService
  sync: OrdersSyncService
}): CloseActs {
  const note = (tx: Tx, intent: Cancellation, by: string, summary: string): Promise<void> =>
    deps.ledger.append(tx, {
      ...intent.about,
      by,
      kind: 'cancel-answer',
      amountMinor: null,
      summary: summary.slice(0, 200),
      facts: { reason: intent.reason },
    })

  return deps.acts.define<Cancellation, void, true>({
    kind: 'cancel',
    // No abort signal: when the person's browser disconnects, the outcome of a request that was sent must still be recorded.
    send: ({ intent: { accountId, about, reason, remark } }, { guard }) =>
      deps.marketplace.withConnector(accountId, (connector) =>
        connector.cancelOrder({ orderId: about.orderId, reason, ...(remark === '' ? {} : { remark }) }, { guard }),
      ),
    async look({ intent }, signal) {
      await deps.sync.read([intent.about.orderId], signal)
      const order = await findOrderByNumber(deps.db.handle, intent.about.orderId)
      return order && isClosed(order.status) ? true : undefined
    },
    patience: () => ({ absentAfterMs: ABSENT_AFTER_MS, leastLooks: 2 }),
    lookAgainMs: () => LOOK_MS,
    purchasesOf: ({ about }) => [about.purchaseId],
    explain: failureText,
    done: (tx, { intent, by }) => note(tx, intent, by, '1688已取消'),
    refused: (tx, { intent, by }, { message }) => note(tx, intent, by, message),
    unknown: (tx, { intent, by }, { message }) => note(tx, intent, by, message),
    found: (tx, { intent }) => note(tx, intent, '系统', '1688显示订单已关闭'),
    absent: (tx, { intent }) => note(tx, intent, '系统', '1688没有取消这个订单，可以重新取消'),
  })
}
