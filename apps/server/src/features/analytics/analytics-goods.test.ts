import type { AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { formatChinaDate } from '@huoqiao/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOrderFixture } from '../orders/orders-fixture.testing.ts'
import type { OrderFixture } from '../orders/orders-fixture.testing.ts'
import { analyticsOf } from './analytics.testing.ts'
import { addDays } from './spans.rules.ts'

/** What analytics says of single goods. */
let fixture: OrderFixture
const today = formatChinaDate(Date.now())
const span = { from: addDays(today, -1), to: addDays(today, 1) }

beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

const query = (text: string, values: readonly unknown[] = []) => fixture.app.db.pool.query(text, [...values])
/** The row of the shop's variant with this index. */
const rowOf = async (at: number): Promise<AnalyticsRow> => {
  const { rows } = await analyticsOf(fixture, { ...span, group: 'variant' })
  return rows.find(({ note }) => note === fixture.variants[at]!.sku)!
}

it('a refund and what was bought stand at the line that they are of, not at the one that was kept', async () => {
  const order = await fixture.buy(
    [0, 1].map((at) => ({ variantId: fixture.variants[at]!.variantId, quantity: 2 - at })),
    { force: true },
  )
  await fixture.pull()
  const { id } = await fixture.seen(order)
  await fixture.link(
    (await fixture.lines({ id })).map((line) => line.id),
    { scope: 'this-order' },
  )
  await fixture.act(order, 'refund', { lines: [{ lineId: order.lines[0]!.id, quantity: 2 }] })
  await fixture.pull()
  const { profit } = await fixture.seen(order, (row) => row.flags.includes('refunded') || row.pieces === 1)
  const [gone, kept] = [await rowOf(0), await rowOf(1)]
  expect(gone.sums.refundMinor).toBeGreaterThan(0)
  expect([gone.sums.saleMinor, gone.sums.goodsMinor, gone.sums.profitMinor]).toEqual([0, 0, 0])
  expect(kept.sums).toMatchObject({
    refundMinor: 0,
    saleMinor: profit!.saleMinor,
    goodsMinor: profit!.goodsMinor,
    profitMinor: profit!.profitMinor,
  })
  // All three pieces were bought before the refund, at one price each.
  await query('update sales_order_line set placed = quantity where order_id = $1', [id])
  await query('update sales_order set goods_paid_cny = 30000, goods_cny = 30000 where id = $1', [id])
  expect([(await rowOf(0)).sums.goodsMinor, (await rowOf(1)).sums.goodsMinor]).toEqual([20_000, 10_000])
})
