import { resolveShortLink } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import { answers, defineFeature } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { accountClosed } from '../accounts/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { productsFeature } from '../products/index.ts'
import { sessionFeature } from '../session/index.ts'
import { storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { boxLines as boxLinesOf } from './box-lines.service.ts'
import { boxService } from './box.service.ts'
import { claimingService } from './claiming.service.ts'
import { collectingPagesService } from './collecting-pages.service.ts'
import { collectionJobs } from './collection.jobs.ts'
import { collectionRoutes } from './collection.routes.ts'
import { collectionService } from './collection.service.ts'
import { withdrawKeysOf } from './collector-key.store.ts'
import { collectorKeysService } from './collector-keys.service.ts'
import { fetchingService } from './fetching.service.ts'
import { hintsService } from './hints.service.ts'
import { offersService } from './offers.service.ts'
import { changeRecorder, radarService } from './radar.service.ts'
import { searchService } from './search.service.ts'
import { findSellerScores, findSellers } from './seller.store.ts'
import { shortLinks as shortLinksOf } from './short-links.ts'

const NEEDS = {
  config: systemConfigFeature,
  notices: noticesFeature,
  stores: storesFeature,
  session: sessionFeature,
  products: productsFeature,
  marketplace: marketplaceFeature,
}

export type CollectionServices = ReturnType<typeof collectionServices>

/** Builds the feature's services and registers its job handlers. */
export function collectionServices(deps: DepsOf<typeof NEEDS>) {
  const { db, clock, marketplace } = deps
  const offers = offersService({ ...deps, changes: changeRecorder(deps) })
  const radar = radarService({ ...deps, offers })
  const claiming = claimingService(deps)
  const boxLines = boxLinesOf({ ...deps, claiming, cacheHours: (tx) => offers.cacheHours(tx) })
  const keys = collectorKeysService({ ...deps, actorOf: (accountId) => deps.session.authenticate.ofAccount(accountId) })
  const shortLinks = shortLinksOf({
    handle: db.handle,
    marketplace,
    follow: (url) => resolveShortLink(url, { observer: deps.remotes }),
  })
  const fetching = fetchingService({ db, clock, marketplace, offers, claiming })
  const hints = hintsService({ ...deps, offers })
  collectionJobs(
    deps.jobs,
    { ...fetching, watch: (signal) => radar.watch(signal), readHinted: (run) => hints.read(run) },
    () => deps.config.setting(db.handle, 'collect.concurrency'),
  )
  return {
    offers,
    radar,
    fetching,
    search: searchService({ db, clock, marketplace, offers, shortLinks }),
    box: boxService({ clock, marketplace, offers, claiming }),
    collection: collectionService({ ...deps, claiming, shortLinks, boxLines }),
    keys,
    pages: collectingPagesService({ clock, offers, claiming, lines: boxLines }),
    /** The API for features of a higher rank. */
    api: {
      collectorKeys: { authenticate: keys.authenticate },
      offerOf: (tx: Tx, offerId: string) => offers.offerOf(tx, offerId),
      sellersOfOffers: (tx: Tx, offerIds: readonly string[]) => findSellers(tx, offerIds),
      sellerScores: (tx: Tx, openIds: readonly string[]) => findSellerScores(tx, openIds),
      hintSources: (tx: Tx, offerIds: readonly string[]) => hints.hint(tx, offerIds),
      refetchOffer: (offerId: string, options?: { signal?: AbortSignal }) => offers.refetchOffer(offerId, options),
    },
  }
}

/** The API for features of a higher rank. */
export type CollectionApi = CollectionServices['api']

export const collectionFeature = defineFeature({
  name: 'collection',
  needs: NEEDS,
  answers: [answers(accountClosed, ({ clock }, tx, accountId) => withdrawKeysOf(tx, accountId, new Date(clock.now())))],
  build(base) {
    const feature = collectionServices(base)
    return { api: feature.api, routes: collectionRoutes({ db: base.db, feature }) }
  },
})
