import { startOfChinaDay } from '@huoqiao/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'

const DAY_MS = 86_400_000
let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

async function giveDays(shipDays: number): Promise<void> {
  const [store] = await bench.app.ok('getAllShopifyStores')
  const { id, version, name, origin, priceRuleId, locationId, publicationIds, locale, vendorName } = store!
  const kept = { id, version, name, origin, priceRuleId, locationId, publicationIds, locale, vendorName }
  expect(await bench.app.ok('updateShopifyStore', { ...kept, shipDays })).toMatchObject({ shipDays })
}
const toShip = async (shipBy: number): Promise<string[]> =>
  (await bench.app.ok('getOrdersByCondition', { state: 'to-ship', shipBy })).list.map(({ id }) => id)

it('the figures of what to ship today and what is late, and the list by deadline, follow the shipping days of the store', async () => {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 1 })
  const { id, createdAt } = await bench.order(sold)
  await giveDays(2)
  // An order cannot be sent before its goods have arrived.
  expect(await toShip(createdAt + 3 * DAY_MS)).toEqual([])
  await bench.receiveAll(await bench.buy(sold))
  expect([await toShip(createdAt + 2 * DAY_MS - 1), await toShip(createdAt + 2 * DAY_MS)]).toEqual([[], [id]])

  await giveDays(1)
  let now = Date.now()
  const look = async (at: number) => {
    bench.later(at - now)
    now = at
    // A new login, because no session lasts for days.
    const token = await bench.app.login('admin', 'admin888')
    const { toShip: all, shipToday, shipLate } = await bench.app.ok('getHomeFigures', {}, { token })
    return { all, shipToday, shipLate }
  }
  const deadline = startOfChinaDay(createdAt + DAY_MS)
  expect(await look(deadline - DAY_MS / 2)).toEqual({ all: 1, shipToday: 0, shipLate: 0 })
  expect(await look(deadline + DAY_MS / 2)).toEqual({ all: 1, shipToday: 1, shipLate: 0 })
  expect(await look(deadline + 1.5 * DAY_MS)).toEqual({ all: 1, shipToday: 1, shipLate: 1 })
})
