import { accessAdminEndpoints } from './access/access-admin.endpoints.ts'
import { accessEndpoints } from './access/access.endpoints.ts'
import { accountsEndpoints } from './accounts/accounts.endpoints.ts'
import { alertsEndpoints } from './alerts/alerts.endpoints.ts'
import { analyticsEndpoints } from './analytics/analytics.endpoints.ts'
import { collectionEndpoints } from './collection/collection.endpoints.ts'
import { collectorEndpoints } from './collection/collector.endpoints.ts'
import { radarEndpoints } from './collection/radar.endpoints.ts'
import { deliveriesEndpoints } from './deliveries/deliveries.endpoints.ts'
import { shipmentsEndpoints } from './deliveries/shipments.endpoints.ts'
import { dictionariesEndpoints } from './dictionaries/dictionaries.endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { filesEndpoints } from './files/files.endpoints.ts'
import { inboxEndpoints } from './inbox/inbox.endpoints.ts'
import { listingsEndpoints } from './listings/listings.endpoints.ts'
import { saleEndpoints } from './listings/sale.endpoints.ts'
import { takeoverEndpoints } from './listings/takeover.endpoints.ts'
import { marketplaceEndpoints } from './marketplace/marketplace.endpoints.ts'
import { noticesEndpoints } from './notices/notices.endpoints.ts'
import { operationLogEndpoints } from './operation-log/operation-log.endpoints.ts'
import { ordersEndpoints } from './orders/orders.endpoints.ts'
import { approvalsEndpoints } from './approvals/approvals.endpoints.ts'
import { handOrdersEndpoints } from './placement/hand-orders.endpoints.ts'
import { placementEndpoints } from './placement/placement.endpoints.ts'
import { pricingEndpoints } from './pricing/pricing.endpoints.ts'
import { productsEndpoints } from './products/products.endpoints.ts'
import { productsHistoryEndpoints } from './products/products-history.endpoints.ts'
import { productsWhatIfEndpoints } from './products/products-whatif.endpoints.ts'
import { addressesEndpoints } from './purchases/addresses.endpoints.ts'
import { mergingEndpoints } from './purchases/merging.endpoints.ts'
import { purchasesHistoryEndpoints } from './purchases/purchases-history.endpoints.ts'
import { purchasesEndpoints } from './purchases/purchases.endpoints.ts'
import { sparesEndpoints } from './purchases/spares.endpoints.ts'
import { suppliersEndpoints } from './purchases/suppliers.endpoints.ts'
import { reconciliationEndpoints } from './reconciliation/reconciliation.endpoints.ts'
import { scorecardsEndpoints } from './scorecards/scorecards.endpoints.ts'
import { ownAccountEndpoints } from './session/own-account.endpoints.ts'
import { sessionAdminEndpoints } from './session/session-admin.endpoints.ts'
import { sessionEndpoints } from './session/session.endpoints.ts'
import { storesEndpoints } from './stores/stores.endpoints.ts'
import { systemConfigEndpoints } from './system-config/system-config.endpoints.ts'
import { translationPushesEndpoints } from './translation-pushes/translation-pushes.endpoints.ts'
import { exchangeEndpoints } from './translations/exchange.endpoints.ts'
import { glossaryEndpoints } from './translations/glossary.endpoints.ts'
import { picturesEndpoints } from './translations/pictures.endpoints.ts'
import { providersEndpoints } from './translations/providers.endpoints.ts'
import { replacingEndpoints } from './translations/replacing.endpoints.ts'
import { translationTasksEndpoints } from './translations/tasks.endpoints.ts'
import { translationsEndpoints } from './translations/translations.endpoints.ts'
import { workbenchEndpoints } from './workbench/workbench.endpoints.ts'

/** Every call of the app, by name. Two features must not use the same name. */
export const ENDPOINTS = {
  ...operationLogEndpoints,
  ...systemConfigEndpoints,
  ...dictionariesEndpoints,
  ...accessEndpoints,
  ...accessAdminEndpoints,
  ...accountsEndpoints,
  ...sessionEndpoints,
  ...sessionAdminEndpoints,
  ...ownAccountEndpoints,
  ...filesEndpoints,
  ...noticesEndpoints,
  ...alertsEndpoints,
  ...pricingEndpoints,
  ...storesEndpoints,
  ...productsEndpoints,
  ...productsHistoryEndpoints,
  ...productsWhatIfEndpoints,
  ...marketplaceEndpoints,
  ...collectionEndpoints,
  ...collectorEndpoints,
  ...radarEndpoints,
  ...listingsEndpoints,
  ...saleEndpoints,
  ...takeoverEndpoints,
  ...translationsEndpoints,
  ...glossaryEndpoints,
  ...replacingEndpoints,
  ...exchangeEndpoints,
  ...picturesEndpoints,
  ...providersEndpoints,
  ...translationTasksEndpoints,
  ...translationPushesEndpoints,
  ...inboxEndpoints,
  ...ordersEndpoints,
  ...purchasesEndpoints,
  ...purchasesHistoryEndpoints,
  ...mergingEndpoints,
  ...sparesEndpoints,
  ...suppliersEndpoints,
  ...addressesEndpoints,
  ...placementEndpoints,
  ...handOrdersEndpoints,
  ...approvalsEndpoints,
  ...deliveriesEndpoints,
  ...shipmentsEndpoints,
  ...scorecardsEndpoints,
  ...reconciliationEndpoints,
  ...analyticsEndpoints,
  ...workbenchEndpoints,
} as const
export type EndpointName = keyof typeof ENDPOINTS

export const endpointNames = Object.keys(ENDPOINTS) as EndpointName[]
export const endpoint = (name: EndpointName): Endpoint => ENDPOINTS[name]

/** The merchant prefix of a permission string (decisions, section 2). */
export const MERCHANT_PREFIX = '/merchant'

/** All rights that can be granted: the paths of the `granted` calls. */
export const grantableRights = (): { right: string; title: string; feature: string }[] =>
  endpointNames
    .map(endpoint)
    .filter((one) => one.right === 'granted')
    .map((one) => ({ right: one.path, title: one.title, feature: one.feature }))
