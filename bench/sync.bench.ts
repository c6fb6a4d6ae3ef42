import { openFigures, round } from './figures.ts'
import { withTemporaryFolder } from './app.ts'
import { LATENCY_MS, STANDARD, newProduct, openStandardShop, pushAll } from './standard-shop.ts'

/**
 * Products of 10 variants and 5 pictures pushed to the simulated Standard shop, at its real rate. Limits: 90 % of the points of that time are
 * used, and 90 % of the rate that the reference calculates for a complete new product (shopify-admin, section 8, case C: 48 points).
 */
const PRODUCTS = Number(process.env['BENCH_SYNC_PRODUCTS'] ?? 1000)
const CASE_C_POINTS = 48

await withTemporaryFolder(async (open) => {
  const figures = openFigures('sync')
  const shop = await openStandardShop(open, 'sync')
  const productIds: string[] = []
  for (let n = 0; n < PRODUCTS; n += 1)
    productIds.push((await shop.server.call('createProduct', newProduct(n, shop.storeId))).id)
  // The check of the store at the start used some points.
  await shop.full()

  let tasks: string[] = []
  const { points, seconds, allowed, calls } = await shop.measured(async () => (tasks = await pushAll(shop, productIds)))
  const pace = (PRODUCTS * CASE_C_POINTS - STANDARD.bucket) / STANDARD.restoreRate / seconds
  figures.tell({
    name: `同步 ${PRODUCTS} 个商品：用掉的额度`,
    value: (points / allowed) * 100,
    unit: '%',
    limit: 90,
    atLeast: true,
  })
  if (PRODUCTS * CASE_C_POINTS > STANDARD.bucket * 5)
    figures.tell({
      name: `同步 ${PRODUCTS} 个商品：为参考速度的`,
      value: pace * 100,
      unit: '%',
      limit: 90,
      atLeast: true,
    })
  figures.tell({ name: '每个商品的点数', value: points / PRODUCTS, unit: '点' })
  figures.tell({ name: '每分钟同步的商品（含开始时的满桶）', value: (PRODUCTS / seconds) * 60, unit: '个' })
  figures.note('tasks', tasks)
  figures.note('seconds', round(seconds))
  figures.note('latency, ms', LATENCY_MS)
  figures.note('calls', calls)
  await figures.keep()
})
