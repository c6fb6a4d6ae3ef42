import type { Acts } from '../../acts/acts.ts'
import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Outward } from '../../platform/outward.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { FilesService } from '../files/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { PricingService } from '../pricing/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { compareService } from './compare.service.ts'
import { listingsJobs } from './listings.jobs.ts'
import { countListingsOfStore, findProductsOfListings } from './listings.store.ts'
import { createMediaFallback } from './media-fallback.ts'
import { externalResults } from './external-results.service.ts'
import { createOwnPictures } from './own-pictures.ts'
import { lostProducts } from './lost-products.service.ts'
import { listingProjection } from './listing-projection.service.ts'
import { pushRecord } from './push-record.service.ts'
import { pushActs } from './push.act.ts'
import type { InHand } from './push.act.ts'
import { pushItems } from './push-items.service.ts'
import { pushService } from './push.service.ts'
import { refreshService } from './refresh.service.ts'
import { saleActs } from './sale.act.ts'
import { saleService } from './sale.service.ts'
import { shopChangesService } from './shop-changes.service.ts'
import { shopSnapshotService } from './shop-snapshot.service.ts'
import { syncRequestsService } from './sync-requests.service.ts'
import { syncTasksService } from './sync-tasks.service.ts'
import { syncWatchService } from './sync-watch.service.ts'
import { taskRunner } from './task-runner.ts'

export { makeListings } from './listings.jobs.ts'
export { listingsRoutes } from './listings.routes.ts'
export type { ListingsServices } from './listings.routes.ts'
export type { ShopSnapshot, ShopSnapshotService, Unread } from './shop-snapshot.service.ts'

export type ListingsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  acts: Acts
  out: Pick<Outward, 'fetch'>
  files: Pick<FilesService, 'pictureAt'>
  config: Pick<SystemConfigService, 'setting' | 'secret'>
  pricing: PricingService
  products: ProductsApi
  stores: StoresApi
  collection: CollectionApi
  notices: Pick<NoticesService, 'tell'>
}

/** Builds the services of one product in one store: compare, order, push; and binds their jobs. */
export function listingsServices(deps: ListingsDeps) {
  const lost = lostProducts(deps)
  const compare = compareService({ ...deps, lost })
  const projection = listingProjection(deps)
  const tasks = syncTasksService({ ...deps, projection })
  const requests = syncRequestsService({ ...deps, projection, tasks })
  const watch = syncWatchService(deps)
  const record = pushRecord({ ...deps, compare, projection })
  const ownFiles = (address: string) => deps.files.pictureAt(deps.db.handle, address)
  const pusher = pushService({
    ...deps,
    compare,
    lost,
    record,
    ownPictures: createOwnPictures(ownFiles),
    mediaFallback: createMediaFallback({ ownFiles, out: deps.out }),
    mediaPatienceMs: async () => (await deps.config.setting(deps.db.handle, 'sync.mediaWaitMinutes')) * 60_000,
  })
  const inHand: InHand = new Map()
  const pushes = pushActs({ ...deps, compare, projection, record, tasks, pusher, inHand })
  const items = pushItems({ ...deps, projection, pushes, inHand })
  const external = externalResults({ ...deps, projection, tasks, pushes })
  const sale = saleService({ ...deps, compare, sales: saleActs({ ...deps, projection }) })
  const refresh = refreshService({ ...deps, requests })
  const snapshot = shopSnapshotService({ ...deps, compare })
  const shopChanges = shopChangesService({ ...deps, projection, snapshot })
  listingsJobs(deps.jobs, {
    shopChanges,
    runner: taskRunner({ ...deps, items, tasks }),
    claimed: ({ productId, storeIds }) => deps.db.transaction((tx) => requests.claimed(tx, productId, storeIds)),
  })
  deps.stores.keepWhile(async (tx, storeId) => {
    const count = await countListingsOfStore(tx, storeId)
    return count > 0 ? `有 ${count} 个商品已同步到这家店铺` : undefined
  })
  deps.stores.tellListings(findProductsOfListings)
  return { shopChanges, compare, requests, tasks, watch, external, refresh, sale, snapshot }
}
