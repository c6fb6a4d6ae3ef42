import { expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withPushBench } from '../listings/listings.testing.ts'
import { shopsTell } from './orders.testing.ts'

const bench = withPushBench({ products: 1 })

it('an order line of our own product has our picture before the order was read from the shop', async () => {
  const product = bench.pushed()
  await shopsTell(bench)
  const { variants } = await bench.simulator.control<{ variants: { sku: string; variantId: string }[] }>(
    'GET',
    '/shopify/bridge-us/variants',
  )
  const [red, blue] = product.variants.map(({ skuCode }) => variants.find(({ sku }) => sku === skuCode)!)
  const { order } = await bench.simulator.control<{ order: { number: number } }>('POST', '/shopify/bridge-us/orders', {
    lines: [red, blue].map((one) => ({ variantId: one!.variantId, quantity: 1 })),
  })
  const found = await until(
    async () => (await bench.app.ok('getOrdersByCondition', { keyword: `#${order.number}` })).list[0],
    (row) => row !== undefined,
  )
  // Known from a message only, which has no picture.
  const { rows } = await bench.app.db.pool.query('select depth from sales_order where id = $1', [found!.id])
  expect(rows).toEqual([{ depth: 0 }])
  const lines = await bench.app.ok('getOrderLines', { orderIds: found!.id })
  expect(lines.map(({ variantTitle, image }) => [variantTitle, image])).toEqual([
    ['Red', product.images[0]!.url],
    ['Blue', product.images[1]!.url],
  ])
})
