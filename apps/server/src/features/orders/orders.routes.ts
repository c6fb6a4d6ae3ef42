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
}: OrdersServices & { db: Db }): RoutesOf<keyof typeof ordersEndpoints> => ({
  getOrdersByCondition: (call, input) => queries.list(db.handle, call, input),
  getOrderCountByState: (call, input) => queries.counts(db.handle, call, input),
  getOrderLines: (_call, input) => queries.lines(db.handle, input.orderIds),
  getOrder: (call, input) => queries.detail(db.handle, call, input.orderId),
  refreshOrder: async (call, input) => {
    await feeds.refresh(input.orderId)
    await returns.readNow(input.orderId)
    return queries.detail(db.handle, call, input.orderId)
  },
  previewRelation: (_call, input) => relations.preview(db.handle, input),
  relateShopifyOrder: (call, input) => relations.relate(call, input),
  unlinkShopifyOrder: (call, input) => call.write((tx) => relations.unlink(tx, call, input)),
  getUnsourcedGoods: (_call, input) => goods.query(db.handle, input),
  relateGoods: (call, input) => goods.relate(call, input),
  importRelations: (call, input) => sheets.importSheet(call, input),
  querySkuRelations: (_call, input) => relations.query(db.handle, input),
  deleteSkuRelation: (call, input) => call.write((tx) => relations.remove(tx, call, input)),
  holdOrders: (call, input) => call.write((tx) => decisions.hold(tx, call, input)),
  releaseOrders: (call, input) => call.write((tx) => decisions.release(tx, call, input)),
  confirmOrders: (call, input) => call.write((tx) => decisions.confirm(tx, call, input)),
  noteOrder: async (call, input) => {
    await call.write((tx) => decisions.note(tx, call, input))
    return queries.detail(db.handle, call, input.orderId)
  },
  parseInternationalFreights: (_call, input) => freights.parse(input),
  setInternationalFreights: (call, input) => call.write((tx) => freights.set(tx, call, input)),
  ignoreLines: (call, input) => call.write((tx) => decisions.ignore(tx, call, input)),
  revealCustomer: (call, input) => call.write((tx) => persons.reveal(tx, call, input)),
  redactCustomer: (call, input) => call.write((tx) => persons.redact(tx, call, input.orderId)),
  recoverMissingOrders: (call, input) => call.write((tx) => tasks.recover(tx, call, input)),
  exportShopifyOrderSkuInfo: (call, input) => call.write((tx) => tasks.export(tx, call, input)),
  downloadOrderExport: (call, input) => tasks.download(db.handle, call, input.taskId),
  queryOrderTasks: (call, input) => tasks.query(db.handle, call, input),
  cancelOrderTask: (call, input) => call.write((tx) => tasks.cancel(tx, call, input.taskId)),
  queryOrderFeeds: () => feeds.query(db.handle),
  saveOrderFeed: (call, input) => call.write((tx) => feeds.save(tx, call, input)),
  pullOrders: () => feeds.order(db.handle),
  queryExchangeRates: (_call, input) => rates.query(db.handle, input),
  getOrderReturns: (_call, input) => returns.of(db.handle, input),
  saveExchangeRate: (call, input) => call.write((tx) => rates.save(tx, call, input)),
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finished exports by an address that was given out for some minutes (downloadOrderExport). `isIn`: whether a session still is one. */
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
