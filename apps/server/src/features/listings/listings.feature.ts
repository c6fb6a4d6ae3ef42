import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { filesFeature } from '../files/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { pricingFeature } from '../pricing/index.ts'
import { productClaimed, productsFeature } from '../products/index.ts'
import { productsOfListings, storeInUse, storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { compareService } from './compare.service.ts'
import { listingsJobs, makeListings } from './listings.jobs.ts'
import { listingsRoutes } from './listings.routes.ts'
import { countListingsOfStore, findProductsOfListings } from './listings.store.ts'
import { createMediaFallback } from './media-fallback.ts'
import { externalResults } from './external-results.service.ts'
import { createOwnPictures } from './own-pictures.ts'
import { lostProducts } from './lost-products.service.ts'
import { listingTextsService } from './listing-texts.service.ts'
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
import { takeoverReadService } from './takeover-read.service.ts'
import { takeoverService } from './takeover.service.ts'
import { taskRunner } from './task-runner.ts'
import { listingFigures, listingsTriage } from './triage.store.ts'

const NEEDS = {
  files: filesFeature,
  config: systemConfigFeature,
  pricing: pricingFeature,
  products: productsFeature,
  stores: storesFeature,
  collection: collectionFeature,
  notices: noticesFeature,
}

/** Builds the feature's services (compare, request, push) and registers its jobs. */
export function listingsServices(deps: DepsOf<typeof NEEDS>) {
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
  const takeoverReads = takeoverReadService(deps)
  const takeovers = takeoverService({ ...deps, compare, projection })
  listingsJobs(deps.jobs, {
    takeoverReads,
    shopChanges,
    runner: taskRunner({ ...deps, items, tasks }),
    claimed: ({ productId, storeIds }) => deps.db.transaction((tx) => requests.claimed(tx, productId, storeIds)),
  })
  return { shopChanges, compare, requests, tasks, watch, external, refresh, sale, snapshot, takeoverReads, takeovers }
}

export const listingsFeature = defineFeature({
  name: 'listings',
  triage: listingsTriage,
  figures: listingFigures,
  needs: NEEDS,
  consumes: [follows(productClaimed, makeListings)],
  answers: [
    answers(storeInUse, async (_base, tx, storeId) => {
      const count = await countListingsOfStore(tx, storeId)
      return count > 0 ? `有 ${count} 个商品已同步到这家店铺` : undefined
    }),
    answers(productsOfListings, (_base, tx, listingIds) => findProductsOfListings(tx, listingIds)),
  ],
  build(base) {
    const services = listingsServices(base)
    const { shopChanges, snapshot } = services
    const texts = listingTextsService(base)
    return { api: { shopChanges, snapshot, texts }, routes: listingsRoutes({ db: base.db, ...services }) }
  },
})
