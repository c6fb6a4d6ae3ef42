import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import { ORDER_RETURN_STATES } from '@huoqiao/contract/orders/orders.status'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { StoresApi } from '../stores/index.ts'
import { findOrders } from './orders.store.ts'
import { adminUrlOf } from './orders.view.ts'
import type { ReturnAnswersService } from './return-answers.service.ts'
import { countReturns, findReturnPage } from './return-list.store.ts'
import type { ReturnsService } from './returns.service.ts'

type Endpoints = typeof ordersEndpoints
export type ReturnListService = ReturnType<typeof returnListService>

const STATES = Object.keys(ORDER_RETURN_STATES) as OrderReturnState[]
const GONE = { name: '已删除的店铺', origin: '' }

/** The returns of all orders, and actions on several of them at once. */
export function returnListService(deps: {
  stores: Pick<StoresApi, 'storesById'>
  returns: Pick<ReturnsService, 'viewsOf'>
  answers: Pick<ReturnAnswersService, 'approveReturn' | 'closeReturn'>
}) {
  const { answers } = deps
  const each = (returnIds: readonly string[], message: string, step: (returnId: string) => Promise<unknown>) =>
    eachRow([...new Set(returnIds)], String, async (id) => {
      await step(id)
      return { ok: true, id, message }
    })

  return {
    async getReturns(
      tx: Tx,
      { page, pageSize, sort, direction, ...filter }: InputOf<Endpoints['getReturns']>,
    ): Promise<OutputOf<Endpoints['getReturns']>> {
      const found = await findReturnPage(tx, filter, { page, pageSize, sort, direction })
      const orders = await findOrders(tx, [...new Set(found.rows.map(({ orderId }) => orderId))])
      const stores = await deps.stores.storesById(tx, [...new Set(orders.map(({ storeId }) => storeId))])
      const views = await deps.returns.viewsOf(tx, orders, found.rows)
      return {
        list: views.map(({ order, view }) => {
          const store = stores.get(order.storeId) ?? GONE
          const { id: orderId, number: orderNumber, currency } = order
          return { ...view, orderId, orderNumber, currency, storeName: store.name, adminUrl: adminUrlOf(store, order) }
        }),
        total: found.total,
        page,
        pageSize,
        ...(found.totalCapped ? { totalCapped: true } : {}),
      }
    },

    getReturnCountByState: (
      tx: Tx,
      filter: InputOf<Endpoints['getReturnCountByState']>,
    ): Promise<OutputOf<Endpoints['getReturnCountByState']>> => countReturns(tx, filter, STATES),

    approveReturns: (call: Call, { returnIds, notifyCustomer }: InputOf<Endpoints['approveReturns']>) =>
      each(returnIds, '已同意退货', (returnId) => answers.approveReturn(call, { returnId, notifyCustomer })),

    closeReturns: (call: Call, { returnIds }: InputOf<Endpoints['closeReturns']>) =>
      each(returnIds, '已结束退货', (returnId) => answers.closeReturn(call, { returnId })),
  }
}
