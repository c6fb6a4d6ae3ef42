import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints, ParcelFilter } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { Parcel, ParcelDetail } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { asMarketplaceRefusal } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PlacementApi } from '../placement/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import { parcelView } from './deliveries.view.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { ParcelsService } from './parcels.service.ts'
import {
  countParcels,
  findParcel,
  findParcelItems,
  findParcelPage,
  findParcelsOf,
  updateParcel,
} from './parcels.store.ts'
import type { AskedParcels, ParcelRow } from './parcels.store.ts'
import { findCameWith, findReceiptsOfParcel } from './receipts.store.ts'

type Endpoints = typeof deliveriesEndpoints

/** Read access to parcels, and requests about them to 1688. */
export function parcelQueries(deps: {
  db: Db
  clock: Clock
  marketplace: Pick<MarketplaceService, 'withConnector'>
  orders: OrdersApi
  purchases: PurchasesApi
  placement: PlacementApi
  parcels: ParcelsService
}) {
  const { db } = deps

  const viewsOf = async (rows: readonly ParcelRow[]): Promise<Parcel[]> => {
    const ids = rows.map((row) => row.id)
    const items = await findParcelItems(db.handle, ids)
    const cameWith = await findCameWith(db.handle, ids)
    const docs = await deps.purchases.purchaseDocs(db.handle, [...new Set(rows.map((row) => row.purchaseId))])
    return rows.map((row) =>
      parcelView(row, items, { cameWith, purchase: docs.find((doc) => doc.id === row.purchaseId) }),
    )
  }

  /** Searching by order finds the parcels of what was bought for it; so does a keyword that equals an order number. */
  const asked = async (filter: ParcelFilter): Promise<AskedParcels> => {
    if (filter.orderId !== undefined) return { ...filter, purchaseIds: await purchasesOf([filter.orderId]) }
    const code = filter.keyword?.trim() ?? ''
    if (!/^#?[\w-]{1,40}$/.test(code)) return filter
    const purchaseIds = await purchasesOf(await deps.orders.orderIdsByNumber(db.handle, code))
    return purchaseIds.length === 0 ? filter : { ...filter, keyword: undefined, purchaseIds }
  }

  const purchasesOf = async (orderIds: readonly string[]): Promise<string[]> => [
    ...new Set((await deps.purchases.linesOfOrders(db.handle, orderIds)).map((one) => one.purchaseId)),
  ]

  async function one(purchaseId: string): Promise<PurchaseDoc> {
    const [doc] = await deps.purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) throw new Refusal('not-found')
    return doc
  }

  return {
    async getParcels({
      page,
      pageSize,
      sort,
      direction,
      ...filter
    }: InputOf<Endpoints['getParcels']>): Promise<OutputOf<Endpoints['getParcels']>> {
      const found = await findParcelPage(db.handle, await asked(filter), { page, pageSize, sort, direction })
      const { rows, total, totalCapped } = found
      return { list: await viewsOf(rows), total, page, pageSize, ...(totalCapped ? { totalCapped } : {}) }
    },

    getParcelCountByTab: async (filter: ParcelFilter) => countParcels(db.handle, await asked(filter)),

    async getParcel(parcelId: string): Promise<ParcelDetail> {
      const row = await findParcel(db.handle, parcelId)
      if (!row) throw new Refusal('not-found')
      const [view] = await viewsOf([row])
      const receipts = await findReceiptsOfParcel(db.handle, parcelId)
      return {
        ...view!,
        steps: row.steps,
        receipts: receipts.map(({ id, lineId, quantity, at, by }) => ({ id, lineId, quantity, at: at.getTime(), by })),
      }
    },

    async getOrderParcels(orderIds: readonly string[]): Promise<OutputOf<Endpoints['getOrderParcels']>> {
      const demand = await deps.purchases.linesOfOrders(db.handle, orderIds)
      const views = await viewsOf(await findParcelsOf(db.handle, [...new Set(demand.map((one) => one.purchaseId))]))
      return orderIds.map((orderId) => {
        const own = demand.filter((one) => one.orderId === orderId)
        const lines = new Set(own.map((one) => one.lineId))
        const purchases = new Set(own.map((one) => one.purchaseId))
        // 1688 does not always report a parcel's contents; such a parcel may hold goods of this order.
        const parcels = views.filter(
          (view) =>
            purchases.has(view.purchaseId) &&
            (view.items.length === 0 || view.items.some((item) => item.lineId !== null && lines.has(item.lineId))),
        )
        return { orderId, parcels }
      })
    },

    refreshParcels: (call: Call, purchaseIds: readonly string[]): Promise<BulkOutcome> =>
      eachRow(
        [...new Set(purchaseIds)],
        String,
        async (purchaseId) => {
          const doc = await one(purchaseId)
          if (doc.alibabaOrderIds.length === 0)
            return { ok: false, word: 'state-not-allowed', message: `${doc.number}：还没有1688订单` }
          const parcels = await deps.parcels.readPurchase(purchaseId, call.signal)
          return { ok: true, message: parcels > 0 ? `${doc.number}：${parcels} 个包裹` : `${doc.number}：还没有发货` }
        },
        asMarketplaceRefusal,
      ),

    /** 催发货: urges the sellers of all unsent 1688 orders of the purchases. */
    urgeParcel: (call: Call, purchaseIds: readonly string[]): Promise<BulkOutcome> =>
      eachRow(
        [...new Set(purchaseIds)],
        String,
        async (purchaseId) => {
          const doc = await one(purchaseId)
          const orders = await deps.placement.ordersOf(db.handle, [purchaseId])
          const waiting = orders.filter((order) => order.status === 'waitsellersend')
          if (waiting.length === 0)
            return { ok: false, word: 'state-not-allowed', message: `${doc.number}：没有等待卖家发货的1688订单` }
          for (const order of waiting)
            await deps.marketplace.withConnector(order.accountId, (connector) =>
              connector.urgeDelivery(order.orderId, { signal: call.signal }),
            )
          const at = new Date(deps.clock.now())
          for (const row of await findParcelsOf(db.handle, [purchaseId]))
            await updateParcel(db.handle, row.id, { urgedAt: at })
          call.notes.object('purchase', doc.id, doc.number)
          return { ok: true, message: `${doc.number}：已催 ${waiting.length} 个1688订单发货` }
        },
        asMarketplaceRefusal,
      ),
  }
}
