import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench } from './orders.testing.ts'

/** Orders that are edited, refunded and cancelled in the second in which they are made, told by messages alone: nothing comes by the clock here. */
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
}

const witnesses = async (): Promise<Witness[]> =>
  (await bench.simulator.control<{ orders: Witness[] }>('GET', `/shopify/${bench.slug}/orders?limit=1000`)).orders

type Held = { number: string; current: string; refunded: string; edited: boolean; depth: number }
async function held(): Promise<Map<string, Held>> {
  const { rows } = await bench.house.db.pool.query<Held>(
    `select number, current_minor as current, refunded_minor as refunded, edited, depth
     from sales_order where store_id = $1`,
    [bench.us],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)

describe('changed in the second in which they were made, orders have their last sum once all messages are handled', () => {
  test.each([
    ['in the order in which they were sent', 0],
    ['in any order', 3_000],
  ])('messages come %s', async (_order, disorderMs) => {
    await bench.quirk('shopify.webhook-disorder-ms', disorderMs)
    await bench.simulator.control('POST', `/shopify/${bench.slug}/busy-day`, {
      count: 60,
      shares: { edited: 0.35, refunded: 0.3, cancelled: 0.05, foreign: 0.2 },
    })
    await bench.heard()
    await bench.quirk('shopify.webhook-disorder-ms', 0)
    const [shown, ours] = [await witnesses(), await held()]
    expect(shown.filter((one) => one.edited).length).toBeGreaterThan(5)
    expect(shown.filter((one) => one.refunds.length > 0).length).toBeGreaterThan(5)
    expect(shown.map(({ name }) => ({ name, ...sumsOf(ours.get(name)) }))).toEqual(
      shown.map((one) => ({
        name: one.name,
        current: cents(one.total),
        refunded: one.refunds.reduce((sum, { total }) => sum + cents(total), 0),
        edited: one.edited,
      })),
    )
    // What the orders' own messages told was not read from the shop besides.
    const untouched = shown.filter((one) => one.cancelledAt === null && one.presentmentCurrency === one.currency)
    if (disorderMs === 0) {
      const read = untouched.filter(({ name }) => ours.get(name)?.depth === 1)
      expect(read.length).toBeLessThan(untouched.length / 10)
    }
  })
})

const sumsOf = (row: Held | undefined) =>
  row && { current: Number(row.current), refunded: Number(row.refunded), edited: row.edited }
