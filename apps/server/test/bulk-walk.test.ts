import { randomUUID } from 'node:crypto'
import { ENDPOINTS, endpointNames, rowOutcomesOf } from '@huoqiao/contract'
import type { BulkOutcome, Endpoint, EndpointName } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { furnishBulk } from './bulk-world.ts'
import type { BulkWorld } from './bulk-world.ts'
import { startDeliveryBench } from './delivery-bench.ts'
import type { DeliveryBench } from './delivery-bench.ts'
import { FOREIGN, sampleOf, schemaOf } from './hostile-inputs.ts'
import { KINDS, KIND_OF_FIELD, KIND_OF_IDS } from './known-ids.ts'
import { watchWrites } from './written.ts'
import type { Write, Writes } from './written.ts'

/** A row that a call can be given. `key` identifies it; rows with the same `like` are in the same state. */
type Row = { key: string; like: string }

let bench: DeliveryBench
let writes: Writes
let world: BulkWorld
const rows: Record<string, Row[]> = {}

/** Maximum number of rows that are tested for each state of a kind. */
const MOST_OF_A_STATE = 6

type Sample = { kind: string; input: (keys: readonly string[]) => object; isOne?: boolean }
/** For calls whose input can't be derived from their field names. */
const SAMPLES: Readonly<Partial<Record<EndpointName, () => Sample>>> = {
  grantAuthorityToActor: () => ({ kind: 'role', input: (roleIds) => ({ userId: world.clerk, roleIds }) }),
  terminateAuthorizationByUserInRoles: () => ({ kind: 'role', input: (roleIds) => ({ userId: world.clerk, roleIds }) }),
  deleteUserInRole: () => ({ kind: 'account', input: (userIds) => ({ roleId: world.role, userIds }) }),
  modifyProducts: () => ({
    kind: 'product',
    input: (ids) => ({ items: ids.map((productId) => ({ productId })), change: { vendor: 'Walked' } }),
  }),
  undoProductBatch: () => ({ kind: 'product-batch', isOne: true, input: ([batchId]) => ({ batchId }) }),
  undoPurchaseBatch: () => ({ kind: 'purchase-batch', isOne: true, input: ([batchId]) => ({ batchId }) }),
  relateGoods: () => ({
    kind: 'good',
    input: (ids) => ({ rows: ids.map((goodId) => ({ goodId, ...world.offer, scope: 'this-order' })) }),
  }),
  ignoreCollectProducts: () => ({ kind: 'collected', input: (ids) => ({ ids, ignored: true }) }),
  setListingsOnline: () => ({
    kind: 'product',
    input: (productIds) => ({ productIds, storeIds: world.storeIds, online: false }),
  }),
  acceptTakeovers: () => ({
    kind: 'takeover',
    input: (ids) => ({ storeId: world.storeIds[0], items: ids.map((itemId) => ({ itemId })) }),
  }),
  createTakenProducts: () => ({
    kind: 'takeover',
    input: (itemIds) => ({ storeId: world.storeIds[0], itemIds }),
  }),
  skipTakeovers: () => ({
    kind: 'takeover',
    input: (itemIds) => ({ storeId: world.storeIds[0], itemIds, skipped: true }),
  }),
  undoTakeovers: () => ({ kind: 'takeover', input: (itemIds) => ({ storeId: world.storeIds[0], itemIds }) }),
  approveTranslations: () => ({ kind: 'product', input: (productIds) => ({ productIds, locale: 'de' }) }),
  pushTranslations: () => ({
    kind: 'product',
    input: (productIds) => ({ storeId: world.storeIds[0], productIds }),
  }),
  undoTranslationBatch: () => ({ kind: 'translation-batch', isOne: true, input: ([batchId]) => ({ batchId }) }),
  replaceTranslations: () => ({
    kind: 'translated-word',
    isOne: true,
    input: ([find]) => ({ locale: 'de', find, replaceWith: 'neu' }),
  }),
  applyGlossaryTerm: () => ({ kind: 'glossary-term', isOne: true, input: ([id]) => ({ id, former: 'altes' }) }),
  manualSetSyncFailed: () => ({ kind: 'product', input: (productIds) => ({ productIds, reason: '走查' }) }),
  deleteProduct: () => ({ kind: 'product', isOne: true, input: ([productId]) => ({ productId }) }),
  modifyPurchaseOrders: () => ({
    kind: 'purchase',
    input: (purchaseIds) => ({ purchaseIds, change: { note: 'walked' } }),
  }),
  setSparePlaces: () => ({ kind: 'spare', input: (lineIds) => ({ lineIds, place: 'A-1' }) }),
  relateShopifyOrder: () => ({ kind: 'line', input: (lineIds) => ({ lineIds, ...world.offer }) }),
  createPurchaseOrder: () => ({
    kind: 'line',
    input: (ids) => ({ key: randomUUID(), orderLines: ids.map((orderLineId) => ({ orderLineId })) }),
  }),
  approveApproval: () => ({
    kind: 'approval',
    isOne: true,
    input: ([id]) => ({ id, version: 0, nowMinor: world.approvals.get(id!) ?? 0 }),
  }),
  takeOverAlibabaOrders: () => ({
    kind: 'hand-order',
    input: (ids) => ({
      accountId: world.account,
      items: ids.map((orderId) => ({ orderId, purchaseNumber: world.handOrders.get(orderId) ?? 'CG0' })),
    }),
  }),
  acceptAlibabaPrice: () => ({
    kind: 'purchase',
    input: (ids) => ({
      items: ids.map((purchaseId) => ({
        purchaseId,
        totalMinor: world.totals.get(purchaseId) ?? 100,
        tradeType: null,
      })),
    }),
  }),
  shipOrders: () => ({
    kind: 'order',
    input: (ids) => ({ items: ids.map((orderId) => ({ orderId, carrier: 'SF', numbers: ['SF1234567890'] })) }),
  }),
}

const isOutcome = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && 'succeeded' in schema.shape && 'rows' in schema.shape
/** The calls whose answer contains an outcome per row, according to the contract. */
const BULK = endpointNames.filter((name) => {
  const { output }: Endpoint = ENDPOINTS[name]
  if (isOutcome(output)) return true
  return output instanceof z.ZodObject && 'rows' in output.shape && isOutcome(output.shape['rows'] as z.ZodType)
})

type Items = { items?: { properties?: object } }
/** Made from the field names, unless the call has an entry in SAMPLES. */
function sampleFor(name: EndpointName): Sample {
  const own = SAMPLES[name]
  if (own) return own()
  const { input, feature }: Endpoint = ENDPOINTS[name]
  const schema = schemaOf(input) as { properties: Record<string, Items>; required?: string[] }
  const one = Object.keys(schema.properties['items']?.items?.properties ?? {}).find((key) => `${key}s` in KIND_OF_FIELD)
  if (one !== undefined) {
    const item = sampleOf(schema.properties['items']!.items as never, {}) as object
    return {
      kind: KIND_OF_FIELD[`${one}s`]!,
      input: (keys) => ({ items: keys.map((key) => ({ ...item, [one]: key })) }),
    }
  }
  const field = Object.keys(schema.properties).find((one) => one in KIND_OF_FIELD || one === 'ids')
  const kind = field === 'ids' ? KIND_OF_IDS[feature] : KIND_OF_FIELD[field ?? '']
  if (field === undefined || kind === undefined)
    throw new Error(`${name} has no sample: say in SAMPLES what its rows are`)
  const fixed = Object.fromEntries(
    Object.entries(sampleOf(schema as never, { storeIds: world.storeIds }) as object).filter(
      ([one]) => one !== field && schema.required?.includes(one),
    ),
  )
  return { kind, input: (keys) => ({ ...fixed, [field]: keys }) }
}

beforeAll(async () => {
  bench = await startDeliveryBench()
  world = await furnishBulk(bench)
  // Another session of the caller, which may be ended while the caller's own continues.
  await bench.app.login('admin', 'admin888')
  writes = await watchWrites(bench.app)
  await world.whileParked()
  for (const [kind, sql] of Object.entries(KINDS)) {
    const found = (await bench.app.db.pool.query<Row>(`${sql} order by 2, 1`)).rows
    const some = [...groupBy(found, ({ like }) => like).values()].flatMap((alike) => alike.slice(0, MOST_OF_A_STATE))
    rows[kind] = [...some, NOBODY(kind === 'offer')]
  }
  for (const [kind, keys] of [
    ['good', world.goods],
    ['approval', [...world.approvals.keys()]],
    ['hand-order', [...world.handOrders.keys()]],
    ['product-batch', world.batches.products],
    ['purchase-batch', world.batches.purchases],
    ['translation-batch', world.translations.batches],
    ['translated-word', ['altes']],
    ['glossary-term', world.translations.terms],
  ] as const)
    rows[kind] = [...keys.map((key) => ({ key, like: kind })), NOBODY(kind === 'hand-order')]
})
afterAll(() => bench?.close())

const NOBODY = (isNumber: boolean): Row => ({ key: isNumber ? '999999999999' : FOREIGN, like: 'nothing' })

type Became = { outcome: BulkOutcome | undefined; code: number; wrote: Write[]; message: unknown }
async function act(name: EndpointName, input: object): Promise<Became> {
  const { done, wrote } = await writes.of(() => bench.app.call(name, input))
  return { outcome: rowOutcomesOf(done.data), code: done.code, wrote, message: done.msg }
}

/** What was written, without values that differ in each run. */
const shapeOf = (wrote: readonly Write[]): string[] =>
  wrote.map(({ table, op, changed }) => `${op} ${table}: ${Object.keys(changed).toSorted().join()}`).toSorted()
const names = (wrote: readonly Write[], key: string): string[] =>
  wrote.filter(({ changed }) => JSON.stringify(changed).includes(key)).map(({ table, op }) => `${op} ${table}`)

const met: Record<string, { refused: number; good: number }> = {}

/**
 * Calls with an effect at 1688 or in the shop that can't be repeated: after each run the database is restored, but the simulator is not. So
 * a row is changed by only one of these calls, once.
 */
const DONE_FOR_GOOD = new Set<EndpointName>([
  'payByProtocol',
  'cancelAlibabaOrder',
  'confirmAlibabaReceipt',
  'approveReturns',
  'closeReturns',
])
const spent = new Set<string>()
/** Data of 1688 that was read before the row was refused: it is stored even if the row is refused. */
const READINGS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  settleAlibabaOrder: ['placement'],
  payByProtocol: ['alibaba_order', 'alibaba_order_item', 'job'],
  cancelAlibabaOrder: ['alibaba_order', 'alibaba_order_item', 'job'],
}

describe.each(BULK.map((name) => [name] as const))('%s', (name) => {
  const actsOnly = (wrote: readonly Write[]): Write[] => wrote.filter(({ table }) => !READINGS[name]?.includes(table))
  const faults: unknown[] = []

  /** Each row alone: a refused row writes nothing. */
  async function alone({ kind, input }: Sample): Promise<{ refused: string[]; good: (Row & { wrote: Write[] })[] }> {
    const refused: string[] = []
    const good: (Row & { wrote: Write[] })[] = []
    for (const row of rows[kind]!) {
      if (DONE_FOR_GOOD.has(name) && (spent.has(row.key) || good.some(({ like }) => like === row.like))) continue
      const { outcome, code, wrote, message } = await act(name, input([row.key]))
      const acts = actsOnly(wrote)
      if (outcome && outcome.succeeded > 0) {
        good.push({ ...row, wrote: acts })
        if (DONE_FOR_GOOD.has(name)) spent.add(row.key)
      }
      for (const one of outcome?.rows ?? [])
        if (!one.ok && names(acts, one.key).length > 0) faults.push([row.like, one.message, names(acts, one.key)])
      if (outcome === undefined ? code === 200 : outcome.succeeded > 0) continue
      refused.push(row.key)
      if (acts.length > 0) faults.push([row.like, message, 'refused alone, wrote', shapeOf(acts)])
    }
    return { refused, good }
  }

  /** Together with refused rows, a good row writes the same as alone, and the refused rows write nothing. */
  async function together({ input }: Sample, refused: readonly string[], beside: string, of: readonly Write[]) {
    const { outcome, wrote } = await act(name, input([...refused, beside]))
    const acts = actsOnly(wrote)
    spent.add(beside)
    // Refused as a whole, before any row was examined.
    if (outcome === undefined || outcome.succeeded === 0) {
      if (acts.length > 0) faults.push([refused, 'refused as a whole, wrote', shapeOf(acts)])
      return
    }
    const [now, then] = [shapeOf(acts), shapeOf(of)]
    if (now.join('\n') !== then.join('\n')) faults.push([refused, 'beside them', now, 'and alone', then])
    for (const key of refused) if (names(acts, key).length > 0) faults.push([key, 'is named in', names(acts, key)])
  }

  test('writes nothing for a row that it refuses, and everything for the row beside it', async () => {
    const sample = sampleFor(name)
    const { refused, good } = await alone(sample)
    met[name] = { refused: refused.length, good: good.length }
    const [first] = good
    if (first && !sample.isOne && DONE_FOR_GOOD.has(name)) {
      const next = rows[sample.kind]!.find(({ key, like }) => like === first.like && !spent.has(key))
      if (!next) throw new Error(`nothing is left that ${name} could be done to`)
      await together(sample, refused, next.key, first.wrote)
    } else if (first && !sample.isOne) for (const key of refused) await together(sample, [key], first.key, first.wrote)
    expect(faults).toEqual([])
  })
})

test('every such call refused at least one row and carried out at least one', () => {
  expect(Object.entries(met).filter(([, { refused, good }]) => refused === 0 || good === 0)).toEqual([])
})
