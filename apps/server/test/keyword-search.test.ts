import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchedList } from '../src/db/search.ts'
import { searchedCounts, searchedPage } from '../src/db/search.ts'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

/** All indexes over search_terms: each belongs to one list and its table. */
const SEARCHED = [
  'account_search',
  'alert_message_search',
  'collect_item_search',
  'login_log_search',
  'notice_search',
  'operation_log_search',
  'parcel_search',
  'product_search',
  'purchase_line_stock_search',
  'purchase_order_search',
  'receipt_search',
  'reconciliation_difference_search',
  'role_search',
  'sales_order_return_search',
  'shipment_search',
  'source_change_search',
  'supplier_search',
  'sync_task_search',
  'takeover_item_search',
  'translation_push_search',
  'translation_task_search',
]

const ROWS = 2_500
/**
 * A small alphabet, so that some words are frequent and others rare; with wildcards of LIKE, full-width characters and a surrogate pair.
 */
const CHARACTERS = Array.from('包窗帘加厚防水红A bB12Ａ１%_\\😀-')

type Row = { id: string; text: string; at: Date | null }
let simulator: TestSimulator
let app: TestApp

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.db.pool.query<R>(text, values)).rows

type Found = SearchedList & { columns: { at: string; text: string; where: string } }

/** The list of an index, with its columns from the definition of the index. */
async function listOf(index: string): Promise<Found> {
  const [found] = await query<{ table: string; expression: string; where: string | null }>(
    `select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid, 1, false) as expression,
       pg_get_expr(i.indpred, i.indrelid) as where from pg_index i where i.indexrelid = $1::regclass`,
    [index],
  )
  const [, text, at] = /^search_terms\((.*), (\w+)\)$/s.exec(found!.expression)!
  const table: PgTable = pgTable(found!.table, { id: uuid('id'), at: timestamp(at!, { withTimezone: true }) })
  return {
    table,
    text: sql.raw(text!),
    at: (table as unknown as { at: PgColumn }).at,
    search: index,
    columns: { at: at!, text: text!, where: found!.where ?? 'true' },
  }
}

/** Fills a table with rows that have only texts and times: other required columns get empty values. */
async function fill(list: Found, table: string, rows: readonly Row[]): Promise<void> {
  const columns = await query<{ name: string; type: string; generated: string; must: boolean }>(
    `select column_name as name, data_type as type, is_generated as generated, is_nullable = 'NO' and column_default is null as must
     from information_schema.columns where table_schema = current_schema() and table_name = $1`,
    [table],
  )
  const own = columns.filter(({ generated }) => generated === 'NEVER')
  const searched = own.find(({ name, type }) => type === 'text' && new RegExp(`\\b${name}\\b`).test(list.columns.text))
  const target = searched?.name ?? 'title'
  const valueOf = (row: Row, n: number, { name, type, must }: (typeof own)[number]): unknown => {
    if (name === 'id') return row.id
    if (name === list.columns.at) return row.at
    if (name === target) return row.text
    if (!must && !isInCondition(name)) return undefined
    if (type === 'text') return `x${n}`
    if (type === 'uuid') return row.id
    if (type === 'ARRAY') return '{}'
    if (type === 'jsonb') return {}
    if (type === 'boolean') return false
    return type.startsWith('timestamp') ? new Date() : n
  }
  const isInCondition = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(list.columns.where)
  const names = own.filter(
    ({ name, must }) => must || [target, list.columns.at, 'id'].includes(name) || isInCondition(name),
  )
  const values = rows.map((row, n) => Object.fromEntries(names.map((one) => [one.name, valueOf(row, n, one)])))
  const client = await app.db.pool.connect()
  try {
    // Foreign keys and counter triggers are off: the rows that these refer to don't matter here.
    await client.query('set session_replication_role = replica')
    const into = names.map(({ name }) => `"${name}"`).join(', ')
    await client.query(
      `insert into ${table} (${into}) select ${into} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
      [JSON.stringify(values)],
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

const text = fc.array(fc.constantFrom(...CHARACTERS), { minLength: 0, maxLength: 24 }).map((all) => all.join(''))
const keyword = fc
  .array(fc.array(fc.constantFrom(...CHARACTERS.filter((one) => one !== ' ')), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.map((word) => word.join('')).join(' '))

describe.each(SEARCHED)('%s', (index) => {
  let list: Found
  let table: string
  const naive = async (typed: string, direction: 'asc' | 'desc'): Promise<string[]> => {
    const words = typed
      .toLowerCase()
      .split(' ')
      .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    const rows = await query<{ id: string }>(
      `select id from ${table} where ${list.columns.where} and ${list.columns.text} like all ($1::text[])
       order by ${list.columns.at} ${direction} nulls ${direction === 'desc' ? 'first' : 'last'}, id ${direction}`,
      [words],
    )
    return rows.map(({ id }) => id)
  }
  const search = async (typed: string, direction: 'asc' | 'desc', page: number) => {
    const way = sql.raw(`${direction} nulls ${direction === 'desc' ? 'first' : 'last'}`)
    const by = [sql`${list.at} ${way}`, sql.raw(`id ${direction}`)]
    const asked = {
      list,
      id: sql.raw(`${table}.id`),
      plain: sql.raw(list.columns.where),
      keyword: typed,
      order: { by, isNewestFirst: direction === 'desc' },
      page,
      pageSize: 24,
    }
    return searchedPage(app.db.handle, asked, async (where: SQL, { limit, offset }) => {
      const { rows } = await app.db.handle.execute<{ id: string }>(
        sql`select id from ${list.table} where ${where} order by ${sql.join(by, sql`, `)} limit ${limit} offset ${offset}`,
      )
      return rows.map(({ id }) => id)
    })
  }

  beforeAll(async () => {
    list = await listOf(index)
    table = (
      await query<{ name: string }>(
        `select indrelid::regclass::text as name from pg_index where indexrelid = $1::regclass`,
        [index],
      )
    )[0]!.name
    const nullable = await query(
      `select 1 from information_schema.columns where table_name = $1 and column_name = $2 and is_nullable = 'YES'`,
      [table, list.columns.at],
    )
    const rows = fc.sample(fc.record({ text, day: fc.integer({ min: 0, max: 300 }), none: fc.boolean() }), {
      numRuns: ROWS,
      seed: 13,
    })
    await fill(
      list,
      table,
      rows.map((row, n) => ({
        id: `01900000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`,
        text: row.text,
        // Many rows with the same time, and where the column allows it, some without a time.
        at:
          nullable.length > 0 && row.none && n % 5 === 0
            ? null
            : new Date(Date.UTC(2026, 0, 1) + row.day * 86_400_000 + (n % 7) * 3_600_000),
      })),
    )
    await query(`vacuum analyze ${table}`)
  })

  it('finds the same rows in the same order as a check of every row, on every page, also after changes', async () => {
    const same = fc.asyncProperty(
      fc.oneof(keyword, fc.constantFrom('包', 'a', '2', '窗帘', '加 厚', '%', '\\')),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 12 }),
      async (typed, direction, page) => {
        const [found, expected] = [await search(typed, direction, page), await naive(typed, direction)]
        expect(found.rows).toEqual(expected.slice((page - 1) * 24, page * 24))
        if (found.totalCapped) expect(expected.length).toBeGreaterThanOrEqual(found.total)
        else expect(found.total).toBe(expected.length)
      },
    )
    await fc.assert(same, { numRuns: 40 })
    await query(`delete from ${table} where id::text like '%3'`).catch(() => undefined)
    await query(
      `update ${table} set ${list.columns.at} = least(${list.columns.at} + interval '90 days', now()) where id::text like '%5'`,
    ).catch(() => undefined)
    await fc.assert(same, { numRuns: 20 })
  })

  it('counts the rows of each kind among the results', async () => {
    const counted = await searchedCounts(
      app.db.handle,
      { list, plain: sql.raw(list.columns.where), keyword: '窗' },
      sql`'all'`,
      ['all'],
    )
    const expected = (await naive('窗', 'desc')).length
    const n = counted.counts.all ?? 0
    if (counted.capped.length > 0) expect(n).toBeLessThanOrEqual(expected)
    else expect(n).toBe(expected)
  })

  it('uses its index, whatever the length of the word', async () => {
    for (const word of ['窗', '窗帘', '窗帘加', '窗帘加厚防水']) {
      const grams = word.length <= 3 ? [word] : ['窗帘加', '帘加厚']
      const client = await app.db.pool.connect()
      // For so few rows PostgreSQL may choose another plan, depending on its current statistics; the test is that this index can be used.
      await client.query('begin')
      await client.query(`do $$
        declare other text;
        begin
          for other in select indexrelid::regclass::text from pg_index
            where indrelid = '${table}'::regclass and indexrelid <> '${index}'::regclass
              and not exists (select from pg_constraint where conindid = indexrelid)
          loop execute 'drop index ' || other; end loop;
        end $$`)
      await client.query('set local enable_seqscan = off; set local enable_indexscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from ${table} where ${list.columns.where} and search_terms(${list.columns.text}, ${list.columns.at}) @> $1::text[]`,
        [grams],
      )
      await client.query('rollback')
      client.release()
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
    }
  })
})

const BY_INDEX: Readonly<Record<string, readonly string[]>> = {
  account_search: ['pagingQuery'],
  alert_message_search: ['queryAlertMessages', 'getAlertMessageCountByState'],
  collect_item_search: ['queryCollectProducts'],
  login_log_search: ['queryLoginLog', 'exportLoginLog'],
  notice_search: ['queryNotices', 'getNoticeCountByState'],
  operation_log_search: ['findOperationLog', 'exportOperationLog'],
  parcel_search: ['getParcels', 'getParcelCountByTab'],
  product_search: [
    'getProductsByCondition',
    'getProductCountByState',
    'queryTranslations',
    'getTranslationCountByState',
  ],
  purchase_line_stock_search: ['querySpares'],
  purchase_order_search: ['getPurchaseOrdersByCondition', 'getOrderCountByStatus'],
  receipt_search: ['getReceipts'],
  reconciliation_difference_search: ['getDifferences', 'getDifferenceCounts'],
  role_search: ['queryRoles'],
  sales_order_return_search: ['getReturns', 'getReturnCountByState'],
  shipment_search: ['getShipments', 'getShipmentCountByState'],
  source_change_search: ['getSourceChanges'],
  supplier_search: ['querySuppliers'],
  sync_task_search: ['querySyncTasks', 'getSyncTaskCountByState'],
  takeover_item_search: ['queryTakeoverItems', 'getShopTakeover'],
  translation_push_search: ['queryTranslationPushes', 'getTranslationPushCountByState'],
  translation_task_search: ['queryTranslationTasks', 'getTranslationTaskCountByState'],
}
/** Calls that search without these indexes, by how they search. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'few rows, made by hand': [
    'queryDictionaries',
    'queryElements',
    'queryReceivingAddresses',
    'actorTgQuery',
    'queryOnlineSessions',
    'queryGlossaryTerms',
    'getGlossaryCountByKind',
  ],
  'asked of the shop or of 1688': ['getStoreProducts', 'keywordQuery'],
  'the index over what was sold (sold_item_search), then its lines': [
    'getOrdersByCondition',
    'getOrderCountByState',
    'querySkuRelations',
  ],
  'the index over sold goods (sales_goods_search), all hits': ['getAnalytics'],
  'row by row': [
    'queryApprovals',
    'getApprovalCountByState',
    'getUnsourcedGoods',
    'queryDeletedPurchases',
    'getSpareCounts',
    'getTriageQueue',
    'getTriageCounts',
  ],
  'a whole number or its beginning': [
    'queryInbox',
    'getInboxCountByState',
    'getPayments',
    'getPaymentCountByState',
    'getLedger',
  ],
}

it('every list call with a keyword uses such an index, or is listed here with what it does instead', () => {
  const shapeOf = (schema: object): object => ('shape' in schema ? (schema.shape as object) : {})
  const calls = Object.entries(ENDPOINTS as Record<string, Endpoint>)
    .filter(([, one]) => 'keyword' in shapeOf(one.input) && (one.method === 'GET' || 'list' in shapeOf(one.output)))
    .map(([name]) => name)
  expect(calls.toSorted()).toEqual([...Object.values(BY_INDEX), ...Object.values(OTHERWISE)].flat().toSorted())
  expect(Object.keys(BY_INDEX)).toEqual(SEARCHED)
})
