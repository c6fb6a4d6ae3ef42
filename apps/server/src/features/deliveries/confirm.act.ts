import type { Acts, ActsOf } from '../../acts/acts.ts'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { readAlibabaOrders } from '../placement/index.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isConfirmed } from './receiving.rules.ts'

/** A 1688 order whose goods came: confirming it gives the seller the money. Acts from before purchases were kept in them have none. */
export type Confirmation = { accountId: string; purchaseId?: string; orderId: string; itemIds: string[] }
export type ConfirmActs = ActsOf<Confirmation, void, true>

const LOOK_MS = 15_000
/** A confirmation that 1688 does not show after two looks and this long was not made; it may be asked for again. */
const PATIENCE = { absentAfterMs: 60_000, leastLooks: 2 }

/** 确认收货 at 1688; the thing that is confirmed is the 1688 order. */
export function confirmActs(deps: {
  acts: Acts
  jobs: Jobs
  marketplace: Pick<MarketplaceService, 'withConnector'>
}): ConfirmActs {
  const readAgain = (tx: Tx, orderId: string): Promise<void> =>
    deps.jobs.enqueue(tx, readAlibabaOrders, { orderIds: [orderId] })

  return deps.acts.define<Confirmation, void, true>({
    kind: 'confirm-receipt',
    // Not ended when the person's browser goes: a request that is on its way has to be noted.
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
