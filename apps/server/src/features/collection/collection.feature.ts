import type { RemoteObserver } from '@huoqiao/connector-kit'
import { resolveShortLink } from '@huoqiao/connector-1688'
import type { OfferLink } from '@huoqiao/connector-1688'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { boxService } from './box.service.ts'
import { claimingService } from './claiming.service.ts'
import { collectionJobs } from './collection.jobs.ts'
import { collectionService } from './collection.service.ts'
import { fetchingService } from './fetching.service.ts'
import { hintsService } from './hints.service.ts'
import { offersService } from './offers.service.ts'
import { changeKeeper, radarService } from './radar.service.ts'
import { searchService } from './search.service.ts'
import { shortLinks as shortLinksOf } from './short-links.ts'

export type CollectionFeature = ReturnType<typeof collectionFeature>

/** Builds the feature's services by hand and gives its jobs their handlers. */
export function collectionFeature(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  remotes?: RemoteObserver
  marketplace: MarketplaceService
  products: Pick<
    ProductsApi,
    'createFromOffer' | 'addClaims' | 'claimsByOffers' | 'setSourceHealth' | 'weighSource' | 'markUnchecked'
  >
  notices: Pick<NoticesService, 'tell'>
  stores: Pick<StoresApi, 'requireStores' | 'storesById' | 'storeNames'>
  config: Pick<SystemConfigService, 'setting'>
  /** how a share link is followed; given by tests, which ask nobody on the internet */
  followShortLink?: (url: string) => Promise<OfferLink>
}) {
  const { db, clock, marketplace } = deps
  const offers = offersService({ ...deps, changes: changeKeeper(deps) })
  const radar = radarService({ ...deps, offers })
  const claiming = claimingService(deps)
  const shortLinks = shortLinksOf({
    handle: db.handle,
    marketplace,
    follow: deps.followShortLink ?? ((url) => resolveShortLink(url, deps.remotes ? { observer: deps.remotes } : {})),
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
    collection: collectionService({ ...deps, claiming, shortLinks, cacheHours: (tx) => offers.cacheHours(tx) }),
    /** The API for features of a higher rank. */
    api: {
      offerOf: (tx: Tx, offerId: string) => offers.offerOf(tx, offerId),
      hintSources: (tx: Tx, offerIds: readonly string[]) => hints.hint(tx, offerIds),
      refetchOffer: (offerId: string, options?: { signal?: AbortSignal }) => offers.refetchOffer(offerId, options),
    },
  }
}

/** What features after this one may ask of collection. */
export type CollectionApi = CollectionFeature['api']
