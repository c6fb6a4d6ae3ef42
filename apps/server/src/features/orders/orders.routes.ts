import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import { notFound } from '../../http/respond.ts'
import type { AbroadFreightService } from './abroad-freight.service.ts'
import type { DecisionsService } from './decisions.service.ts'
import type { FeedsService } from './feeds.service.ts'
import type { GoodsService } from './goods.service.ts'
import type { PersonsService } from './persons.service.ts'
import type { QueriesService } from './queries.service.ts'
import type { RatesService } from './rates.service.ts'
import type { ReturnAnswersService } from './return-answers.service.ts'
import type { ReturnListService } from './return-list.service.ts'
import type { ReturnPhotosService } from './return-photos.service.ts'
import type { ReturnRefundsService } from './return-refunds.service.ts'
import type { ReturnsService } from './returns.service.ts'
import type { RelationSheetService } from './relation-sheet.service.ts'
import type { RelationsService } from './relations.service.ts'
import type { TasksService } from './tasks.service.ts'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'

export type OrdersServices = {
  queries: QueriesService
  freights: AbroadFreightService
  decisions: DecisionsService
  relations: RelationsService
  goods: GoodsService
  sheets: RelationSheetService
  persons: PersonsService
  feeds: FeedsService
  rates: RatesService
  tasks: TasksService
  returns: ReturnsService
  returnAnswers: ReturnAnswersService
  returnList: ReturnListService
  returnPhotos: ReturnPhotosService
  returnRefunds: ReturnRefundsService
}

export const ordersRoutes = ({
  db,
  queries,
  decisions,
  freights,
  relations,
  goods,
  sheets,
  persons,
  feeds,
  rates,
  tasks,
  returns,
  returnAnswers,
  returnList,
  returnPhotos,
  returnRefunds,
}: OrdersServices & { db: Db }): RoutesOf<keyof typeof ordersEndpoints> => ({
  getOrdersByCondition: (call, input) => queries.getOrdersByCondition(db.handle, call, input),
  getOrderCountByState: (call, input) => queries.getOrderCountByState(db.handle, call, input),
  getOrderLines: (_call, input) => queries.getOrderLines(db.handle, input.orderIds),
  getOrder: (call, input) => queries.getOrder(db.handle, call, input.orderId),
  refreshOrder: (call, input) => queries.refreshOrder(db.handle, call, input.orderId),
  previewRelation: (_call, input) => relations.previewRelation(db.handle, input),
  relateShopifyOrder: (call, input) => relations.relateShopifyOrder(call, input),
  unlinkShopifyOrder: (call, input) => call.write((tx) => relations.unlinkShopifyOrder(tx, call, input)),
  getUnsourcedGoods: (_call, input) => goods.getUnsourcedGoods(db.handle, input),
  relateGoods: (call, input) => goods.relateGoods(call, input),
  importRelations: (call, input) => sheets.importRelations(call, input),
  querySkuRelations: (_call, input) => relations.querySkuRelations(db.handle, input),
  deleteSkuRelation: (call, input) => call.write((tx) => relations.deleteSkuRelation(tx, call, input)),
  holdOrders: (call, input) => call.write((tx) => decisions.holdOrders(tx, call, input)),
  releaseOrders: (call, input) => call.write((tx) => decisions.releaseOrders(tx, call, input)),
  confirmOrders: (call, input) => call.write((tx) => decisions.confirmOrders(tx, call, input)),
  noteOrder: (call, input) => call.write((tx) => decisions.noteOrder(tx, call, input)),
  parseInternationalFreights: (_call, input) => freights.parseInternationalFreights(input),
  setInternationalFreights: (call, input) => call.write((tx) => freights.setInternationalFreights(tx, call, input)),
  ignoreLines: (call, input) => call.write((tx) => decisions.ignoreLines(tx, call, input)),
  revealCustomer: (call, input) => call.write((tx) => persons.revealCustomer(tx, call, input)),
  redactCustomer: (call, input) => call.write((tx) => persons.redactCustomer(tx, call, input.orderId)),
  recoverMissingOrders: (call, input) => call.write((tx) => tasks.recoverMissingOrders(tx, call, input)),
  exportShopifyOrderSkuInfo: (call, input) => call.write((tx) => tasks.exportShopifyOrderSkuInfo(tx, call, input)),
  downloadOrderExport: (call, input) => tasks.downloadOrderExport(db.handle, call, input.taskId),
  queryOrderTasks: (call, input) => tasks.queryOrderTasks(db.handle, call, input),
  cancelOrderTask: (call, input) => call.write((tx) => tasks.cancelOrderTask(tx, call, input.taskId)),
  queryOrderFeeds: () => feeds.queryOrderFeeds(db.handle),
  saveOrderFeed: (call, input) => call.write((tx) => feeds.saveOrderFeed(tx, call, input)),
  pullOrders: () => feeds.pullOrders(db.handle),
  queryExchangeRates: (_call, input) => rates.queryExchangeRates(db.handle, input),
  getOrderReturns: (_call, input) => returns.getOrderReturns(db.handle, input),
  getReturns: (_call, input) => returnList.getReturns(db.handle, input),
  getReturnCountByState: (_call, input) => returnList.getReturnCountByState(db.handle, input),
  approveReturns: (call, input) => returnList.approveReturns(call, input),
  closeReturns: (call, input) => returnList.closeReturns(call, input),
  approveReturn: (call, input) => returnAnswers.approveReturn(call, input),
  declineReturn: (call, input) => returnAnswers.declineReturn(call, input),
  closeReturn: (call, input) => returnAnswers.closeReturn(call, input),
  saveReturnPhotos: (call, input) => call.write((tx) => returnPhotos.saveReturnPhotos(tx, call, input)),
  previewReturnRefund: (call, input) => returnRefunds.previewReturnRefund(call, input),
  refundReturn: (call, input) => returnRefunds.refundReturn(call, input),
  saveExchangeRate: (call, input) => call.write((tx) => rates.saveExchangeRate(tx, call, input)),
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves finished exports at an address that is valid for some minutes (downloadOrderExport). `isIn`: whether the session still exists. */
export function serveExports(
  app: FastifyInstance,
  tasks: Pick<TasksService, 'fetched'>,
  isIn: (sessionId: string) => Promise<boolean>,
): void {
  app.get<{ Params: { id: string; until: string; session: string; signature: string; name: string } }>(
    '/exports/:id/:until/:session/:signature/:name',
    async (request, reply) => {
      const { id, name, ...given } = request.params
      const sheet = ID.test(id) ? await tasks.fetched({ fileId: id, ...given }, isIn) : undefined
      if (!sheet) return reply.code(404).send(notFound())
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-length': sheet.size,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        })
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .send(sheet.stream)
    },
  )
}
