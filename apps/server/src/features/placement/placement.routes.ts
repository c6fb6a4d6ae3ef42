import type { handOrdersEndpoints } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { PlacementServices } from './placement.feature.ts'

export const placementRoutes = ({
  db,
  feature,
}: {
  db: Db
  feature: PlacementServices
}): RoutesOf<keyof (typeof placementEndpoints & typeof handOrdersEndpoints)> => ({
  previewAlibabaOrder: (call, input) => feature.service.previewAlibabaOrder(call, input.purchaseId),
  createAlibabaOrder: (call, input) => feature.service.createAlibabaOrder(call, input),
  acceptAlibabaPrice: (call, input) => feature.service.acceptAlibabaPrice(call, input),
  settleAlibabaOrder: (call, input) => feature.service.settleAlibabaOrder(call, input.purchaseIds),
  refreshAlibabaOrders: (call, input) => feature.service.refreshAlibabaOrders(call, input.purchaseIds),
  getPlacement: (_call, input) => feature.service.getPlacement(input.purchaseId),
  queryPayable: (call, input) => feature.payments.queryPayable(call, input.purchaseIds),
  requestPayLink: (call, input) => feature.payments.requestPayLink(call, input.purchaseIds, input.way),
  payByProtocol: (call, input) => feature.payments.payByProtocol(call, input),
  getPaymentCountByState: (_call, input) => feature.payments.getPaymentCountByState(db.handle, input),
  getPayments: (_call, { page, pageSize, ...filter }) =>
    feature.payments.getPayments(db.handle, filter, { page, pageSize }),
  cancelAlibabaOrder: (call, input) => feature.closing.cancelAlibabaOrder(call, input),
  getReturnedPurchases: (_call, input) => feature.returnedPurchases.getReturnedPurchases(input),
  getRefundOptions: (call, input) => feature.refunding.getRefundOptions(call, input),
  applyAlibabaRefund: (call, input) => feature.refunding.applyAlibabaRefund(call, input),
  getHandPlacedOrders: (call, input) => feature.handOrders.getHandPlacedOrders(call, input),
  takeOverAlibabaOrders: (call, input) => feature.handOrders.takeOverAlibabaOrders(call, input),
  getLedger: (_call, { page, pageSize, ...filter }) => feature.ledger.getLedger(db.handle, filter, { page, pageSize }),
  verifyLedger: () => feature.ledger.verifyLedger(db.handle),
})

/** Target of every clickable 1688 order number in the console. It opens in a new tab, so the request carries no token. */
export function serveOrderLinks(app: FastifyInstance, links: PlacementServices['links']): void {
  type Asked = { Params: { orderId: string }; Querystring: { account?: unknown } }
  app.get<Asked>('/api/purchase/center/alibabaOrder/:orderId', async ({ params, query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(await links.pageOf(params.orderId, typeof query.account === 'string' ? query.account : undefined), 302),
  )
}
