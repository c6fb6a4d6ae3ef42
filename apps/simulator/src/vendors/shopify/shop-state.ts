import type { SimCore, Table } from '../../core.ts'
import type { CostBucket } from './cost-bucket.ts'
import type { ShopFacts } from './demo-shops.ts'
import { openFileShelf } from './file-shelf.ts'
import type { FileShelf } from './file-shelf.ts'
import { gid } from './gid.ts'
import { openProductIndex } from './product-index.ts'
import type { ProductIndex } from './product-index.ts'
import type { PlaceRow } from './shop-places.ts'
import { placesOf } from './shop-places.ts'
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

/** Ids are reserved on disk in blocks, so that a restart never gives one out twice and a product costs no extra write. */
const ID_BLOCK = 4096
const FIRST_ID = 8_100_000_000_000

export type ShopState = {
  facts: ShopFacts
  core: SimCore
  places: PlaceRow
  products: ProductIndex
  files: FileShelf
  definitions: Table<DefinitionRow>
  shopMetafields: Table<MetafieldRow>
  operations: Table<OperationRow>
  webhooks: Table<WebhookRow>
  staged: Table<StagedRow>
  tokens: Table<TokenRow>
  idempotency: Table<IdempotencyRow>
  counters: Table<CounterRow>
  newId(type: string): string
  /** Simulated time as Shopify writes it. */
  now(): string
  /** Address that stands for https://{shop}.myshopify.com. */
  origin(): string
  definitionOf(ownerType: string, namespace: string, key: string): DefinitionRow | undefined
  clear(): void
}

/** A shop with the bucket that its one app draws from. */
export type OpenShop = { state: ShopState; bucket: CostBucket }

/** Opens one pretend shop on its tables and builds the look-ups that are not kept on disk. */
export function openShop(core: SimCore, facts: ShopFacts): ShopState {
  const table = <T>(name: string): Table<T> => core.table<T>(`shopify.${facts.slug}.${name}`)
  const counters = table<CounterRow>('counters')
  const definitions = table<DefinitionRow>('definitions')
  const newId = idSource(counters)
  const definitionOf = (ownerType: string, namespace: string, key: string): DefinitionRow | undefined => {
    for (const row of definitions.values())
      if (row.key === key && row.namespace === namespace && row.ownerType === ownerType) return row
    return undefined
  }
  const isUnique = (ownerType: string, namespace: string, key: string): boolean =>
    definitionOf(ownerType, namespace, key)?.unique ?? false
  const state: ShopState = {
    facts,
    core,
    places: placesOf(facts),
    products: openProductIndex(table('products'), isUnique),
    files: openFileShelf(table('files')),
    definitions,
    shopMetafields: table('shop-metafields'),
    operations: table('operations'),
    webhooks: table('webhooks'),
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
      for (const kept of [state.tokens, state.idempotency, counters]) kept.clear()
      state.products.clear()
      state.files.clear()
    },
  }
  return state
}

/** 13-digit numbers that only grow; the reserved ceiling survives a restart, `clear` starts over. */
function idSource(counters: Table<CounterRow>): (type: string) => string {
  let next = 0
  let ceiling = 0
  return (type) => {
    const kept = counters.get('ids')?.value
    if (kept === undefined || kept !== ceiling) next = ceiling = kept ?? FIRST_ID
    if (next >= ceiling) {
      ceiling = next + ID_BLOCK
      counters.put('ids', { value: ceiling })
    }
    return gid(type, next++)
  }
}
