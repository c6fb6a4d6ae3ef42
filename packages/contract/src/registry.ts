import { accessAdminEndpoints } from './access/access-admin.endpoints.ts'
import { accessEndpoints } from './access/access.endpoints.ts'
import { accountsEndpoints } from './accounts/accounts.endpoints.ts'
import { collectionEndpoints } from './collection/collection.endpoints.ts'
import { dictionariesEndpoints } from './dictionaries/dictionaries.endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { filesEndpoints } from './files/files.endpoints.ts'
import { listingsEndpoints } from './listings/listings.endpoints.ts'
import { marketplaceEndpoints } from './marketplace/marketplace.endpoints.ts'
import { noticesEndpoints } from './notices/notices.endpoints.ts'
import { operationLogEndpoints } from './operation-log/operation-log.endpoints.ts'
import { pricingEndpoints } from './pricing/pricing.endpoints.ts'
import { productsEndpoints } from './products/products.endpoints.ts'
import { sessionAdminEndpoints } from './session/session-admin.endpoints.ts'
import { sessionEndpoints } from './session/session.endpoints.ts'
import { storesEndpoints } from './stores/stores.endpoints.ts'
import { systemConfigEndpoints } from './system-config/system-config.endpoints.ts'

/** Every call of the house, by name. A name stands once: two features may not share one. */
export const ENDPOINTS = {
  ...operationLogEndpoints,
  ...systemConfigEndpoints,
  ...dictionariesEndpoints,
  ...accessEndpoints,
  ...accessAdminEndpoints,
  ...accountsEndpoints,
  ...sessionEndpoints,
  ...sessionAdminEndpoints,
  ...filesEndpoints,
  ...noticesEndpoints,
  ...pricingEndpoints,
  ...storesEndpoints,
  ...productsEndpoints,
  ...marketplaceEndpoints,
  ...collectionEndpoints,
  ...listingsEndpoints,
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
