import type { PayLink } from '@huoqiao/connector-1688'
import type { PayWay } from '@huoqiao/contract/placement/placement.schema'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import type { NewId } from '../../platform/ids.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { failureText } from './order-step.ts'
import type { AboutOrder } from './order-step.ts'
import { stageWords } from './paying.rules.ts'
import { insertPayment } from './payment.store.ts'

/** Orders of one buyer account that share one pay link. */
export type LinkRequest = {
  accountId: string
  way: PayWay
  orders: { id: string; amountMinor: number; stage: number | null; about: AboutOrder }[]
}
export type LinkActs = ActsOf<LinkRequest, PayLink, never>

/** Remote acts that fetch a pay link of 1688. Fetching twice pays nothing, so a link whose answer was lost is given up at once. */
export function linkActs(deps: {
  newId: NewId
  acts: Acts
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  ledger: LedgerService
}): LinkActs {
  return deps.acts.define<LinkRequest, PayLink, never>({
    kind: 'pay-link',
    send: ({ intent: { accountId, way, orders } }, options) =>
      deps.marketplace.withConnector(accountId, (connector) =>
        connector.payLink({ orderIds: orders.map(({ about }) => about.orderId), way }, options),
      ),
    look: () => Promise.resolve(undefined),
    patience: () => ({ absentAfterMs: 0, leastLooks: 1 }),
    lookAgainMs: () => 60_000,
    purchasesOf: ({ orders }) => orders.map(({ about }) => about.purchaseId),
    /** Locks the purchases first and in a fixed order, like every other transaction, so that two cannot deadlock. */
    async hold(tx, { intent }) {
      const ids = new Set(intent.orders.map(({ about }) => about.purchaseId))
      for (const id of [...ids].toSorted()) await deps.purchases.purchaseForPlacement(tx, id)
    },
    explain: failureText,

    async done(tx, { id, intent, byId, by }, { payUrl, failed }) {
      const payable = intent.orders.filter(({ about }) => !failed.includes(about.orderId))
      const sum = (orders: LinkRequest['orders']): number => orders.reduce((total, one) => total + one.amountMinor, 0)
      const { accountId, way } = intent
      await insertPayment(
        tx,
        { id, accountId, way, state: 'requested', totalMinor: sum(payable), payUrl, byId, by },
        payable.map((one) => ({
          id: deps.newId(),
          paymentId: id,
          alibabaOrderId: one.id,
          amountMinor: one.amountMinor,
          stage: one.stage,
        })),
      )
      const purchaseIds = [...new Set(payable.map(({ about }) => about.purchaseId))]
      for (const doc of await deps.purchases.purchaseDocs(tx, purchaseIds))
        if (doc.payment === 'none') await deps.purchases.markPayment(tx, doc.id, 'requested')
      for (const one of payable)
        await deps.ledger.append(tx, {
          ...one.about,
          kind: 'pay-intent',
          amountMinor: one.amountMinor,
          by,
          summary: `获取付款链接，同一笔共 ${payable.length} 个订单${stageWords(one)}`,
          facts: {
            paymentId: id,
            way,
            totalMinor: sum(intent.orders),
            ...(one.stage === null ? {} : { stage: one.stage }),
          },
        })
    },
    refused: () => Promise.resolve(),
    unknown: () => Promise.resolve(),
    found: () => Promise.resolve(),
    absent: () => Promise.resolve(),
  })
}
