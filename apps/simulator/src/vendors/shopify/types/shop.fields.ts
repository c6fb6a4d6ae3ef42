import { APP_API_VERSION } from '../admin-schema.ts'
import type { Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { DEMO_APP, PLANS } from '../demo-shops.ts'
import { gid, gidNumber } from '../gid.ts'
import { PRESENTMENT, TAXES } from '../orders/purchase.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { MetafieldRow, OperationRow, WebhookRow } from '../rows.ts'
import { metafieldFields } from './metafield.fields.ts'

/** The only Shop object: its fields come from the call; the value only has the type. */
export const shopView = (call: Call): { __typename: 'Shop'; id: string } => ({
  __typename: 'Shop',
  id: gid('Shop', call.shop.facts.number),
})

const FOUNDED = '2025-03-01T08:00:00Z'

const MONEY_FORMATS: Readonly<Record<string, string>> = {
  USD: '${{amount}}',
  EUR: '€{{amount_with_comma_separator}}',
  JPY: '¥{{amount_no_decimals}}',
}

const domain = (call: Call): object => ({
  __typename: 'Domain',
  id: gid('Domain', call.shop.facts.number + 7),
  host: `${call.shop.facts.slug}.myshopify.com`,
  url: call.shop.origin(),
  sslEnabled: true,
})

const address = (call: Call): object => {
  const { country, number } = call.shop.facts
  return {
    __typename: 'ShopAddress',
    id: gid('ShopAddress', number + 9),
    country: country.name,
    countryCode: country.code,
    countryCodeV2: country.code,
    city: country.city,
  }
}

const shopType = fieldsOf<unknown>({
  name: (_s, _a, { shop }) => shop.facts.name,
  email: (_s, _a, { shop }) => shop.facts.email,
  contactEmail: (_s, _a, { shop }) => shop.facts.email,
  myshopifyDomain: (_s, _a, { shop }) => `${shop.facts.slug}.myshopify.com`,
  currencyCode: (_s, _a, { shop }) => shop.facts.currency,
  enabledPresentmentCurrencies: (_s, _a, { shop }) => [
    shop.facts.currency,
    ...Object.keys(PRESENTMENT[shop.facts.currency] ?? {}),
  ],
  currencyFormats: (_s, _a, { shop }) => {
    const format = MONEY_FORMATS[shop.facts.currency] ?? `{{amount}} ${shop.facts.currency}`
    return {
      moneyFormat: format,
      moneyInEmailsFormat: format,
      moneyWithCurrencyFormat: `${format} ${shop.facts.currency}`,
      moneyWithCurrencyInEmailsFormat: `${format} ${shop.facts.currency}`,
    }
  },
  ianaTimezone: (_s, _a, { shop }) => shop.facts.timezone,
  timezoneOffsetMinutes: (_s, _a, { shop }) => shop.facts.offsetMinutes,
  weightUnit: (_s, _a, { shop }) => shop.facts.weightUnit,
  unitSystem: (_s, _a, { shop }) => (shop.facts.weightUnit === 'POUNDS' ? 'IMPERIAL_SYSTEM' : 'METRIC_SYSTEM'),
  taxesIncluded: (_s, _a, { shop }) => TAXES[shop.facts.currency]?.included ?? false,
  setupRequired: () => false,
  description: () => null,
  createdAt: () => FOUNDED,
  updatedAt: () => FOUNDED,
  url: (_s, _a, call) => call.shop.origin(),
  primaryDomain: (_s, _a, call) => domain(call),
  shopAddress: (_s, _a, call) => address(call),
  billingAddress: (_s, _a, call) => address(call),
  plan: (_s, _a, { shop }) => {
    const plan = PLANS[shop.facts.plan]
    return {
      displayName: plan.label,
      publicDisplayName: plan.label,
      partnerDevelopment: false,
      shopifyPlus: plan.plus,
    }
  },
  resourceLimits: (_s, _a, { shop }) => ({
    locationLimit: PLANS[shop.facts.plan].plus ? 200 : 10,
    maxProductOptions: 3,
    maxProductVariants: 2048,
    redirectLimitReached: false,
  }),
  translations: () => [],
  ...metafieldFields('SHOP', (_source, call) => ({
    id: gid('Shop', call.shop.facts.number),
    metafields: Array.from<MetafieldRow>(call.shop.shopMetafields.values()),
  })),
})

const appView = (): object => ({
  __typename: 'App',
  id: gid('App', DEMO_APP.number),
  title: DEMO_APP.title,
  handle: DEMO_APP.handle,
  apiKey: DEMO_APP.clientId,
  embedded: false,
  published: false,
  description: null,
})

export const installationView = (call: Call): object => ({
  __typename: 'AppInstallation',
  id: gid('AppInstallation', call.shop.facts.number + 21),
  app: appView(),
  accessScopes: Array.from(call.scopes)
    .sort()
    .map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
  activeSubscriptions: [],
  uninstallUrl: null,
})

const locationType = fieldsOf<LocationPlace>({
  legacyResourceId: (place) => gidNumber(place.id),
  createdAt: () => FOUNDED,
  updatedAt: (place) => place.updatedAt ?? FOUNDED,
  isActive: (place) => place.active,
  activatable: () => true,
  deactivatable: () => false,
  deletable: () => false,
  deactivatedAt: (place) => (place.active ? null : place.updatedAt),
  addressVerified: () => true,
  fulfillmentService: () => null,
  isFulfillmentService: () => false,
  fulfillsOnlineOrders: () => true,
  shipsInventory: () => true,
  hasActiveInventory: () => true,
  hasUnfulfilledOrders: () => false,
  isPrimary: (place, _a, { shop }) => shop.places.locations[0]?.id === place.id,
  address: (place) => ({
    address1: null,
    address2: null,
    city: place.city,
    country: place.country,
    countryCode: place.countryCode,
    province: null,
    provinceCode: null,
    zip: null,
    phone: null,
    latitude: null,
    longitude: null,
    formatted: [place.city, place.country],
  }),
})

const operationType = fieldsOf<OperationRow>({
  product: (row, _a, { shop }) => (row.productId === null ? null : (shop.products.get(row.productId) ?? null)),
  deletedProductId: (row) =>
    row.job.kind === 'delete' && row.status === 'COMPLETE' && row.userErrors.length === 0 ? row.job.id : null,
})

const webhookType = fieldsOf<WebhookRow>({
  legacyResourceId: (row) => gidNumber(row.id),
  callbackUrl: (row) => row.uri,
  endpoint: (row) => ({ __typename: 'WebhookHttpEndpoint', callbackUrl: row.uri }),
  metafields: () => [],
  apiVersion: () => versionView(APP_API_VERSION),
})

export const versionView = (handle: string): object => ({
  handle,
  displayName: `${handle}${handle === '2026-10' ? ' (Latest)' : ''}`,
  supported: true,
})

export const shopTypes: Record<string, TypeFields> = {
  Shop: shopType,
  ShopLocale: fieldsOf<unknown>({ marketWebPresences: () => [] }),
  Domain: fieldsOf<unknown>({ localization: () => null, marketWebPresence: () => null }),
  Location: locationType,
  ProductSetOperation: operationType,
  ProductDeleteOperation: operationType,
  WebhookSubscription: webhookType,
}
