import { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import type { Approval } from '@huoqiao/contract/listings/listings.endpoints'
import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db } from '../../db/db.ts'
import type { RequestCall } from '../../db/request-call.ts'
import type { Perform } from '../../http/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PlacementServices } from '../placement/index.ts'
import type { MarketplaceWalk } from './marketplace-walk.service.ts'
import { countedOf } from './order-walk.store.ts'
import type { Repairs, RepairWork } from './reconciliation.types.ts'

type Pair = { productId: string; storeId: string }

/** Repairs by name: existing calls of the app, and a few that exist only here. */
export function repairsOf(deps: {
  db: Db
  perform: Perform
  orders: Pick<OrdersApi, 'linesForPurchase' | 'movePurchased' | 'moveReceived'>
  takeOrder: PlacementServices['sync']['take']
  marketplace: Pick<MarketplaceWalk, 'readOrder'>
}): Repairs {
  const { db, perform } = deps

  const adoptAlibabaOrder: RepairWork<'adoptAlibabaOrder'> = async (call, { accountId, orderId }) => {
    const right = placementEndpoints.settleAlibabaOrder.path
    if (!call.actor.holds(right)) throw new Refusal('no-right', { why: `需要“核对下单结果”权限（${right}）` })
    const reported = await deps.marketplace.readOrder(accountId, orderId, call.signal)
    if (!reported) return { ok: false, message: '1688上已经没有这个订单' }
    await deps.takeOrder(reported)
    return { ok: true, message: '已登记到采购单' }
  }

  /**
   * Counted again under the order's lock: the difference may be an hour old, or another person is just repairing it. Uses the API of orders,
   * which checks the bounds and recalculates the order's state.
   */
  const recountOrderLine: RepairWork<'recountOrderLine'> = (_call, { lineId, counter }) =>
    db.transaction(async (tx) => {
      const [line] = await deps.orders.linesForPurchase(tx, [lineId])
      if (!line) return { ok: false, message: '订单商品已不存在' }
      const quantity = (await countedOf(tx, lineId, counter)) - line[counter]
      if (quantity === 0) return { ok: true, message: '数量已经一致' }
      const move = { lineId, quantity }
      await (counter === 'received' ? deps.orders.moveReceived(tx, [move]) : deps.orders.movePurchased(tx, [move]))
      return { ok: true, message: '已改正' }
    })

  /** The version is read now, because the person has not opened the purchase. */
  const settlePurchaseAlarm: RepairWork<'settlePurchaseAlarm'> = async (call, { purchaseId, action }) => {
    const { version } = await perform('getPurchaseOrderSkuDetails', call, { purchaseId })
    await perform('settlePurchaseAlarm', call, { purchaseId, version, action })
    return DONE
  }

  /** The shop is read first: a shipment that it still shows as sent is not withdrawn, because that would cancel it in the shop too. */
  const withdrawShipments: RepairWork<'withdrawShipments'> = async (call, { orderId, shipmentIds }) => {
    const order = await perform('refreshOrder', call, { orderId })
    if (order.lines.some((line) => line.fulfilled > 0))
      return { ok: false, message: '店铺里还有发货，已刷新订单，没有撤销' }
    return { ...resultOfRows(await perform('cancelShipment', call, { shipmentIds })), isLater: true }
  }

  const takeSource: RepairWork<'takeSource'> = async (call, { productIds }) => {
    const input = { productIds, storeIds: [], push: 'false' as const }
    return resultOfRows((await perform('syncUpdateProductDataAndShopifyData', call, input)).rows)
  }

  const push = async (call: RequestCall, pair: Pair, approvals: Approval[]) => {
    const { productId, storeId } = pair
    const input = { productIds: [productId], storeIds: [storeId], approvals }
    const { rows, task } = await perform('syncToShopify', call, input)
    return task === null ? resultOfRows(rows) : { ok: true, message: '已交给同步任务', isLater: true }
  }
  const seen = async (call: RequestCall, pair: Pair): Promise<DryRunItem> => {
    const { items } = await perform('previewSyncToShopify', call, { pairs: [pair] })
    return items[0]!
  }
  const changedFields = (item: DryRunItem): string[] =>
    item.fields.filter(({ change }) => change !== 'none').map(({ field }) => field)

  /** Overwrites only the fields that the difference names, and only if both sides are unchanged since a person saw them. */
  const overwriteShop: RepairWork<'overwriteShop'> = async (call, { productId, storeId, contentHash, fields }) => {
    const pair = { productId, storeId }
    const item = await seen(call, pair)
    if (item.contentHash !== contentHash)
      return { ok: false, message: '店铺或这里的内容又变了，没有覆盖；请看过新的差异再决定' }
    const wanted = new Set(fields)
    const skipFields = changedFields(item).filter((field) => !wanted.has(field))
    return push(call, pair, [{ ...pair, contentHash: item.contentHash, skipFields }])
  }
  /** A push without changes: it only records whether the product is on sale in the shop. */
  const takeShopStatus: RepairWork<'takeShopStatus'> = async (call, pair) => {
    const item = await seen(call, pair)
    return push(call, pair, [{ ...pair, contentHash: item.contentHash, skipFields: changedFields(item) }])
  }

  return {
    refreshAlibabaOrders: async (call, input) => resultOfRows(await perform('refreshAlibabaOrders', call, input)),
    settleAlibabaOrder: async (call, input) => resultOfRows(await perform('settleAlibabaOrder', call, input)),
    cancelAlibabaOrder: async (call, input) => resultOfRows(await perform('cancelAlibabaOrder', call, input)),
    terminateRest: async (call, input) => resultOfRows(await perform('terminateRest', call, input)),
    refreshOrder: async (call, input) => {
      await perform('refreshOrder', call, input)
      return DONE
    },
    retryShipments: async (call, input) => ({
      ...resultOfRows(await perform('retryShipments', call, input)),
      isLater: true,
    }),
    takeOffSale: async (call, input) =>
      resultOfRows(await perform('setListingsOnline', call, { ...input, online: false })),
    createInShop: (call, pair) => push(call, pair, []),
    adoptAlibabaOrder,
    recountOrderLine,
    settlePurchaseAlarm,
    withdrawShipments,
    takeSource,
    overwriteShop,
    takeShopStatus,
  }
}

const DONE = { ok: true, message: '已执行' }

/** The result of a bulk call in one line. */
const resultOfRows = ({ rows }: Pick<BulkOutcome, 'rows'>): { ok: boolean; message: string } => ({
  ok: rows.every(({ ok }) => ok),
  message: rows.map(({ message }) => message).join('；') || DONE.message,
})
