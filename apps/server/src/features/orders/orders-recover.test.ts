import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOrderDesk } from './orders-desk.testing.ts'
import type { OrderDesk } from './orders-desk.testing.ts'
import type { ShopOrderWitness } from './orders.testing.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await startOrderDesk()
})
afterAll(() => desk?.close())

describe('补单', () => {
  const recover = async (input: object) => desk.settled(await desk.app.ok('recoverMissingOrders', input))
  /** As if no message and no pull had ever brought them. No call takes an order away, so the database does. */
  const lose = async (...orders: ShopOrderWitness[]): Promise<void> => {
    await desk.quiet()
    const { rowCount } = await desk.app.db.pool.query(
      `delete from sales_order where number = any($1::text[]) and store_id = $2`,
      [orders.map(({ number }) => `#${number}`), desk.us],
    )
    expect(rowCount).toBe(orders.length)
  }

  test('by numbers says what it found, what was here already, what it brought, and what no shop has', async () => {
    const here = await desk.brought([{ variant: 0, quantity: 1 }])
    const gone = await desk.buy([{ variantId: desk.variants[0]!.variantId, quantity: 1 }], { force: true })
    await desk.pull()
    await lose(gone)
    const task = await recover({ storeIds: desk.us, numbers: `${here.number},#${gone.number},#999999` })
    expect(task).toMatchObject({
      state: 'succeeded',
      stores: [{ found: 2, already: 1, brought: 1, failed: 0 }],
      brought: [{ number: `#${gone.number}` }],
    })
    expect(task.message).toContain('#999999')
    const [row] = await desk.rows({ rescued: 'true' })
    expect(row).toMatchObject({ number: `#${gone.number}`, flags: expect.arrayContaining(['rescued']) })
  })

  test('by a window brings everything of it that is missing, and nothing twice', async () => {
    const lostOnes = await Promise.all(
      [0, 1, 2].map((variant) =>
        desk.buy([{ variantId: desk.variants[variant]!.variantId, quantity: 1 }], { force: true }),
      ),
    )
    await desk.pull()
    await lose(...lostOnes)
    const before = (await desk.app.ok('getOrdersByCondition', {})).total
    const window = { from: Date.now() - 3600_000, to: Date.now() + 60_000 }
    const task = await recover(window)
    expect(task.stores.find(({ storeId }) => storeId === desk.us)).toMatchObject({ brought: 3, failed: 0 })
    expect(task.stores).toHaveLength(3)
    expect((await desk.app.ok('getOrdersByCondition', {})).total).toBe(before + 3)
    const again = await recover(window)
    expect(again.stores.reduce((sum, { brought: n }) => sum + n, 0)).toBe(0)
  })

  test('needs a window or numbers', async () => {
    expect(await desk.app.call('recoverMissingOrders', {})).toMatchObject({ code: 422 })
  })
})
