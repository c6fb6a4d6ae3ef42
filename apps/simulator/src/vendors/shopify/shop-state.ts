import type { SimCore, Table } from '../../core.ts'
import type { CostBucket } from './cost-bucket.ts'
import type { ShopFacts } from './demo-shops.ts'
import { openFileShelf } from './file-shelf.ts'
import type { FileShelf } from './file-shelf.ts'
import { gid } from './gid.ts'
import { openProductIndex } from './product-index.ts'
import type { ProductIndex } from './product-index.ts'
import type { ShopifyQuirks } from './quirks.ts'
import type { BulkRow } from './bulk/bulk.rows.ts'
import { openOrderIndex } from './orders/order-index.ts'
import type { OrderIndex } from './orders/order-index.ts'
import type { CustomerRow, EditRow } from './orders/order.rows.ts'
import { openPlaces } from './shop-places.ts'
import type { Places } from './shop-places.ts'
import { openLocales } from './translations/shop-locales.ts'
import type { Locales } from './translations/shop-locales.ts'
import { openMarkets } from './translations/markets.ts'
import type { Markets } from './translations/markets.ts'
import { openTranslations, withFileTranslations, withTranslations } from './translations/translations.ts'
import type { Translations } from './translations/translations.ts'
import { tellOfProducts } from './webhooks/product-events.ts'
import type { DeliveryBody, DeliveryRow } from './webhooks/delivery.rows.ts'
import type { Events } from './webhooks/events.ts'
import type {
  CounterRow,
  DefinitionRow,
  IdempotencyRow,
  MetafieldRow,
  OperationRow,
  StagedRow,
  TokenRow,
  WebhookRow,
} from './rows.ts'

/** Ids are reserved on disk in blocks, so that a restart never uses one twice and a product needs no extra write. */
const ID_BLOCK = 4096
const FIRST_ID = 8_100_000_000_000
/** Shopify's ids are unique over all shops: each simulated shop has its own range. */
const IDS_OF_A_SHOP = 10_000_000_000

export type ShopState = {
  facts: ShopFacts
  core: SimCore
  quirks: ShopifyQuirks
  places: Places
  locales: Locales
  markets: Markets
  translations: Translations
  products: ProductIndex
  files: FileShelf
  definitions: Table<DefinitionRow>
  shopMetafields: Table<MetafieldRow>
  operations: Table<OperationRow>
  webhooks: Table<WebhookRow>
  /** Failed attempts in a row by subscription; restarts at 0 when the simulator restarts. */
  webhookFailures: Map<string, number>
  deliveries: Table<DeliveryRow>
  deliveryBodies: Table<DeliveryBody>
  events: Events
  orders: OrderIndex
  orderEdits: Table<EditRow>
  bulk: Table<BulkRow>
  /** By lower-case email address. */
  customers: Table<CustomerRow>
  staged: Table<StagedRow>
  tokens: Table<TokenRow>
  idempotency: Table<IdempotencyRow>
  counters: Table<CounterRow>
  newId(type: string): string
  /** Simulated time as Shopify writes it. */
  now(): string
  /** The address in place of https://{shop}.myshopify.com. */
  origin(): string
  definitionOf(ownerType: string, namespace: string, key: string): DefinitionRow | undefined
  clear(): void
}

/** A shop with the cost bucket of its only app. */
export type OpenShop = { state: ShopState; bucket: CostBucket }

/** Opens one simulated shop with its tables and builds the look-ups that are not stored on disk. */
export function openShop(core: SimCore, facts: ShopFacts, parts: { events: Events; quirks: ShopifyQuirks }): ShopState {
  const { events, quirks } = parts
  const table = <T>(name: string): Table<T> => core.table<T>(`shopify.${facts.slug}.${name}`)
  const counters = table<CounterRow>('counters')
  const definitions = table<DefinitionRow>('definitions')
  const newId = idSource(counters, FIRST_ID + (facts.number % 10) * IDS_OF_A_SHOP - IDS_OF_A_SHOP)
  const definitionOf = (ownerType: string, namespace: string, key: string): DefinitionRow | undefined => {
    for (const row of definitions.values())
      if (row.key === key && row.namespace === namespace && row.ownerType === ownerType) return row
    return undefined
  }
  const isUnique = (ownerType: string, namespace: string, key: string): boolean =>
    definitionOf(ownerType, namespace, key)?.unique ?? false
  const translations = openTranslations(table('translations'))
  const products = withTranslations(openProductIndex(table('products'), isUnique), translations)
  const state: ShopState = {
    facts,
    core,
    quirks,
    places: openPlaces(facts, table('places')),
    locales: openLocales(facts, table('locales')),
    markets: openMarkets(facts, table('markets')),
    translations,
    products: tellOfProducts(products, events, () => state),
    files: withFileTranslations(openFileShelf(table('files')), translations),
    definitions,
    shopMetafields: table('shop-metafields'),
    operations: table('operations'),
    webhooks: table('webhooks'),
    webhookFailures: new Map(),
    deliveries: table('deliveries'),
    deliveryBodies: table('delivery-bodies'),
    events,
    orders: openOrderIndex(table('orders')),
    orderEdits: table('order-edits'),
    bulk: table('bulk'),
    customers: table('customers'),
    staged: table('staged'),
    tokens: table('tokens'),
    idempotency: table('idempotency'),
    counters,
    newId,
    now: () => `${new Date(core.clock.now()).toISOString().slice(0, 19)}Z`,
    origin: () => `${core.origin}/shops/${facts.slug}`,
    definitionOf,
    clear: () => {
      for (const kept of [definitions, state.shopMetafields, state.operations, state.webhooks, state.staged])
        kept.clear()
      for (const kept of [state.tokens, state.idempotency, state.orderEdits, counters]) kept.clear()
      for (const kept of [state.deliveries, state.deliveryBodies, state.customers, state.bulk]) kept.clear()
      state.webhookFailures.clear()
      state.places.clear()
      state.locales.clear()
      state.markets.clear()
      translations.clear()
      state.orders.clear()
      state.products.clear()
      state.files.clear()
    },
  }
  return state
}

/** Increasing 13-digit numbers; the reserved upper limit survives a restart, `clear` starts over. */
function idSource(counters: Table<CounterRow>, first: number): (type: string) => string {
  let next = 0
  let ceiling = 0
  return (type) => {
    const kept = counters.get('ids')?.value
    if (kept === undefined || kept !== ceiling) next = ceiling = kept ?? first
    if (next >= ceiling) {
      ceiling = next + ID_BLOCK
      counters.put('ids', { value: ceiling })
    }
    return gid(type, next++)
  }
}
