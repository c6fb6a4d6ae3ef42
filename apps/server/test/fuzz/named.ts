import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint, EndpointName } from '@huoqiao/contract'
import { KINDS, KIND_OF_FIELD, KIND_OF_IDS } from '../known-ids.ts'
import type { TestApp } from '../harness.ts'
import { FOREIGN } from '../hostile-inputs.ts'
import type { Json } from '../hostile-inputs.ts'
import type { Draws, Namer } from './inputs.ts'

/** The things that the installation has when the fuzzer starts, by kind, in the order of their creation. */
export type Thing = { key: string; version?: number }
export type Things = ReadonlyMap<string, readonly Thing[]>

/** Kinds beside those of the bulk calls, with the query for their ids. */
const TABLES: Readonly<Record<string, string>> = {
  dictionary: 'dictionary',
  menu: 'menu',
  element: 'element',
  department: 'department',
  'price-rule': 'price_rule',
  store: 'store',
  'marketplace-account': 'marketplace_account',
  relation: 'sku_relation',
  supplier: 'supplier',
  address: 'receiving_address',
  notice: 'notice',
  task: 'order_task',
  'sync-task': 'sync_task',
  'sync-item': 'sync_item',
  file: 'stored_file',
  revision: 'product_revision',
  'purchase-revision': 'purchase_revision',
  demand: 'purchase_demand',
  'purchase-line': 'purchase_line',
  parcel: 'parcel',
  receipt: 'receipt',
  run: 'reconciliation_run',
  good: 'sold_item',
  config: 'system_config',
  consent: 'marketplace_consent',
  schedule: 'analytics_schedule',
  'collector-key': 'collector_key',
  'translation-push': 'translation_push',
}
const MORE: Readonly<Record<string, string>> = {
  batch: `select distinct batch_id as key from (select batch_id from product_revision union select batch_id from purchase_revision) b where batch_id is not null`,
  'alibaba-order': `select order_id::text as key from alibaba_order`,
  'alibaba-item': `select id as key from alibaba_order_item`,
  picture: `select distinct one->>'id' as key from product, jsonb_array_elements(images) as one`,
  sku: `select distinct sku_id::text as key from sku_relation where sku_id is not null`,
}

/** The kind that a field refers to, if its name is specific enough. */
const FIELDS: Readonly<Record<string, string>> = {
  parentId: 'menu',
  menuIds: 'menu',
  elementIds: 'element',
  menuId: 'menu',
  deptId: 'department',
  priceRuleId: 'price-rule',
  ruleId: 'price-rule',
  storeId: 'store',
  storeIds: 'store',
  addStoreIds: 'store',
  removeStoreIds: 'store',
  ownerId: 'store',
  revisionId: 'revision',
  batchId: 'batch',
  collectIds: 'collected',
  taskId: 'task',
  pictureId: 'picture',
  itemId: 'sync-item',
  itemIds: 'alibaba-item',
  skuId: 'sku',
  sourceSkuId: 'sku',
  goodId: 'good',
  goodIds: 'good',
  backToEstimate: 'order',
  orderLineId: 'line',
  accountId: 'marketplace-account',
  addressId: 'address',
  consentId: 'consent',
  supplierId: 'supplier',
  lineId: 'purchase-line',
  removeLineIds: 'purchase-line',
  demandId: 'demand',
  demandIds: 'demand',
  parcelId: 'parcel',
  receiptId: 'receipt',
  runId: 'run',
  pushId: 'translation-push',
  accept: 'alibaba-order',
  alibabaOrderId: 'alibaba-order',
}
/** The kind of a field that is only called `id`, by the name of the call. */
const BY_CALL: readonly [RegExp, string][] = [
  [/Dictionar/, 'dictionary'],
  [/Menus?$/, 'menu'],
  [/Element/, 'element'],
  [/AdminUser|unbind|Password/, 'account'],
  [/Dept/, 'department'],
  [/PriceRule/, 'price-rule'],
  [/ShopifyStore/, 'store'],
  [/MarketplaceAccount|MarketplaceConsent/, 'marketplace-account'],
  [/SkuRelation/, 'relation'],
  [/Supplier/, 'supplier'],
  [/ReceivingAddress/, 'address'],
  [/Inbox/, 'message'],
  [/Notices/, 'notice'],
  [/AnalyticsSchedule/, 'schedule'],
  [/CollectorKey/, 'collector-key'],
  [/Role/, 'role'],
]
const OTHERWISE: Readonly<Partial<Record<string, string>>> = {
  'addDept parentId': 'department',
  'updateDept parentId': 'department',
  'retrySyncTask taskId': 'sync-task',
  'cancelSyncTask taskId': 'sync-task',
  'streamSyncTasks taskId': 'sync-task',
  'queryProductsSyncStates taskId': 'sync-task',
  'retrySyncTask itemIds': 'sync-item',
  'getAnalytics product': 'product',
  'exportAnalytics product': 'product',
  'undoPurchaseChange revisionId': 'purchase-revision',
  'findOperationLog accountId': 'account',
  'payByProtocol orderId': 'alibaba-order',
  'getRefundOptions orderId': 'alibaba-order',
  'applyAlibabaRefund orderId': 'alibaba-order',
  'cancelAlibabaOrder orderIds': 'alibaba-order',
}

export function kindOf(call: EndpointName, field: string): string | undefined {
  const special = OTHERWISE[`${call} ${field}`]
  if (special !== undefined) return special
  const { feature }: Endpoint = ENDPOINTS[call]
  if (field === 'id' || field === 'ids' || field === 'objectId')
    return BY_CALL.find(([pattern]) => pattern.test(call))?.[1] ?? KIND_OF_IDS[feature]
  return KIND_OF_FIELD[field] ?? KIND_OF_FIELD[`${field}s`] ?? FIELDS[field]
}

export async function readThings({ db }: Pick<TestApp, 'db'>): Promise<Things> {
  const things = new Map<string, Thing[]>()
  const read = async (kind: string, sql: string): Promise<void> => {
    const { rows } = await db.pool.query<{ key: string; version: number | null }>(sql)
    things.set(
      kind,
      rows.map(({ key, version }) => ({ key, ...(version === null ? {} : { version }) })),
    )
  }
  for (const [kind, sql] of Object.entries(KINDS)) {
    const table = / from (\w+)/.exec(sql)![1]!
    const key = kind === 'offer' ? 'offer_id::text' : 'id'
    await read(kind, `select ${key} as key, (to_jsonb(t)->>'version')::int as version from ${table} t order by 1`)
  }
  for (const [kind, table] of Object.entries(TABLES))
    await read(
      kind,
      `select to_jsonb(t)->>'id' as key, (to_jsonb(t)->>'version')::int as version from ${table} t order by 1`,
    )
  for (const [kind, sql] of Object.entries(MORE))
    await read(kind, `select key, null::int as version from (${sql}) k order by 1`)
  return things
}

/** Ids that earlier answers of a case contained: the next calls use them first. */
export type SeenIds = Map<string, Thing[]>

export function noteIds(seenIds: SeenIds, call: EndpointName, data: unknown): void {
  let left = 200
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object' || left-- < 0) return
    if (Array.isArray(value)) return value.slice(0, 20).forEach(visit)
    const object = value as Record<string, unknown>
    const version = typeof object['version'] === 'number' ? { version: object['version'] } : {}
    for (const [name, inner] of Object.entries(object)) {
      const kind = typeof inner === 'string' && /[iI]d$/.test(name) ? kindOf(call, name) : undefined
      if (kind !== undefined) seenIds.set(kind, [{ key: inner as string, ...version }, ...(seenIds.get(kind) ?? [])])
      else visit(inner)
    }
  }
  visit(data)
}

/** Names things for a call's input: first those from answers of this case, then those that existed before. */
export function namerFor(call: EndpointName, things: Things, seenIds: SeenIds, draws: Draws): Namer {
  let version: number | undefined
  return {
    version: () => (draws.below(5) === 4 ? undefined : version),
    id(field): Json | undefined {
      const kind = kindOf(call, field)
      if (kind === undefined) return undefined
      const all = [...(seenIds.get(kind) ?? []).slice(0, 3), ...(things.get(kind) ?? [])]
      const thing = all[draws.below(all.length + 1)]
      if (thing === undefined)
        return kind === 'offer' || kind.startsWith('alibaba') || kind === 'sku' ? '999999999999' : FOREIGN
      version = thing.version
      return thing.key
    },
  }
}

/** Another person's thing, or a thing of another kind. */
export function foreignOf(things: Things): (kind: number, at: number) => Json {
  const kinds = [...things.values()].filter((rows) => rows.length > 0)
  return (kind, at) => {
    const rows = kinds[kind % kinds.length]!
    return rows[at % rows.length]!.key
  }
}
