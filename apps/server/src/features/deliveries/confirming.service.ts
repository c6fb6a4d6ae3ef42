import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { BulkOutcome, InputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { readAlibabaOrders } from '../placement/index.ts'
import type { OrderRow, PlacementDoor } from '../placement/index.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import { eachRow } from './each-row.ts'
import type { RowSaid } from './each-row.ts'
import { CONFIRMABLE, missingOf } from './receiving.rules.ts'

/** 1688 orders that a person wants confirmed although not everything came, and why. */
export type Accepted = { accept: readonly string[]; reason: string }
const NONE: Accepted = { accept: [], reason: '' }

/**
 * 确认收货 at 1688: the seller gets the money, so only for a 1688 order of which everything was received here, or that a person
 * named after seeing what is missing.
 */
export function confirmingService(deps: {
  db: Db
  log: Log
  jobs: Jobs
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  placement: PlacementDoor
}) {
  const { db } = deps

  async function confirm(purchaseId: string, accepted: Accepted, signal: AbortSignal): Promise<RowSaid> {
    const [doc] = await deps.purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) throw new Refusal('not-found')
    const orders = (await deps.placement.ordersOf(db.handle, [purchaseId])).filter((order) => !order.surplus)
    if (orders.length === 0) return { ok: false, word: 'state-not-allowed', message: `${doc.number}：没有1688订单` }
    const items = await deps.placement.itemsOf(
      db.handle,
      orders.map((order) => order.id),
    )
    const said: string[] = []
    let confirmed = 0
    for (const order of orders) {
      const own = items.filter((item) => item.alibabaOrderId === order.id)
      const [short] = missingOf(own, doc.lines)
      if (short !== undefined && !accepted.accept.includes(order.orderId))
        said.push(`${order.orderId} 的“${short.title}”还没有收齐`)
      else if (await confirmOne(order, signal)) confirmed++
      else said.push(`${order.orderId} 不在待确认收货的状态`)
    }
    if (confirmed > 0)
      await deps.jobs.enqueue(db.handle, readAlibabaOrders, { orderIds: orders.map((order) => order.orderId) })
    const rest = said.length > 0 ? `；${said.join('；')}` : ''
    return confirmed > 0
      ? { ok: true, message: `${doc.number}：已确认 ${confirmed} 个1688订单${rest}` }
      : { ok: false, word: 'state-not-allowed', message: `${doc.number}：${said.join('；')}` }
  }

  /** Looked at first: after a lost answer the second try finds it done. False: nothing to confirm. */
  async function confirmOne(order: OrderRow, signal: AbortSignal): Promise<boolean> {
    return deps.marketplace.withConnector(order.accountId, async (connector) => {
      const live = await connector.getOrder(order.orderId, { signal })
      if (!CONFIRMABLE.includes(live.status)) return false
      const itemIds = live.items.flatMap((item) => item.itemId ?? [])
      await connector.confirmReceipt({ orderId: order.orderId, itemIds }, { signal })
      return true
    })
  }

  return {
    async confirm(
      call: Call,
      { purchaseIds, ...accepted }: InputOf<typeof deliveriesEndpoints.confirmAlibabaReceipt>,
    ): Promise<BulkOutcome> {
      if (accepted.accept.length > 0 && accepted.reason === '')
        throw invalidField('reason', '请填写没有收齐也确认的原因')
      if (accepted.accept.length > 0) call.notes.change('没有收齐也确认', accepted.accept, accepted.reason)
      return eachRow([...new Set(purchaseIds)], String, async (purchaseId) => {
        const said = await confirm(purchaseId, accepted, call.signal)
        call.notes.object('purchase', purchaseId, said.message.slice(0, 200))
        return said
      })
    },

    /** Of the setting: what 1688 refuses is refused for good, the rest is tried again by the job. */
    async confirmSilently(purchaseId: string, signal: AbortSignal): Promise<void> {
      try {
        await confirm(purchaseId, NONE, signal)
      } catch (error) {
        if (!isRemoteFailure(error) || error.word !== 'rejected') throw error
        deps.log.warn({ purchase: purchaseId, code: error.detail.code }, 'deliveries: 1688 refused the confirmation')
      }
    },
  }
}
