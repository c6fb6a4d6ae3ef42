import type { TestApp } from './harness.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

/** Pulls until the order with this number has been read; returns our id. */
export async function untilHere(app: TestApp, number: string): Promise<string> {
  const found = await until(
    async () => {
      const { list } = await app.ok('getOrdersByCondition', { keyword: number })
      const row = list.find((one) => one.number === number)
      if (!row) await app.ok('pullOrders')
      return row
    },
    (row) => row !== undefined,
  )
  return found!.id
}

/** Sells something for which the dollar shop has no product, so its source is unknown; the app has read the order. */
export async function sellUnknown(
  { app, simulator }: { app: TestApp; simulator: TestSimulator },
  title: string,
  quantity: number,
): Promise<{ orderId: string; number: string }> {
  const { order } = await simulator.control<{ order: { name: string } }>('POST', '/shopify/bridge-us/orders', {
    lines: [{ title, priceMinor: 1999, quantity }],
  })
  return { orderId: await untilHere(app, order.name), number: order.name }
}
