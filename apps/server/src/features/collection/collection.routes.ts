import type { collectionEndpoints } from '@huoqiao/contract/collection/collection.endpoints'
import type { collectorEndpoints } from '@huoqiao/contract/collection/collector.endpoints'
import type { radarEndpoints } from '@huoqiao/contract/collection/radar.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { CollectionServices } from './collection.feature.ts'

export const collectionRoutes = ({
  db,
  feature,
}: {
  db: Db
  feature: CollectionServices
}): RoutesOf<keyof (typeof collectionEndpoints & typeof collectorEndpoints & typeof radarEndpoints)> => ({
  keywordQuery: (call, input) => feature.search.keywordQuery(call, input),
  getOffer: (call, input) => feature.offers.getOffer(call, input),
  queryCollectProducts: (_call, input) => feature.box.queryCollectProducts(db.handle, input),
  collectProducts: (call, input) => feature.collection.collectProducts(call, input),
  claimProducts: (call, input) => feature.collection.claimProducts(call, input),
  ignoreCollectProducts: (call, input) => call.write((tx) => feature.box.ignoreCollectProducts(tx, call, input)),
  retryCollectProducts: (call, input) => call.write((tx) => feature.box.retryCollectProducts(tx, call, input)),
  queryCollectorKeys: (call) => feature.keys.queryCollectorKeys(db.handle, call),
  createCollectorKey: (call, input) => call.write((tx) => feature.keys.createCollectorKey(tx, call, input)),
  withdrawCollectorKey: (call, input) => call.write((tx) => feature.keys.withdrawCollectorKey(tx, call, input)),
  collectPages: (call, input) => call.write((tx) => feature.pages.collectPages(tx, call, input)),
  getSourceChanges: (_call, input) => feature.radar.getSourceChanges(input),
  getSourceHistory: (_call, input) => feature.radar.getSourceHistory(input.offerId),
  checkSources: (call, input) => feature.radar.checkSources(call, input.offerIds),
})
