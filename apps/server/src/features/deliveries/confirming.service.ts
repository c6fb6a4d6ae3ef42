import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { BulkOutcome, InputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import { isUniqueViolation } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { ByColumns, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { asMarketplaceRefusal } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { OrderRow, PlacementApi } from '../placement/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { ConfirmActs } from './confirm.act.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import { CONFIRMABLE, missingOf } from './receiving.rules.ts'

/** 1688 orders that a person confirms although goods are missing, and the reason. */
export type Accepted = { accept: readonly string[]; reason: string }
const NONE: Accepted = { accept: [], reason: '' }

/**
 * 确认收货 at 1688. It releases the money to the seller, so it is only for a 1688 order whose goods were all received here, or that a person
 * accepted after seeing what is missing.
 */
export function confirmingService(deps: {
  db: Db
  newId: NewId
  log: Log
  confirmations: ConfirmActs
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  placement: PlacementApi
}) {
  const { db } = deps

  async function confirm(
    purchaseId: string,
    accepted: Accepted,
    by: ByColumns,
    signal: AbortSignal,
  ): Promise<RowResult> {
    const [doc] = await deps.purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) throw new Refusal('not-found')
    const orders = (await deps.placement.ordersOf(db.handle, [purchaseId])).filter((order) => !order.duplicate)
    if (orders.length === 0) return { ok: false, word: 'state-not-allowed', message: `${doc.number}：没有1688订单` }
    const items = await deps.placement.itemsOf(
      db.handle,
      orders.map((order) => order.id),
    )
    const messages: string[] = []
    let confirmed = 0
    for (const order of orders) {
      const own = items.filter((item) => item.alibabaOrderId === order.id)
      const [short] = missingOf(own, doc.lines)
      if (short !== undefined && !accepted.accept.includes(order.orderId))
        messages.push(`${order.orderId} 的“${short.title}”还没有收齐`)
      else {
        const why = await confirmOne(order, by, signal)
        if (why === undefined) confirmed++
        else messages.push(why)
      }
    }
    const rest = messages.length > 0 ? `；${messages.join('；')}` : ''
    return confirmed > 0
      ? { ok: true, message: `${doc.number}：已确认 ${confirmed} 个1688订单${rest}` }
      : { ok: false, word: 'state-not-allowed', message: `${doc.number}：${messages.join('；')}` }
  }

  /** Returns the reason why it was not confirmed; undefined: it was. Throws temporary failures, so that the caller can retry. */
  async function confirmOne(order: OrderRow, by: ByColumns, signal: AbortSignal): Promise<string | undefined> {
    for (const open of await deps.confirmations.open(db.handle, [order.id]))
      if ((await deps.confirmations.look(open.id, signal)) === 'waiting')
        return `${order.orderId} 上一次确认收货的结果还在核对，核对清楚之前不会再确认`
    const live = await deps.marketplace.withConnector(order.accountId, (connector) =>
      connector.getOrder(order.orderId, { signal }),
    )
    if (!CONFIRMABLE.includes(live.status)) return `${order.orderId} 不在待确认收货的状态`
    const itemIds = live.items.flatMap((item) => item.itemId ?? [])
    const intent = { accountId: order.accountId, purchaseId: order.purchaseId, orderId: order.orderId, itemIds }
    const act = { id: deps.newId(), key: order.id, intent, ...by }
    const written = await db
      .transaction((tx) => deps.confirmations.intend(tx, act))
      .catch((error: unknown) => {
        if (isUniqueViolation(error, 'remote_act_open')) return undefined
        throw error
      })
    if (!written) return `${order.orderId} 正在确认收货`
    const outcome = await deps.confirmations.carryOut(written)
    if (outcome.result === 'done') return undefined
    if (outcome.result === 'refused') throw outcome.error
    const looked = await deps.confirmations.look(written.id, signal)
    return looked === 'found' ? undefined : `${order.orderId} ${outcome.message}`
  }

  return {
    async confirmAlibabaReceipt(
      call: Call,
      { purchaseIds, ...accepted }: InputOf<typeof deliveriesEndpoints.confirmAlibabaReceipt>,
    ): Promise<BulkOutcome> {
      if (accepted.accept.length > 0 && accepted.reason === '')
        throw invalidField('reason', '请填写没有收齐也确认的原因')
      if (accepted.accept.length > 0) call.notes.change('没有收齐也确认', accepted.accept, accepted.reason)
      const by = byColumnsOf(call)
      return eachRow(
        [...new Set(purchaseIds)],
        String,
        async (purchaseId) => {
          const messages = await confirm(purchaseId, accepted, by, call.signal)
          call.notes.object('purchase', purchaseId, messages.message.slice(0, 200))
          return messages
        },
        asMarketplaceRefusal,
      )
    },

    /** Called by the job if the setting is on: a refusal of 1688 is final, other failures are retried by the job. */
    async confirmSilently(purchaseId: string, signal: AbortSignal): Promise<void> {
      try {
        await confirm(purchaseId, NONE, { byId: null, by: '系统' }, signal)
      } catch (error) {
        if (!isRemoteFailure(error) || error.word !== 'rejected') throw error
        deps.log.warn({ purchase: purchaseId, code: error.detail.code }, 'deliveries: 1688 refused the confirmation')
      }
    },
  }
}
