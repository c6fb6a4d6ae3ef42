import { randomUUID } from 'node:crypto'
import { productFields } from '../../src/features/products/product-fields.testing.ts'
import type { DeliveryBench } from '../delivery-bench.ts'

/** A few things of most kinds for a small run: much cheaper than everything in bulk-world.ts. */
export async function furnishFew(bench: DeliveryBench): Promise<void> {
  const { app, sell } = bench
  const storeIds = (await app.ok('getAllShopifyStores')).slice(0, 1).map(({ id }) => id)
  const wanted = { offer: bench.offers[0]!, quantity: 2 }
  await sell(wanted)
  const planned = await sell(wanted)
  const orderLines = planned.lineIds.map((orderLineId) => ({ orderLineId }))
  await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
  await bench.send(await bench.buy(await sell(wanted)))
  const sold = await sell(wanted)
  await bench.receiveAll(await bench.buy(sold))
  await bench.ship(sold.orderId, { carrier: 'SF', numbers: ['SF0000000001'] })
  for (const title of ['A', 'B']) await app.ok('createProduct', productFields({ title, storeIds }))
  const { list } = await app.ok('keywordQuery', { keyword: '灯', pageSize: 10 })
  const lines = list.map(({ offerId }) => offerId)
  await app.ok('claimProducts', { lines: lines.slice(0, 1), storeIds }, { query: { origin: '1688' } })
  await app.ok('collectProducts', { lines: lines.slice(1, 2) })
}
