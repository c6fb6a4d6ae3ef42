import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { OrderCreated, OrderFlow, SourceOrder } from '@huoqiao/connector-1688'
import type { Act, Acts, ActsOf, Reported } from '../../acts/acts.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { Adopting } from './adopting.service.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrderRecord } from './order-record.ts'
import { failureText } from './order-step.ts'
import { placePurchase, readAlibabaOrders } from './placement.jobs.ts'
import { nextLookAfterMs } from './placement.rules.ts'
import { findPlacement, findPlacementRequest, removePriceCheck, updatePlacement } from './placement.store.ts'
import type { PlacementRow } from './placement.store.ts'

/** What is sent is stored in the attempt's own row (`placement`, under the act's id). */
export type Placing = { purchaseId: string; number: string }
export type PlaceActs = ActsOf<Placing, OrderCreated, readonly SourceOrder[]>

const OPEN = ['sent', 'unknown'] as const

/** The fields that every ledger line about an attempt starts with. */
export const aboutPlacement = (row: Pick<PlacementRow, 'id' | 'purchaseId' | 'accountName'>, number: string) => ({
  placementId: row.id,
  purchaseId: row.purchaseId,
  purchaseNumber: number,
  accountName: row.accountName,
})

/**
 * Remote acts that place an order at 1688, one for each purchase. A lookup finds the order by our number in its message (decisions, section
 * 5).
 */
export function placeActs(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  acts: Acts
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  notices: Pick<NoticesService, 'tell'>
  purchases: PurchasesApi
  ledger: LedgerService
  record: OrderRecord
  adopting: Adopting
}): PlaceActs {
  const { purchases, record, jobs } = deps
  const resolved = () => ({ resolvedAt: new Date(deps.clock.now()) })

  return deps.acts.define<Placing, OrderCreated, readonly SourceOrder[]>({
    kind: 'place',
    async send({ id }, options) {
      const row = await findPlacement(deps.db.handle, id)
      if (!row) throw new Error('the intent that was just written is gone')
      const { flow, address, cargo, message, tradeType } = row.sent
      return deps.marketplace.withConnector(row.accountId, (connector) =>
        connector.createOrder(
          {
            flow: flow as OrderFlow,
            address,
            cargo,
            message,
            outOrderId: row.outOrderId,
            ...(tradeType === null ? {} : { tradeType }),
          },
          options,
        ),
      )
    },
    async look({ id }, signal) {
      const row = await findPlacement(deps.db.handle, id)
      const found = row ? await deps.adopting.ordersUnder(row, signal) : []
      return found.length > 0 ? found : undefined
    },
    patience: async () => {
      const minutes = await deps.config.setting(deps.db.handle, 'purchase.absentAfterMinutes')
      return { absentAfterMs: minutes * 60_000, leastLooks: 2 }
    },
    lookAgainMs: nextLookAfterMs,
    purchasesOf: ({ purchaseId }) => [purchaseId],
    hold: async (tx, { intent }) => {
      await purchases.purchaseForPlacement(tx, intent.purchaseId)
    },
    explain: failureText,

    async done(tx, { id }, made, was) {
      const [row, doc] = await both(tx, id)
      if (!row || !doc) return
      // The attempt was given up meanwhile, but the orders that the answer names exist at 1688.
      if (was === 'absent') return deps.adopting.takeIn(tx, row, doc, made.orders, [])
      const failedLines = [...made.failed]
      const message = failedLines.length > 0 ? `${failedLines.length} 个规格没有下成单` : ''
      await updatePlacement(tx, id, OPEN, { state: 'placed', ...resolved(), failedLines, message })
      // A lookup or the poll may already have recorded some of these orders. All orders that the answer names belong to the attempt; none
      // is a duplicate.
      const kind = was === 'found' ? 'place-adopted' : 'place-answer'
      for (const order of made.orders)
        await record.add(tx, { placement: row, number: doc.number, kind, order, duplicate: false })
      await removePriceCheck(tx, doc.id)
      await record.summarise(tx, doc, '1688已下单')
      await record.tellFailedLines(tx, doc.number, made.failed)
      const orderIds = made.orders.map((order) => order.orderId)
      if (orderIds.length > 0) await jobs.enqueue(tx, readAlibabaOrders, { orderIds })
    },

    async refused(tx, { id, intent }, reported) {
      const row = await updatePlacement(tx, id, OPEN, { state: 'refused', ...heardOf(reported), ...resolved() })
      if (!row) return
      await deps.ledger.append(tx, {
        ...aboutPlacement(row, intent.number),
        kind: 'place-refused',
        orderId: null,
        amountMinor: null,
        by: row.by,
        summary: reported.message.slice(0, 200),
        facts: { word: reported.word },
      })
    },

    async unknown(tx, { id, intent }, reported) {
      await updatePlacement(tx, id, ['sent'], { state: 'unknown', ...heardOf(reported) })
      await moveToUnknown(tx, intent)
    },

    async found(tx, { id }, orders) {
      const [row, doc] = await both(tx, id)
      if (row && doc) await deps.adopting.adopt(tx, row, doc, orders)
    },

    async absent(tx, { id, intent }, { looks, withdrawal }) {
      const isUnsent = withdrawal === 'never-sent'
      const summary = isUnsent
        ? '下单请求还没有发出，发送它的进程已停下，作废'
        : `核对 ${looks} 次，1688上没有这张采购单的订单`
      const row = await updatePlacement(tx, id, OPEN, { state: 'absent', message: summary, ...resolved() })
      if (!row) return
      await deps.ledger.append(tx, {
        ...aboutPlacement(row, intent.number),
        kind: 'place-absent',
        orderId: null,
        amountMinor: null,
        by: '系统',
        summary,
        facts: { looks },
      })
      const doc = await purchases.purchaseForPlacement(tx, intent.purchaseId)
      // The request was never sent, and the person still waits for it: place it again without asking.
      if (isUnsent && doc?.state === 'placing') return placeAgain(tx, intent.purchaseId)
      if (doc?.state === 'placing') await moveToUnknown(tx, intent)
      const reason = '已确认1688没有这个订单，可以重新下单'
      await purchases.moveState(tx, intent.purchaseId, ['unknown'], 'to-place', { reason })
    },
  })

  async function both(tx: Tx, id: string): Promise<[PlacementRow?, PurchaseDoc?]> {
    const row = await findPlacement(tx, id)
    return [row, row && (await purchases.purchaseForPlacement(tx, row.purchaseId))]
  }

  /**
   * Uses the way of paying that was requested, not the one that was about to be sent: 1688 may have offered that without anybody choosing
   * it.
   */
  async function placeAgain(tx: Tx, purchaseId: string): Promise<void> {
    await jobs.enqueue(tx, placePurchase, await findPlacementRequest(tx, purchaseId), { key: purchaseId })
  }

  async function moveToUnknown(tx: Tx, { purchaseId, number }: Placing): Promise<void> {
    const doc = await purchases.purchaseForPlacement(tx, purchaseId)
    if (doc?.state !== 'placing') return
    const reason = '没有收到1688的答复，正在按采购单号核对'
    await purchases.moveState(tx, purchaseId, ['placing'], 'unknown', { reason })
    await deps.notices.tell(tx, {
      kind: 'purchase-problem',
      about: number,
      title: `采购单 ${number}`,
      text: '下单没有收到1688的答复，系统正在核对，核对完之前不会重新下单',
      to: `/purchase/list?keyword=${number}`,
    })
  }
}

/** The failure as it is stored with the attempt. */
function heardOf({ word, message, error }: Reported) {
  const reported = isRefusal(error) ? error : isRemoteFailure(error) ? explainMarketplaceFailure(error) : undefined
  return {
    word,
    message,
    advice: reported?.detail.next?.[0]?.label ?? null,
    exchange: reported?.detail.exchange ?? null,
  }
}

export type PlaceAct = Act<Placing>
