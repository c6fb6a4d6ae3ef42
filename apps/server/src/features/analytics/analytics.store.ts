import { DIMENSIONS, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { DimensionName, SumName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { salesDayGoods, salesDayPlace, salesFact, salesGoods, salesSpanGoods } from './analytics.tables.ts'
import { sumColumns } from './facts.store.ts'
import { piecesOf } from './spans.rules.ts'

export type SumsFilter = {
  from: string
  to: string
  storeId?: string | undefined
  supplier?: string | undefined
  country?: string | undefined
  category?: string | undefined
  product?: string | undefined
}
/** More of them than anybody chooses from. */
const MOST_CHOICES = 2_000

export type GroupRow = { key: string; sums: Sums }
export type GroupName = { name: string; note: string; image: string | null }
/** Which of many rows: the largest sales, or these. */
export type Which = { most: number } | { keys: readonly string[] }

const filtersGoods = ({ supplier, category, product }: SumsFilter): boolean =>
  [supplier, category, product].some((one) => one !== undefined)

/** Whether the rows are of goods: figures of whole orders can't be told of those. */
export const isOfGoods = (group: DimensionName, filter: SumsFilter): boolean =>
  DIMENSIONS[group].ofGoods || filtersGoods(filter)

/** Sums of whole numbers as floating points: exact below 2^53, as all our amounts are, and several times as fast as those of bigints. */
const added = sumColumns((column) => sql`sum(${column}::float8)`)
const plain = sumColumns((column) => column)
const negative = sumColumns((column) => sql`-${column}`)

/** Conditions on goods `g`. */
const goodsWhere = ({ storeId, supplier, category, product }: SumsFilter): SQL =>
  sql.join(
    [
      sql`true`,
      ...(storeId === undefined ? [] : [sql`g.store_id = ${storeId}`]),
      ...(supplier === undefined ? [] : [sql`g.supplier_key = ${supplier}`]),
      ...(category === undefined ? [] : [sql`g.category = ${category}`]),
      ...(product === undefined ? [] : [sql`g.product_key = ${product}`]),
    ],
    sql` and `,
  )

/** key, name, note and image of a group, out of goods `g` and the row `t`; `name` of days, shops and countries is told by others. */
const GROUPS: Readonly<Record<DimensionName, { key: SQL; name?: SQL; note?: SQL; image?: SQL }>> = {
  day: { key: sql`t.day::text` },
  store: { key: sql`g.store_id::text` },
  country: { key: sql`t.country` },
  product: { key: sql`g.product_key::text`, name: sql`g.product_name`, image: sql`g.image` },
  variant: {
    key: sql`g.variant_key::text`,
    name: sql`g.product_name || case when g.variant_name = '' then '' else ' / ' || g.variant_name end`,
    note: sql`g.sku`,
    image: sql`g.image`,
  },
  supplier: { key: sql`g.supplier_key`, name: sql`g.supplier_name` },
  category: { key: sql`g.category`, name: sql`g.category` },
}

/** The sums of a time by one dimension: whatever stands in no row of it adds nothing. */
export async function findSums(tx: Tx, filter: SumsFilter, group: DimensionName, which?: Which): Promise<GroupRow[]> {
  const ofPlace = group === 'country' || filter.country !== undefined
  const rows = !isOfGoods(group, filter)
    ? byPlace(filter, group)
    : ofPlace
      ? byFacts(filter, group)
      : byGoods(filter, group, await findLastDay(tx))
  const chosen = !which
    ? sql``
    : 'most' in which
      ? sql`order by sale_minor desc, key limit ${which.most}`
      : sql`where key = any(${sql.param([...which.keys])}::text[])`
  const found = await tx.execute<{ key: string } & Record<string, number | string>>(
    which ? sql`select * from (${rows}) as grouped ${chosen}` : rows,
  )
  return found.rows.map((row) => ({
    key: row.key,
    sums: Object.fromEntries(SUMS.map((name) => [name, Number(row[salesFact[name].name])])) as Record<SumName, number>,
  }))
}

/** What the goods of these rows are called in the latest order of each. */
export async function findNames(
  tx: Tx,
  group: DimensionName,
  keys: readonly string[],
): Promise<Map<string, GroupName>> {
  const { key, name, note = sql`''`, image = sql`null::text` } = GROUPS[group]
  if (!name || keys.length === 0) return new Map()
  const found = await tx.execute<{ key: string } & GroupName>(sql`
    select distinct on (key) ${key} as key, ${name} as name, ${note} as note, ${image} as image from ${salesGoods} g
    where ${key} = any(${sql.param([...keys])}::text[]) order by key, g.named_at desc nulls last, g.id`)
  return new Map(found.rows.map(({ key: of, ...named }) => [of, named]))
}

const between = ({ from, to }: { from: string; to: string }): SQL => sql`between ${from}::date and ${to}::date`

function byPlace(filter: SumsFilter, group: DimensionName): SQL {
  const { storeId, country } = filter
  const key = group === 'store' ? sql`t.store_id::text` : GROUPS[group].key
  return sql`select ${key} as key, ${added} from ${salesDayPlace} t where t.day ${between(filter)}
    ${storeId === undefined ? sql`` : sql`and t.store_id = ${storeId}`} ${country === undefined ? sql`` : sql`and t.country = ${country}`}
    group by 1`
}

function byGoods(filter: SumsFilter, group: DimensionName, last: string): SQL {
  if (group === 'day')
    return sql`select t.day::text as key, ${added} from ${salesDayGoods} t join ${salesGoods} g on g.id = t.goods_id
      where t.day ${between(filter)} and ${goodsWhere(filter)} group by 1`
  const chosen = filtersGoods(filter)
    ? sql`and goods_id in (select g.id from ${salesGoods} g where ${goodsWhere(filter)})`
    : sql``
  const parts = piecesOf(filter.from, filter.to, last).map(
    ({ grain, sign, ...days }) =>
      sql`select goods_id, ${sign === 1 ? plain : negative} from ${grain === 'day' ? sql`${salesDayGoods} where` : sql`${salesSpanGoods} where grain = ${grain} and`}
        day ${between(days)} ${chosen}`,
  )
  if (parts.length === 0) return sql`select null as key, ${plain} from ${salesDayGoods} where false`
  const t = sql`(${sql.join(parts, sql` union all `)}) t`
  return sql`select ${GROUPS[group].key} as key, ${added} from ${t} join ${salesGoods} g on g.id = t.goods_id where ${goodsWhere(filter)} group by 1`
}

/** Country and goods together stand in no table of sums. */
const byFacts = (filter: SumsFilter, group: DimensionName): SQL => {
  const { country } = filter
  return sql`select ${GROUPS[group].key} as key, ${added} from ${salesFact} t join ${salesGoods} g on g.id = t.goods_id
    where t.day ${between(filter)} ${country === undefined ? sql`` : sql`and t.country = ${country}`} and ${goodsWhere(filter)} group by 1`
}

async function findLastDay(tx: Tx): Promise<string> {
  const found = await tx.execute<{ day: string | null }>(sql`select max(day)::text as day from ${salesDayPlace}`)
  return found.rows[0]?.day ?? '0001-01-01'
}

type Choice = { key: string; name: string }

/** Everything that was ever sold: by whom, where to, what of. */
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
