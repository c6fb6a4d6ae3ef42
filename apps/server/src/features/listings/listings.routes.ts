import type { listingsEndpoints } from '@huoqiao/contract/listings/listings.endpoints'
import type { saleEndpoints } from '@huoqiao/contract/listings/sale.endpoints'
import type { takeoverEndpoints } from '@huoqiao/contract/listings/takeover.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { CompareService } from './compare.service.ts'
import type { ExternalResults } from './external-results.service.ts'
import type { RefreshService } from './refresh.service.ts'
import type { SaleService } from './sale.service.ts'
import type { SyncRequestsService } from './sync-requests.service.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import type { SyncWatchService } from './sync-watch.service.ts'
import type { TakeoverReadService } from './takeover-read.service.ts'
import type { TakeoverService } from './takeover.service.ts'

export type ListingsServices = {
  compare: CompareService
  requests: SyncRequestsService
  tasks: SyncTasksService
  watch: SyncWatchService
  external: ExternalResults
  refresh: RefreshService
  sale: SaleService
  takeoverReads: TakeoverReadService
  takeovers: TakeoverService
}

export const listingsRoutes = ({
  db,
  compare,
  requests,
  tasks,
  watch,
  external,
  refresh,
  sale,
  takeoverReads,
  takeovers,
}: ListingsServices & { db: Db }): RoutesOf<
  keyof (typeof listingsEndpoints & typeof saleEndpoints & typeof takeoverEndpoints)
> => ({
  previewSyncToShopify: async (_call, input) => ({ items: await compare.previewSyncToShopify(input.pairs) }),
  syncToShopify: (call, input) => call.write((tx) => requests.syncToShopify(tx, call, input)),
  syncUpdateProductDataAndShopifyData: (call, input) => refresh.syncUpdateProductDataAndShopifyData(call, input),
  queryProductsSyncStates: (_call, input) => watch.queryProductsSyncStates(input),
  querySyncTasks: (_call, input) => watch.querySyncTasks(input),
  getSyncTaskCountByState: (_call, input) => watch.getSyncTaskCountByState(input),
  streamSyncTasks: (call, input, send) => watch.streamSyncTasks(call, input.taskId, send),
  cancelSyncTask: (call, input) => call.write((tx) => tasks.cancelSyncTask(tx, call, input.taskId)),
  retrySyncTask: (call, input) => call.write((tx) => tasks.retrySyncTask(tx, call, input)),
  manualSetSyncFailed: (call, input) => call.write((tx) => external.manualSetSyncFailed(tx, call, input)),
  previewListingsOnline: (_call, input) => sale.previewListingsOnline(input),
  setListingsOnline: (call, input) => sale.setListingsOnline(call, input),
  startShopTakeover: (call, input) => call.write((tx) => takeoverReads.startShopTakeover(tx, call, input)),
  getShopTakeover: (_call, input) => takeoverReads.getShopTakeover(input),
  queryTakeoverItems: (_call, input) => takeoverReads.queryTakeoverItems(input),
  acceptTakeovers: (call, input) => takeovers.acceptTakeovers(call, input),
  createTakenProducts: (call, input) => takeovers.createTakenProducts(call, input),
  skipTakeovers: (call, input) => takeovers.skipTakeovers(call, input),
  undoTakeovers: (call, input) => takeovers.undoTakeovers(call, input),
  receiveSyncShopifyResult: (_call, input) => db.transaction((tx) => external.receiveSyncShopifyResult(tx, input)),
  testBackData: (call, input) => external.testBackData(call, input),
  getSyncSuccessSkuCountByDate: (_call, input) => watch.getSyncSuccessSkuCountByDate(input),
})
