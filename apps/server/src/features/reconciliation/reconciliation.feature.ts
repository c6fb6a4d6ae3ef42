import type { Db } from '../../db/db.ts'
import type { Perform } from '../../http/perform.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { FilesService } from '../files/index.ts'
import type { ShopSnapshotService } from '../listings/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PlacementFeature } from '../placement/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { differencesService } from './differences.service.ts'
import { findingsService } from './findings.service.ts'
import { marketplaceWalk } from './marketplace-walk.service.ts'
import { repairsOf } from './repair.service.ts'
import { patienceNow } from './patience.service.ts'
import { handleReconciliationJobs } from './reconciliation.jobs.ts'
import { runsService } from './runs.service.ts'
import { sheetService } from './sheet.service.ts'
import { shopWalk } from './shop-walk.service.ts'
import { sourceWalk } from './source-walk.service.ts'
import { tableWalks } from './table-walks.service.ts'
import { walkingService } from './walking.service.ts'

export type ReconciliationFeature = ReturnType<typeof reconciliationFeature>

/** Builds the comparison of everything that the money path and the shops hold, and gives its jobs their handlers. */
export function reconciliationFeature(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  files: FilesService
  notices: Pick<NoticesService, 'tell'>
  config: Pick<SystemConfigService, 'setting'>
  marketplace: MarketplaceService
  products: Pick<ProductsApi, 'productsForPush'>
  collection: CollectionApi
  stores: Pick<StoresApi, 'storeNames'>
  listings: { snapshot: ShopSnapshotService }
  orders: OrdersApi
  purchases: PurchasesApi
  placement: Pick<PlacementFeature, 'sync' | 'ledger'>
  perform: Perform
  /** an address for a kept file that holds for some minutes */
  linkTo(fileId: string, name: string): { url: string; until: number }
}) {
  const { db } = deps
  const patience = () => patienceNow(deps.config, db.handle)
  const marketplace = marketplaceWalk({ ...deps, patience })
  const walks = {
    ...tableWalks({ ...deps, patience, verifyLedger: () => deps.placement.ledger.verify(db.handle) }),
    sources: sourceWalk(deps),
    shops: shopWalk({ ...deps, patience, snapshot: deps.listings.snapshot }),
  }
  const repairs = repairsOf({ ...deps, marketplace, takeOrder: (reported) => deps.placement.sync.take(reported) })
  const findings = findingsService({ ...deps, repairs, walks: { ...walks, marketplace } })
  const runs = runsService({ ...deps, walking: walkingService({ ...deps, findings, marketplace, walks }) })
  const differences = differencesService({ ...deps, findings, repairs })
  handleReconciliationJobs(deps.jobs, {
    run: (runId, attempt, signal) => runs.run(runId, attempt, signal),
    startNightly: () => runs.startNightly(),
    lookAgain: (differenceId, look, signal) => differences.lookAgain(differenceId, look, signal),
  })
  return { runs, differences, sheet: sheetService(deps) }
}
