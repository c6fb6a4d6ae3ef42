import { FIGURE_NAMES, FIGURES, NO_SUMS, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, SumName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { currencyDigits, formatChinaDate, parseRatio, scaleMinor } from '@huoqiao/kit'
import type { TestApp } from '../../../test/harness.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { inTurn } from '../../../test/until.ts'
import { salesFact } from './analytics.tables.ts'
import { SPANS } from './spans.rules.ts'

/** An installation with simulated shops. */
type Bench = { app: TestApp; simulator: TestSimulator }

/** The shop's own sums of an order, from the simulator's control API; minor units of the shop's currency. */
type Books = Record<'current' | 'refunded' | 'currentTax' | 'currentDuties' | 'refundDiscrepancy', number>

/** CNY for one unit of a currency on a day, decimal text. */
export type RateOf = (currency: string, day: string) => string

/** An order, with its SUMS calculated from its order page and from its shop's own sums. */
export type Counted = { detail: OrderDetail; sums: Sums }

/** Those of SUMS that can be calculated for a single order in this way. */
export const AMOUNTS = [
  'saleMinor',
  'refundMinor',
  'taxMinor',
  'goodsMinor',
  'freightMinor',
  'abroadMinor',
  'feeMinor',
  'profitMinor',
  'profitSaleMinor',
  'orders',
  'unknownOrders',
] as const satisfies readonly SumName[]
export const amountsOf = (sums: Sums): Record<string, number> =>
  Object.fromEntries(AMOUNTS.map((name) => [name, sums[name]]))

/** Every order except test orders, read one by one through the order page, with its shop's own sums. */
export async function countedOrders(bench: Bench, rateOf: RateOf): Promise<Counted[]> {
  const { app, simulator } = bench
  const slugs = new Map(
    (await app.ok('getAllShopifyStores')).map((store) => [store.id, store.origin.split('/').findLast((part) => part)!]),
  )
  const counted: Counted[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await app.ok('getOrdersByCondition', { page, pageSize: 200 })
    for (const row of list) {
      if (row.flags.includes('test')) continue
      const detail = await app.ok('getOrder', { orderId: row.id })
      const path = `/shopify/${slugs.get(detail.storeId)!}/orders/${detail.number.replace('#', '')}`
      const { order } = await simulator.control<{ order: { sums: Books } }>('GET', path)
      counted.push({ detail, sums: sumsOf(detail, order.sums, rateOf) })
    }
    if (page * 200 >= total) return counted
  }
}

/** `rateOf`: the rate of a day, as it was entered. */
function sumsOf({ profit, currency, createdAt }: OrderDetail, books: Books, rateOf: RateOf): Sums {
  const rate = rateOf(currency, formatChinaDate(createdAt))
  const fen = (minor: number): number => scaleMinor(minor, parseRatio(rate), 2 - currencyDigits(currency))
  const reported = {
    ...NO_SUMS,
    orders: 1,
    saleMinor: fen(books.current + books.refundDiscrepancy - books.currentTax - books.currentDuties),
    refundMinor: fen(books.refunded),
    taxMinor: fen(books.currentTax),
  }
  if (!profit) return { ...reported, unknownOrders: 1 }
  return {
    ...reported,
    goodsMinor: profit.goodsMinor,
    freightMinor: profit.freightMinor,
    abroadMinor: profit.abroadMinor ?? 0,
    feeMinor: profit.feeMinor,
    profitMinor: profit.profitMinor,
    profitSaleMinor: profit.saleMinor,
  }
}

export const added = (all: readonly Sums[]): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)])) as Record<
    SumName,
    number
  >

/** Sums of orders, grouped by a key. */
export function addedBy(orders: readonly Counted[], keyOf: (order: OrderDetail) => string): Map<string, Sums> {
  const found = new Map<string, Sums>()
  for (const { detail, sums } of orders) found.set(keyOf(detail), added([found.get(keyOf(detail)) ?? NO_SUMS, sums]))
  return found
}
export const dayOf = (order: OrderDetail): string => formatChinaDate(order.createdAt)

/** Sets sums that exist only per order to zero, as in rows of goods. */
export const withoutWhole = (sums: Sums): Sums => {
  const whole = FIGURE_NAMES.filter((name) => FIGURES[name].wholeOrders).flatMap((name) => {
    const { of } = FIGURES[name]
    return 'sum' in of ? [of.sum] : []
  })
  return { ...sums, ...Object.fromEntries(whole.map((name) => [name, 0])) }
}

/** The expected rows of `group`, added up from the single order lines; without sums that exist only per order. */
export async function factsBy(
  { app }: Pick<Bench, 'app'>,
  group: 'product' | 'variant' | 'supplier' | 'category',
  { from, to }: { from: string; to: string },
): Promise<Map<string, Sums>> {
  // Constant: a column of KEYS.
  const { rows } = await app.db.pool.query<{ key: string; fact: FactRow }>(
    `select g.${KEYS[group]}::text as key, to_jsonb(f) as fact from sales_fact f join sales_goods g on g.id = f.goods_id where f.day between $1 and $2`,
    [from, to],
  )
  const found = new Map<string, Sums>()
  for (const { key, fact } of rows) {
    const sums = Object.fromEntries(SUMS.map((name) => [name, fact[salesFact[name].name]!])) as Record<SumName, number>
    found.set(key, added([found.get(key) ?? NO_SUMS, withoutWhole(sums)]))
  }
  return found
}
type FactRow = Readonly<Record<string, number>>
const KEYS = { product: 'product_key', variant: 'variant_key', supplier: 'supplier_key', category: 'category' } as const

export const SUM_TABLES = ['sales_day_place', 'sales_day_store', 'sales_day_goods', 'sales_span_goods'] as const

/** Rows of the sum tables that differ from what the order lines add up to, and the expected rows in their place; empty if all are right. */
export async function wrongSums({ app }: Pick<Bench, 'app'>): Promise<unknown[]> {
  const sums = SUMS.map((name) => salesFact[name].name)
  const wrongIn = async (table: string, keys: readonly string[], grain: string): Promise<unknown[]> => {
    const columns = [...keys, 'facts', ...sums].map((name) => `${name}::text`).join(', ')
    const named = keys.map((name) => `${name}::text`).join(', ')
    const added = [named, 'count(*)::text', ...sums.map((name) => `sum(${name})::text`)].join(', ')
    const kept = `select day, ${columns} from ${table}`
    const facts = `select date_trunc('${grain}', day)::date, ${added} from sales_fact group by date_trunc('${grain}', day), ${named}`
    // Constant: names of the tables and columns below.
    const found = await app.db.pool.query(
      `(select 'kept', * from (${kept} except ${facts}) k) union all (select 'facts', * from (${facts} except ${kept}) f)`,
    )
    return found.rows.map((row) => ({ table, ...row }))
  }
  return [
    await wrongIn('sales_day_place', ['store_id', 'country'], 'day'),
    await wrongIn('sales_day_store', ['store_id'], 'day'),
    await wrongIn('sales_day_goods', ['goods_id'], 'day'),
    ...(await inTurn(SPANS, (grain) => wrongIn(`sales_span_goods where grain = '${grain}'`, ['goods_id'], grain))),
  ].flat()
}

export type Asked = { from: string; to: string; group?: DimensionName; compare?: string } & Record<
  string,
  string | undefined
>
export const analyticsOf = ({ app }: Pick<Bench, 'app'>, asked: Asked): Promise<AnalyticsAnswer> =>
  app.ok('getAnalytics', asked)
