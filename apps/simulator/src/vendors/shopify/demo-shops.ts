import { createHash } from 'node:crypto'

/** Points per second for each plan (reference shopify-admin 2, "Query cost"). */
export const PLANS = {
  standard: { label: 'Basic', restoreRate: 100, plus: false },
  plus: { label: 'Shopify Plus', restoreRate: 1000, plus: true },
} as const

export type ShopFacts = {
  slug: string
  number: number
  name: string
  currency: string
  plan: keyof typeof PLANS
  email: string
  timezone: string
  offsetMinutes: number
  weightUnit: string
  country: { code: string; name: string; city: string }
  locations: { name: string; city: string; country: string; countryCode: string }[]
  publications: string[]
  locales: { locale: string; name: string; primary: boolean; published: boolean }[]
  markets: { name: string; status: 'ACTIVE' | 'DRAFT' }[]
}

/** The demo shops of one organisation: with different currencies (one without decimals), plans, locations, languages and markets. */
export const DEMO_SHOPS: readonly ShopFacts[] = [
  {
    slug: 'bridge-us',
    number: 61_200_000_001,
    name: 'Bridge Goods US',
    currency: 'USD',
    plan: 'standard',
    email: 'owner@bridge-us.example',
    timezone: 'America/New_York',
    offsetMinutes: -300,
    weightUnit: 'POUNDS',
    country: { code: 'US', name: 'United States', city: 'Newark' },
    locations: [
      { name: 'Newark Warehouse', city: 'Newark', country: 'United States', countryCode: 'US' },
      { name: 'Yiwu Forwarder', city: 'Yiwu', country: 'China', countryCode: 'CN' },
    ],
    publications: ['Online Store', 'Shop', 'Point of Sale'],
    locales: [
      { locale: 'en', name: 'English', primary: true, published: true },
      { locale: 'de', name: 'German', primary: false, published: true },
      { locale: 'es', name: 'Spanish', primary: false, published: false },
      { locale: 'fr', name: 'French', primary: false, published: true },
      { locale: 'ja', name: 'Japanese', primary: false, published: true },
    ],
    markets: [
      { name: 'United States', status: 'ACTIVE' },
      { name: 'Canada', status: 'ACTIVE' },
      { name: 'Europe', status: 'DRAFT' },
    ],
  },
  {
    slug: 'bridge-eu',
    number: 61_200_000_002,
    name: 'Bridge Home EU',
    currency: 'EUR',
    plan: 'plus',
    email: 'owner@bridge-eu.example',
    timezone: 'Europe/Berlin',
    offsetMinutes: 60,
    weightUnit: 'KILOGRAMS',
    country: { code: 'DE', name: 'Germany', city: 'Hamburg' },
    locations: [
      { name: 'Hamburg Lager', city: 'Hamburg', country: 'Germany', countryCode: 'DE' },
      { name: 'Yiwu Forwarder', city: 'Yiwu', country: 'China', countryCode: 'CN' },
    ],
    publications: ['Online Store', 'Point of Sale'],
    locales: [{ locale: 'en', name: 'English', primary: true, published: true }],
    markets: [{ name: 'European Union', status: 'ACTIVE' }],
  },
  {
    slug: 'bridge-jp',
    number: 61_200_000_003,
    name: 'Bridge Zakka JP',
    currency: 'JPY',
    plan: 'standard',
    email: 'owner@bridge-jp.example',
    timezone: 'Asia/Tokyo',
    offsetMinutes: 540,
    weightUnit: 'GRAMS',
    country: { code: 'JP', name: 'Japan', city: 'Osaka' },
    locations: [
      { name: 'Osaka Soko', city: 'Osaka', country: 'Japan', countryCode: 'JP' },
      { name: 'Yiwu Forwarder', city: 'Yiwu', country: 'China', countryCode: 'CN' },
    ],
    publications: ['Online Store', 'Point of Sale'],
    locales: [
      { locale: 'ja', name: 'Japanese', primary: true, published: true },
      { locale: 'en', name: 'English', primary: false, published: true },
    ],
    markets: [
      { name: 'Japan', status: 'ACTIVE' },
      { name: 'International', status: 'DRAFT' },
    ],
  },
]

/** The merchant's own app, installed on every demo shop. Its credentials are public by design: they give access to nothing real. */
export const DEMO_APP = {
  number: 248_100_001,
  title: 'Huoqiao Bridge',
  handle: 'huoqiao-bridge',
  clientId: createHash('md5').update('huoqiao demo client').digest('hex'),
  clientSecret: `shpss_${createHash('md5').update('huoqiao demo secret').digest('hex')}`,
} as const

/** Scopes that the merchant granted (reference 1, "Scopes for this product"), plus languages and markets. A write scope includes its read scope. */
export const GRANTED_SCOPES = [
  'write_products',
  'write_inventory',
  'read_locations',
  'write_publications',
  'write_files',
  'write_orders',
  'read_all_orders',
  'write_returns',
  'write_merchant_managed_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'write_translations',
  'read_locales',
  'read_markets',
] as const

export const impliedScopes = (granted: Iterable<string>): Set<string> => {
  const all = new Set(granted)
  for (const scope of granted) if (scope.startsWith('write_')) all.add(`read_${scope.slice('write_'.length)}`)
  return all
}
