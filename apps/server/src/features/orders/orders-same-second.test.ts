import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench } from './orders.testing.ts'

/**
 * Orders that are edited, refunded and cancelled in the second in which they are created, known by messages alone: no schedule runs here.
 */
let bench: OrderBench
beforeAll(async () => {
  bench = await startOrderBench()
  await shopsTell(bench)
  await bench.quiet()
})
afterAll(() => bench?.close())

type Witness = {
  name: string
  total: string
  edited: boolean
  currency: string
  presentmentCurrency: string
  cancelledAt: string | null
  refunds: { total: string }[]
  /** the shop's own sums, minor units */
  sums: Sums
}
const NAMES = [
  'total',
  'refunded',
  'current',
  'discount',
  'shipping',
  'tax',
  'tip',
  'duties',
  'currentTax',
  'currentDuties',
] as const
type Sums = Record<(typeof NAMES)[number], number>

const witnesses = async (): Promise<Witness[]> =>
  (await bench.simulator.control<{ orders: Witness[] }>('GET', `/shopify/${bench.slug}/orders?limit=1000`)).orders

type Held = { number: string; sums: Sums; edited: boolean; depth: number }
async function held(): Promise<Map<string, Held>> {
  const { rows } = await bench.app.db.pool.query<Held>(
    `select number, edited, depth, jsonb_build_object('total', total_minor, 'refunded', refunded_minor, 'current', current_minor) ||
       amounts as sums from sales_order where store_id = $1`,
    [bench.us],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

describe('orders that change in the second of their creation have all amounts of the shop once all messages are handled', () => {
  test.each([
    ['in the order in which they were sent', 0],
    ['in any order', 3_000],
  ])('messages come %s', async (_order, disorderMs) => {
    await bench.quirk('shopify.webhook-disorder-ms', disorderMs)
    await bench.simulator.control('POST', `/shopify/${bench.slug}/busy-day`, {
      count: 100,
      shares: { edited: 0.35, refunded: 0.3, cancelled: 0.05, foreign: 0.2, tip: 0.1, duties: 0.1 },
    })
    await bench.heard()
    await bench.quirk('shopify.webhook-disorder-ms', 0)
    const [shown, ours] = [await witnesses(), await held()]
    expect(shown.filter((one) => one.edited).length).toBeGreaterThan(5)
    expect(shown.filter((one) => one.refunds.length > 0).length).toBeGreaterThan(5)
    const kept = (name: string) => {
      const row = ours.get(name)!
      return { name, sums: sumsOf(row.sums), edited: row.edited }
    }
    expect(shown.map(({ name }) => kept(name))).toEqual(
      shown.map((one) => ({
        name: one.name,
        sums: sumsOf(one.sums),
        edited: one.edited,
      })),
    )
    // An order whose messages contain everything is not read from the shop as well: such reads would delay a flood of messages.
    if (disorderMs === 0) {
      const read = shown.filter(({ name }) => ours.get(name)?.depth === 1)
      expect(read.length).toBeLessThan(shown.length / 10)
      const abroad = shown.filter((one) => one.presentmentCurrency !== one.currency && one.refunds.length > 0)
      expect(abroad.length).toBeGreaterThan(2)
    }
  })
})

const sumsOf = (all: Sums): Sums => Object.fromEntries(NAMES.map((name) => [name, all[name]])) as Sums
