import type { Acts, ActsOf } from '../../acts/acts.ts'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { readAlibabaOrders } from '../placement/index.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isConfirmed } from './receiving.rules.ts'

/** A 1688 order whose goods arrived: confirming releases the money to the seller. Acts of an earlier version have no purchase. */
export type Confirmation = { accountId: string; purchaseId?: string; orderId: string; itemIds: string[] }
export type ConfirmActs = ActsOf<Confirmation, void, true>

const LOOK_MS = 15_000
/** A confirmation that 1688 still does not show after two lookups and this time was not made. It may then be requested again. */
const PATIENCE = { absentAfterMs: 60_000, leastLooks: 2 }

/** 确认收货 at 1688. The act's key is the 1688 order. */
export function confirmActs(deps: {
  acts: Acts
  jobs: Jobs
  marketplace: Pick<MarketplaceService, 'withConnector'>
}): ConfirmActs {
  const readAgain = (tx: Tx, orderId: string): Promise<void> =>
    deps.jobs.enqueue(tx, readAlibabaOrders, { orderIds: [orderId] })

  return deps.acts.define<Confirmation, void, true>({
    kind: 'confirm-receipt',
    // No abort signal: when the person's browser disconnects, the outcome of a request that was sent must still be recorded.
    send: ({ intent: { accountId, orderId, itemIds } }, { guard }) =>
      deps.marketplace.withConnector(accountId, (connector) =>
        connector.confirmReceipt({ orderId, itemIds }, { guard }),
      ),
    async look({ intent }, signal) {
      const reported = await deps.marketplace.withConnector(intent.accountId, (connector) =>
        connector.getOrder(intent.orderId, { signal }),
      )
      return isConfirmed(reported.status) ? true : undefined
    },
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_MS,
    purchasesOf: ({ purchaseId }) => (purchaseId === undefined ? [] : [purchaseId]),
    explain: (error) => {
      if (!isExternalFailure(error)) return '没有收到1688的答复，正在核对'
      const reported = isRemoteFailure(error) ? explainMarketplaceFailure(error) : error
      return reported.detail.why === undefined ? reported.message : `${reported.message}：${reported.detail.why}`
    },
    done: (tx, { intent }) => readAgain(tx, intent.orderId),
    found: (tx, { intent }) => readAgain(tx, intent.orderId),
    refused: () => Promise.resolve(),
    unknown: () => Promise.resolve(),
    absent: () => Promise.resolve(),
  })
}
