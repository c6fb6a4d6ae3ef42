import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import type { ShopOrderWitness } from './orders.testing.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

describe('补单', () => {
  const recover = async (input: object) => fixture.resolved(await fixture.app.ok('recoverMissingOrders', input))
  /** As if no message and no pull had ever brought the orders. No call deletes an order, so the test does it in the database. */
  const lose = async (...orders: ShopOrderWitness[]): Promise<void> => {
    await fixture.quiet()
    const { rowCount } = await fixture.app.db.pool.query(
      `delete from sales_order where number = any($1::text[]) and store_id = $2`,
      [orders.map(({ number }) => `#${number}`), fixture.us],
    )
    expect(rowCount).toBe(orders.length)
  }

  test('by numbers reports what existed here already, what it added, and what no shop has', async () => {
    const here = await fixture.brought([{ variant: 0, quantity: 1 }])
    const gone = await fixture.buy([{ variantId: fixture.variants[0]!.variantId, quantity: 1 }], { force: true })
    await fixture.pull()
    await lose(gone)
    const task = await recover({ storeIds: fixture.us, numbers: `${here.number},#${gone.number},#999999` })
    expect(task).toMatchObject({
      state: 'succeeded',
      stores: [{ found: 2, already: 1, brought: 1, failed: 0 }],
      brought: [{ number: `#${gone.number}` }],
    })
    expect(task.message).toContain('#999999')
    const [row] = await fixture.rows({ rescued: 'true' })
    expect(row).toMatchObject({ number: `#${gone.number}`, flags: expect.arrayContaining(['rescued']) })
  })

  test('by a time range adds everything that is missing in it, and nothing twice', async () => {
    const lostOnes = await Promise.all(
      [0, 1, 2].map((variant) =>
        fixture.buy([{ variantId: fixture.variants[variant]!.variantId, quantity: 1 }], { force: true }),
      ),
    )
    await fixture.pull()
    await lose(...lostOnes)
    const before = (await fixture.app.ok('getOrdersByCondition', {})).total
    const window = { from: Date.now() - 3600_000, to: Date.now() + 60_000 }
    const task = await recover(window)
    expect(task.stores.find(({ storeId }) => storeId === fixture.us)).toMatchObject({ brought: 3, failed: 0 })
    expect(task.stores).toHaveLength(3)
    expect((await fixture.app.ok('getOrdersByCondition', {})).total).toBe(before + 3)
    const again = await recover(window)
    expect(again.stores.reduce((sum, { brought: n }) => sum + n, 0)).toBe(0)
  })

  test('needs a time range or numbers', async () => {
    expect(await fixture.app.call('recoverMissingOrders', {})).toMatchObject({ code: 422 })
  })
})
