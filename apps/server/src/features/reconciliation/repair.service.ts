import { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import { REPAIRS } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { RepairName } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { Approval } from '@huoqiao/contract/listings/listings.endpoints'
import type { DryRunItem, SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db } from '../../db/db.ts'
import type { Perform } from '../../http/perform.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PlacementServices } from '../placement/index.ts'
import type { MarketplaceWalk } from './marketplace-walk.service.ts'
import type { Repairs, RepairWork } from './reconciliation.types.ts'

type Pair = { productId: string; storeId: string }

/** Repairs by name: calls of the app as they are, and the few that are only known here. */
export function repairsOf(deps: {
  db: Db
  perform: Perform
  orders: Pick<OrdersApi, 'movePurchased' | 'moveReceived'>
  takeOrder: PlacementServices['sync']['take']
  marketplace: Pick<MarketplaceWalk, 'readOrder'>
}): Repairs {
  const { db, perform } = deps

  const adopt: RepairWork = async (call, input) => {
    const right = placementEndpoints.settleAlibabaOrder.path
    if (!call.actor.holds(right)) throw new Refusal('no-right', { why: `需要“核对下单结果”权限（${right}）` })
    const reported = await deps.marketplace.readOrder(String(input['accountId']), String(input['orderId']), call.signal)
    if (!reported) return { ok: false, message: '1688上已经没有这个订单' }
    await deps.takeOrder(reported)
    return { ok: true, message: '已登记到采购单' }
  }

  /** Moved through the API of orders, which holds the bounds and works the order's state out anew. */
  const recount: RepairWork = async (_call, input) => {
    const move = { lineId: String(input['lineId']), quantity: Number(input['by']) }
    await db.transaction((tx) =>
      input['counter'] === 'received' ? deps.orders.moveReceived(tx, [move]) : deps.orders.movePurchased(tx, [move]),
    )
    return { ok: true, message: '已改正' }
  }

  /** The version is read now: whoever repairs has not opened the purchase. */
  const keepAsStock: RepairWork = async (call, input) => {
    const { purchaseId } = input
    const detail = await perform.run('getPurchaseOrderSkuDetails', call, { purchaseId })
    const { version } = detail as { version: number }
    return said(await perform.run('settlePurchaseAlarm', call, { purchaseId, version, action: 'keep' }))
  }

  /** The shop is read first: what it still shows as sent is not withdrawn, since that would take it back there as well. */
  const withdraw: RepairWork = async (call, { orderId, shipmentIds }) => {
    const order = (await perform.run('refreshOrder', call, { orderId })) as OrderDetail
    if (order.lines.some((line) => line.fulfilled > 0))
      return { ok: false, message: '店铺里还有发货，已刷新订单，没有撤销' }
    return { ...said(await perform.run('cancelShipment', call, { shipmentIds })), isLater: true }
  }

  const takeSource: RepairWork = async (call, { productIds }) =>
    saidOf(
      (
        (await perform.run('syncUpdateProductDataAndShopifyData', call, {
          productIds,
          storeIds: [],
          push: 'false',
        })) as { rows: BulkOutcome }
      ).rows,
    )

  const push = async (call: Call, pair: Pair, approvals: readonly Approval[]) => {
    const { rows, task } = (await perform.run('syncToShopify', call, {
      productIds: [pair.productId],
      storeIds: [pair.storeId],
      approvals,
    })) as { rows: BulkOutcome; task: SyncTask | null }
    return task === null ? saidOf(rows) : { ok: true, message: '已交给同步任务', isLater: true }
  }
  const seen = async (call: Call, pair: Pair): Promise<DryRunItem> => {
    const { items } = (await perform.run('previewSyncToShopify', call, { pairs: [pair] })) as { items: DryRunItem[] }
    return items[0]!
  }
  const pairOf = (input: Readonly<Record<string, unknown>>): Pair => ({
    productId: String(input['productId']),
    storeId: String(input['storeId']),
  })
  const changedFields = (item: DryRunItem): string[] =>
    item.fields.filter(({ change }) => change !== 'none').map(({ field }) => field)

  /** Only the fields that the difference names, and only while both sides are as they were when a person saw it. */
  const overwrite: RepairWork = async (call, input) => {
    const pair = pairOf(input)
    const item = await seen(call, pair)
    if (item.contentHash !== input['contentHash'])
      return { ok: false, message: '店铺或这里的内容又变了，没有覆盖；请看过新的差异再决定' }
    const wanted = new Set(input['fields'] as string[])
    const skipFields = changedFields(item).filter((field) => !wanted.has(field))
    return push(call, pair, [{ ...pair, contentHash: item.contentHash, skipFields }])
  }
  /** A push of nothing: it changes no field, and takes down whether the shop has it on sale. */
  const takeStatus: RepairWork = async (call, input) => {
    const pair = pairOf(input)
    const item = await seen(call, pair)
    return push(call, pair, [{ ...pair, contentHash: item.contentHash, skipFields: changedFields(item) }])
  }

  const own: Repairs = {
    adoptAlibabaOrder: adopt,
    recountOrderLine: recount,
    settlePurchaseAlarm: keepAsStock,
    withdrawShipments: withdraw,
    takeSource,
    takeOffSale: async (call, input) => said(await perform.run('setListingsOnline', call, { ...input, online: false })),
    createInShop: (call, input) => push(call, pairOf(input), []),
    overwriteShop: overwrite,
    takeShopStatus: takeStatus,
    retryShipments: async (call, input) => ({
      ...said(await perform.run('retryShipments', call, input)),
      isLater: true,
    }),
  }
  const byCall =
    (name: RepairName): RepairWork =>
    async (call: Call, input) =>
      said(await perform.run(name, call, input))
  const names = (Object.keys(REPAIRS) as RepairName[]).filter((name) => own[name] === undefined && perform.knows(name))
  return { ...own, ...Object.fromEntries(names.map((name) => [name, byCall(name)])) }
}

/** What a call answered, in one line: a bulk call tells of its rows. */
function said(output: unknown): { ok: boolean; message: string } {
  const isBulk = typeof output === 'object' && output !== null && 'rows' in output
  return isBulk ? saidOf(output as BulkOutcome) : { ok: true, message: '已执行' }
}

const saidOf = ({ rows }: Pick<BulkOutcome, 'rows'>): { ok: boolean; message: string } => ({
  ok: rows.every(({ ok }) => ok),
  message: rows.map(({ message }) => message).join('；') || '已执行',
})
