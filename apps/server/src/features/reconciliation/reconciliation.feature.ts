import { defineFeature } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { filesFeature } from '../files/index.ts'
import { listingsFeature } from '../listings/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { ordersFeature } from '../orders/index.ts'
import { placementFeature } from '../placement/index.ts'
import { productsFeature } from '../products/index.ts'
import { purchasesFeature } from '../purchases/index.ts'
import { storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { differencesService } from './differences.service.ts'
import { findingsService } from './findings.service.ts'
import { marketplaceWalk } from './marketplace-walk.service.ts'
import { repairsOf } from './repair.service.ts'
import { patienceNow } from './patience.service.ts'
import { handleReconciliationJobs } from './reconciliation.jobs.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { runsService } from './runs.service.ts'
import { sheetService } from './sheet.service.ts'
import { shopWalk } from './shop-walk.service.ts'
import { sourceWalk } from './source-walk.service.ts'
import { tableWalks } from './table-walks.service.ts'
import { walkingService } from './walking.service.ts'
import { differenceFigures, reconciliationTriage } from './triage.store.ts'

const NEEDS = {
  files: filesFeature,
  notices: noticesFeature,
  config: systemConfigFeature,
  marketplace: marketplaceFeature,
  products: productsFeature,
  collection: collectionFeature,
  stores: storesFeature,
  listings: listingsFeature,
  orders: ordersFeature,
  purchases: purchasesFeature,
  placement: placementFeature,
}

export type ReconciliationServices = ReturnType<typeof reconciliationServices>

/** Builds the feature's services, which compare purchases, payments, goods and shops, and registers its jobs. */
export function reconciliationServices(deps: DepsOf<typeof NEEDS>) {
  const { db } = deps
  const patience = () => patienceNow(deps.config, db.handle)
  const marketplace = marketplaceWalk({ ...deps, patience })
  const walks = {
    ...tableWalks({ ...deps, patience, verifyLedger: () => deps.placement.ledger.verifyLedger(db.handle) }),
    sources: sourceWalk(deps),
    shops: shopWalk({ ...deps, patience, snapshot: deps.listings.snapshot }),
  }
  const repairs = repairsOf({ ...deps, marketplace, takeOrder: (reported) => deps.placement.sync.take(reported) })
  const findings = findingsService({ ...deps, walks: { ...walks, marketplace } })
  const runs = runsService({ ...deps, walking: walkingService({ ...deps, findings, marketplace, walks }) })
  const differences = differencesService({ ...deps, findings, repairs })
  handleReconciliationJobs(deps.jobs, {
    run: (runId, attempt, signal) => runs.run(runId, attempt, signal),
    startNightly: () => runs.startNightly(),
    lookAgain: (differenceId, look, signal) => differences.lookAgain(differenceId, look, signal),
  })
  return { runs, differences, sheet: sheetService({ ...deps, linkTo: deps.orders.linkTo }) }
}

export const reconciliationFeature = defineFeature({
  name: 'reconciliation',
  triage: reconciliationTriage,
  figures: differenceFigures,
  needs: NEEDS,
  build(base) {
    const services = reconciliationServices(base)
    return { api: {}, routes: reconciliationRoutes(services) }
  },
})
