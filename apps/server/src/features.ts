import type { Feature } from './define-feature.ts'
import { accessFeature } from './features/access/index.ts'
import { accountsFeature } from './features/accounts/index.ts'
import { alertsFeature } from './features/alerts/index.ts'
import { analyticsFeature } from './features/analytics/index.ts'
import { approvalsFeature } from './features/approvals/index.ts'
import { collectionFeature } from './features/collection/index.ts'
import { deliveriesFeature } from './features/deliveries/index.ts'
import { dictionariesFeature } from './features/dictionaries/index.ts'
import { filesFeature } from './features/files/index.ts'
import { inboxFeature } from './features/inbox/index.ts'
import { listingsFeature } from './features/listings/index.ts'
import { marketplaceFeature } from './features/marketplace/index.ts'
import { noticesFeature } from './features/notices/index.ts'
import { operationLogFeature } from './features/operation-log/index.ts'
import { ordersFeature } from './features/orders/index.ts'
import { placementFeature } from './features/placement/index.ts'
import { pricingFeature } from './features/pricing/index.ts'
import { productsFeature } from './features/products/index.ts'
import { purchasesFeature } from './features/purchases/index.ts'
import { reconciliationFeature } from './features/reconciliation/index.ts'
import { scorecardsFeature } from './features/scorecards/index.ts'
import { sessionFeature } from './features/session/index.ts'
import { storesFeature } from './features/stores/index.ts'
import { systemConfigFeature } from './features/system-config/index.ts'
import { translationPushesFeature } from './features/translation-pushes/index.ts'
import { translationsFeature } from './features/translations/index.ts'
import { workbenchFeature } from './features/workbench/index.ts'

/** In rank order (packages/contract/src/features.ts), which is also the build order. */
export const FEATURES: readonly Feature[] = [
  systemConfigFeature,
  operationLogFeature,
  dictionariesFeature,
  accessFeature,
  accountsFeature,
  filesFeature,
  noticesFeature,
  alertsFeature,
  pricingFeature,
  storesFeature,
  sessionFeature,
  productsFeature,
  marketplaceFeature,
  collectionFeature,
  listingsFeature,
  translationsFeature,
  translationPushesFeature,
  inboxFeature,
  ordersFeature,
  purchasesFeature,
  placementFeature,
  approvalsFeature,
  deliveriesFeature,
  scorecardsFeature,
  reconciliationFeature,
  analyticsFeature,
  workbenchFeature,
]
