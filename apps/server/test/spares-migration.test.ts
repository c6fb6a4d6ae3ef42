import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import pg from 'pg'
import { readFileSync } from 'node:fs'
import { migrate } from '../src/db/migrate.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'

/** 0039 counts what placed purchases have over, for an installation that bought before pieces over were kept. */
const journal = JSON.parse(readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: { tag: string; when: number }[]
}
const madeAt = (tag: string): number => journal.entries.find((entry) => entry.tag === tag)!.when
const before = journal.entries[journal.entries.findIndex(({ tag }) => tag === '0039_spares') - 1]!

let database: TestDatabase
let client: pg.Client

/** A row with what the test speaks of; what else the table wants gets its type's plainest value. */
async function insert(table: string, given: Record<string, unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  const plain: Record<string, unknown> = {
    uuid: '00000000-0000-7000-8000-000000000000',
    jsonb: '{}',
    boolean: false,
    ARRAY: [],
    'timestamp with time zone': new Date(0),
  }
  const wanted = Object.fromEntries(
    rows.map(({ name: column, type }) => [column, plain[type] ?? (/int|numeric/.test(type) ? 0 : '')]),
  )
  const row = { ...wanted, ...given }
  const columns = Object.keys(row).map((column) => `"${column}"`)
  const places = columns.map((_, at) => `$${at + 1}`)
  await client.query(`insert into ${table} (${columns.join()}) values (${places.join()})`, Object.values(row))
}

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
let last = 100

/** A purchase of one line; `asked` are the demands behind it as pieces sold × ratio. */
async function bought(options: {
  state: string
  payment?: string
  quantity: number
  received?: number
  asked: readonly { pieces: number; source?: number; sale?: number }[]
  /** the line that this one was merged into */
  into?: string
}): Promise<string> {
  const purchaseId = id((last += 1))
  const lineId = id((last += 1))
  await insert('purchase_order', {
    id: purchaseId,
    number: purchaseId.slice(-12),
    state: options.state,
    payment: options.payment ?? 'paid',
  })
  await insert('purchase_line', {
    id: lineId,
    purchase_id: purchaseId,
    quantity: options.quantity,
    received: options.received ?? 0,
    target_line_id: options.into ?? null,
  })
  for (const { pieces, source = 1, sale = 1 } of options.asked)
    await insert('purchase_demand', {
      id: id((last += 1)),
      line_id: lineId,
      order_line_id: id((last += 1)),
      sale_quantity: pieces,
      ratio_source: source,
      ratio_sale: sale,
    })
  return lineId
}

const spareOf = async (lineId: string): Promise<number> =>
  (await client.query<{ spare: number }>('select spare from purchase_line where id = $1', [lineId])).rows[0]!.spare

const lines: Record<string, string> = {}

beforeAll(async () => {
  database = await createEmptyDatabase(inject('testCluster'))
  await migrate(database.url, before.when)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Rows of other tables that these name are of no account to what is counted.
  await client.query('set session_replication_role = replica')
  lines.pack = await bought({ state: 'to-receive', quantity: 12, asked: [{ pieces: 4 }, { pieces: 5 }] })
  lines.exact = await bought({ state: 'to-send', quantity: 9, asked: [{ pieces: 4 }, { pieces: 5 }] })
  lines.ratio = await bought({ state: 'to-pay', quantity: 10, asked: [{ pieces: 3, source: 5, sale: 2 }] })
  lines.more = await bought({ state: 'part-received', quantity: 5, received: 7, asked: [{ pieces: 5 }] })
  lines.nobody = await bought({ state: 'to-receive', quantity: 6, asked: [] })
  lines.came = await bought({ state: 'received', quantity: 12, received: 12, asked: [{ pieces: 1 }] })
  lines.refunded = await bought({ state: 'to-receive', payment: 'refunded', quantity: 12, asked: [{ pieces: 1 }] })
  lines.draft = await bought({ state: 'to-review', quantity: 12, asked: [{ pieces: 1 }] })
  lines.target = await bought({ state: 'to-receive', quantity: 20, asked: [{ pieces: 8 }] })
  lines.member = await bought({ state: 'merged', quantity: 10, asked: [{ pieces: 9 }], into: lines.target })
  await migrate(database.url, madeAt('0039_spares'))
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

it.each([
  ['pack', 3, 'a pack larger than what was asked for'],
  ['exact', 0, 'exactly what was asked for'],
  ['ratio', 2, 'three sets of five pieces for two, the last begun: eight pieces'],
  ['more', 2, 'more came than was bought'],
  ['nobody', 6, 'the orders behind it are gone'],
  ['came', 0, 'goods that came long ago'],
  ['refunded', 0, 'money that came back'],
  ['draft', 0, 'nothing bought yet'],
  ['target', 3, 'a merged purchase counts what its members were asked for'],
  ['member', 0, 'a member of a merged purchase has nothing itself'],
])('%s: %i pieces over: %s', async (line, pieces) => {
  expect(await spareOf(lines[line]!)).toBe(pieces)
})

it('opens with the version of today', async () => {
  await migrate(database.url)
  expect(await spareOf(lines.pack!)).toBe(3)
})
