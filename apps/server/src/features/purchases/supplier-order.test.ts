import { SUPPLIER_SORTS } from '@huoqiao/contract/purchases/suppliers.status'
import type { SupplierSort } from '@huoqiao/contract/purchases/suppliers.status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

const COUNT = 4_000
const SORTS = Object.keys(SUPPLIER_SORTS) as SupplierSort[]
type Row = {
  id: string
  updated_at: Date
  faults: number | null
  send_hours: number | null
  short: number | null
  price_drift: number | null
  refunded: number | null
  spent_minor: string
}
/** The columns of each sort order, the most significant first. `isRising`: the lowest value comes first. */
const READS: Readonly<Record<SupplierSort, { by: (keyof Row)[]; isRising?: true }>> = {
  updated: { by: ['updated_at'] },
  worst: { by: ['faults'] },
  best: { by: ['faults', 'send_hours'], isRising: true },
  slow: { by: ['send_hours'] },
  fast: { by: ['send_hours'], isRising: true },
  short: { by: ['short'] },
  dearer: { by: ['price_drift'] },
  refunded: { by: ['refunded'] },
  spent: { by: ['spent_minor'] },
}
let simulator: TestSimulator
let app: TestApp
let rows: Row[]

/** Many suppliers with figures as the job stores them; every seventh has none, because it has too few cases. */
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  const figure = (most: number, prime: number): string =>
    `case when n % 7 = 0 then null else (n * ${prime}) % ${most} end`
  await app.db.pool.query(`
    insert into supplier (id, seller_key, name, updated_at, faults, send_hours, short, price_drift, refunded, spent_minor)
    select ('01900000-0000-7000-8000-' || lpad(to_hex((n * 7919) % 65536 * 4096 + n), 12, '0'))::uuid, 'k' || n, '厂' || n,
      now() - n * interval '1 minute', ${figure(4, 13)}, ${figure(500, 17)}, ${figure(300, 19)}, ${figure(200, 23)} - 100,
      ${figure(250, 29)}, (n * 31) % 90000
    from generate_series(1, ${COUNT}) n`)
  await app.db.pool.query('analyze supplier')
  rows = (await app.db.pool.query<Row>('select * from supplier')).rows
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const numberOf = (value: Row[keyof Row]): number | null => (value === null ? null : Number(value))

function sorted(sort: SupplierSort): string[] {
  const { by, isRising } = READS[sort]
  const sign = isRising ? 1 : -1
  return rows
    .toSorted((a, b) => {
      for (const key of by) {
        const [one, other] = [numberOf(a[key]), numberOf(b[key])]
        if (one === other) continue
        if (one === null) return 1
        return other === null ? -1 : (one - other) * sign
      }
      return (a.id < b.id ? -1 : 1) * sign
    })
    .map(({ id }) => id)
}

describe('the list of suppliers', () => {
  it.each(SORTS)('in the order %s has every supplier once, those without the figure last', async (sort) => {
    const expected = sorted(sort)
    for (const page of [1, 2, COUNT / 200]) {
      const { list } = await app.ok('querySuppliers', { sort, page, pageSize: 200 })
      expect(list.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 200, page * 200))
    }
  })

  it.each(SORTS)('in the order %s is searched by name and narrowed by mark as well', async (sort) => {
    const { list } = await app.ok('querySuppliers', { sort, keyword: '厂39', rating: 'normal', pageSize: 100 })
    const found = new Map(list.map(({ id, name }) => [id, name]))
    expect([...found.values()].every((name) => name.includes('厂39'))).toBe(true)
    expect([...found.keys()]).toEqual(sorted(sort).filter((id) => found.has(id)))
    expect(found.size).toBe(100)
  })

  it('reads a page of each order from an index of its own, without a sort', async () => {
    const text: Readonly<Record<SupplierSort, string>> = {
      updated: 'updated_at desc, id desc',
      worst: 'faults desc nulls last, id desc',
      best: 'faults, send_hours, id',
      slow: 'send_hours desc nulls last, id desc',
      fast: 'send_hours, id',
      short: 'short desc nulls last, id desc',
      dearer: 'price_drift desc nulls last, id desc',
      refunded: 'refunded desc nulls last, id desc',
      spent: 'spent_minor desc, id desc',
    }
    for (const sort of SORTS) {
      const plan = await app.db.pool.query<{ 'QUERY PLAN': string }>(
        `explain select * from supplier where true order by ${text[sort]} limit 20`,
      )
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(lines).toContain(`supplier_${sort}`)
      expect(lines).not.toContain('Sort')
    }
  })
})
