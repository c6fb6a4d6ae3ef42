import { DIMENSIONS, NO_SUMS, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, SumName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import {
  salesDayGoods,
  salesDayPlace,
  salesDayStore,
  salesFact,
  salesGoods,
  salesSpanGoods,
} from './analytics.tables.ts'
import { keywordIn } from '../../db/search.ts'
import { sumColumns } from './facts.store.ts'
import { SUMS_OF_WHOLE_ORDERS } from './analytics.rules.ts'
import { piecesOf } from './spans.rules.ts'

export type SumsFilter = {
  from: string
  to: string
  storeId?: string | undefined
  supplier?: string | undefined
  country?: string | undefined
  category?: string | undefined
  product?: string | undefined
  /** words of the goods' names and SKU */
  keyword?: string | undefined
}
/** Upper limit of options in a filter. */
const MOST_CHOICES = 2_000

export type GroupRow = { key: string; sums: Sums }
export type GroupName = { name: string; note: string; image: string | null }
/** Which rows to return: those with the largest sales, or those with these keys. */
export type Which = { most: number } | { keys: readonly string[] }

const filtersGoods = ({ supplier, category, product, keyword }: SumsFilter): boolean =>
  [supplier, category, product, keyword].some((one) => one !== undefined)

/** Whether the rows are sums of goods: these lack the figures that only exist per order. */
export const isOfGoods = (group: DimensionName, filter: SumsFilter): boolean =>
  DIMENSIONS[group].ofGoods || filtersGoods(filter)

/** Sums as columns of a statement. `whole_sum` is our aggregate for whole numbers (0039_analytics-whole-sums.sql). */
const columnsOf = (names: readonly SumName[]) => ({
  names,
  plain: sumColumns(names, (column) => column),
  negative: sumColumns(names, (column) => sql`-${column}`),
  added: sumColumns(names, (column) => sql`whole_sum(${column})`),
  listed: sql.join(
    names.map((name) => sql.identifier(salesFact[name].name)),
    sql`, `,
  ),
})
type Columns = ReturnType<typeof columnsOf>
const COLUMNS = columnsOf(SUMS)
const COLUMNS_OF_GOODS = columnsOf(SUMS.filter((name) => !SUMS_OF_WHOLE_ORDERS.includes(name)))

/** Must be written exactly like the index (sales_goods_search). */
const GOODS_TEXT = sql`lower(product_name || ' ' || variant_name || ' ' || sku)`

/** Conditions on goods `g`. */
const goodsWhere = ({ storeId, supplier, category, product, keyword }: SumsFilter): SQL =>
  sql.join(
    [
      sql`true`,
      ...(storeId === undefined ? [] : [sql`g.store_id = ${storeId}`]),
      ...(supplier === undefined ? [] : [sql`g.supplier_key = ${supplier}`]),
      ...(category === undefined ? [] : [sql`g.category = ${category}`]),
      ...(product === undefined ? [] : [sql`g.product_key = ${product}`]),
      keywordIn(GOODS_TEXT, keyword)?.byIndex ?? sql`true`,
    ],
    sql` and `,
  )

/**
 * Key, name, note and image of each dimension, read from goods `g` and the row of sums `t`. Days, shops and countries are named elsewhere; a
 * category's name is its key. Rows are grouped by the key in its stored type, because converting every row to text and comparing text took a third of the
 * statement's time.
 */
const GROUPS: Readonly<Record<DimensionName, { key: SQL; type?: SQL; name?: SQL; note?: SQL; image?: SQL }>> = {
  day: { key: sql`t.day` },
  store: { key: sql`g.store_id` },
  country: { key: sql`t.country` },
  product: { key: sql`g.product_key`, type: sql`uuid`, name: sql`g.product_name`, image: sql`g.image` },
  variant: {
    key: sql`g.variant_key`,
    type: sql`uuid`,
    name: sql`g.product_name || case when g.variant_name = '' then '' else ' / ' || g.variant_name end`,
    note: sql`g.sku`,
    image: sql`g.image`,
  },
  supplier: { key: sql`g.supplier_key`, name: sql`g.supplier_name` },
  category: { key: sql`g.category` },
}

/**
 * Sums of a period, grouped by one dimension. Groups without sales have no row. When grouped by goods, sums that only exist per order are left out.
 * All rows are read as one JSON value: a year by day plus its largest goods is a thousand rows of sixteen sums, and parsing the numbers one by one
 * took longer than reading them.
 */
export async function findSums(tx: Tx, filter: SumsFilter, group: DimensionName, which?: Which): Promise<GroupRow[]> {
  const ofPlace = group === 'country' || filter.country !== undefined
  const ofGoods = isOfGoods(group, filter)
  const columns = ofGoods ? COLUMNS_OF_GOODS : COLUMNS
  const rows = !ofGoods
    ? byPlace(filter, group, columns)
    : ofPlace
      ? byFacts(filter, group, columns)
      : byGoods(filter, group, columns, await findLastDay(tx))
  const chosen = !which
    ? sql``
    : 'most' in which
      ? sql`order by sale_minor desc, key limit ${which.most}`
      : sql`where key::text = any(${sql.param([...which.keys])}::text[])`
  const found = await tx.execute<{ packed: [key: string, ...sums: number[]][] }>(
    sql`select coalesce(json_agg(json_build_array(key::text, ${columns.listed})), '[]') as packed from (select * from (${rows}) as grouped ${chosen}) as chosen`,
  )
  return (found.rows[0]?.packed ?? []).map((row) => {
    const sums: Record<SumName, number> = { ...NO_SUMS }
    columns.names.forEach((name, at) => (sums[name] = row[at + 1] as number))
    return { key: row[0], sums }
  })
}

/**
 * Disables parallel query for this transaction: a year is some ten thousand rows, and a parallel worker takes longer to start than they take to read.
 * Except for the filter by country, where goods are summed from the lines of all orders.
 */
export const readWithoutHelpers = async (tx: Tx, { country }: SumsFilter): Promise<void> => {
  if (country === undefined) await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
}

/** Names of these rows' goods, from the latest order of each. */
export async function findNames(
  tx: Tx,
  group: DimensionName,
  keys: readonly string[],
): Promise<Map<string, GroupName>> {
  const { key, type = sql`text`, name, note = sql`''`, image = sql`null::text` } = GROUPS[group]
  if (!name || keys.length === 0) return new Map()
  const found = await tx.execute<{ key: string } & GroupName>(sql`
    select distinct on (key) key::text, name, note, image from (
      select ${key} as key, ${name} as name, ${note} as note, ${image} as image, max(g.named_at) as named_at from ${salesGoods} g
      where ${key} = any(${sql.param([...keys])}::${type}[]) group by 1, 2, 3, 4) as named
    order by key, named_at desc nulls last, name`)
  return new Map(found.rows.map(({ key: of, ...named }) => [of, named]))
}

const between = ({ from, to }: { from: string; to: string }): SQL => sql`between ${from}::date and ${to}::date`

function byPlace(filter: SumsFilter, group: DimensionName, { added }: Columns): SQL {
  const { storeId, country } = filter
  const key = group === 'store' ? sql`t.store_id` : GROUPS[group].key
  const table = group === 'country' || country !== undefined ? salesDayPlace : salesDayStore
  return sql`select ${key} as key, ${added} from ${table} t where t.day ${between(filter)}
    ${storeId === undefined ? sql`` : sql`and t.store_id = ${storeId}`} ${country === undefined ? sql`` : sql`and t.country = ${country}`}
    group by 1`
}

function byGoods(filter: SumsFilter, group: DimensionName, { plain, negative, added }: Columns, last: string): SQL {
  if (group === 'day')
    return sql`select t.day as key, ${added} from ${salesDayGoods} t join ${salesGoods} g on g.id = t.goods_id
      where t.day ${between(filter)} and ${goodsWhere(filter)} group by 1`
  const isChosen = filter.storeId !== undefined || filtersGoods(filter)
  const chosen = isChosen ? sql`and goods_id in (select g.id from ${salesGoods} g where ${goodsWhere(filter)})` : sql``
  // Columns in the order in which they are used below, and the column of the join last: otherwise PostgreSQL copies each row into that order.
  const parts = piecesOf(filter.from, filter.to, last).map(
    ({ grain, sign, ...days }) =>
      sql`select ${sign === 1 ? plain : negative}, goods_id from ${grain === 'day' ? sql`${salesDayGoods} where` : sql`${salesSpanGoods} where grain = ${grain} and`}
        day ${between(days)} ${chosen}`,
  )
  if (parts.length === 0) return sql`select null as key, ${plain} from ${salesDayGoods} where false`
  const t = sql`(${sql.join(parts, sql` union all `)}) t`
  return sql`select ${GROUPS[group].key} as key, ${added} from ${t} join ${salesGoods} g on g.id = t.goods_id group by 1`
}

/** No table of sums has both country and goods, so the lines of all orders are read. */
const byFacts = (filter: SumsFilter, group: DimensionName, { added }: Columns): SQL => {
  const { country } = filter
  return sql`select ${GROUPS[group].key} as key, ${added} from ${salesFact} t join ${salesGoods} g on g.id = t.goods_id
    where t.day ${between(filter)} ${country === undefined ? sql`` : sql`and t.country = ${country}`} and ${goodsWhere(filter)} group by 1`
}

async function findLastDay(tx: Tx): Promise<string> {
  const found = await tx.execute<{ day: string | null }>(sql`select max(day)::text as day from ${salesDayStore}`)
  return found.rows[0]?.day ?? '0001-01-01'
}

type Choice = { key: string; name: string }

/** Suppliers, countries and categories of everything that was ever sold. */
export async function findChoices(
  tx: Tx,
): Promise<Readonly<Record<'suppliers' | 'countries' | 'categories', Choice[]>>> {
  const suppliers = await tx.execute<Choice>(
    sql`select supplier_key as key, max(supplier_name) as name from ${salesGoods} group by 1 order by 2, 1 limit ${MOST_CHOICES}`,
  )
  const categories = await tx.execute<Choice>(
    sql`select distinct category as key, category as name from ${salesGoods} order by 1 limit ${MOST_CHOICES}`,
  )
  const countries = await tx.execute<Choice>(
    sql`select distinct country as key, country as name from ${salesDayPlace} order by 1`,
  )
  return { suppliers: suppliers.rows, countries: countries.rows, categories: categories.rows }
}
