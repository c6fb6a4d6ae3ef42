import { setTimeout as sleep } from 'node:timers/promises'
import { ENDPOINTS } from '@huoqiao/contract'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'
import { openFigures } from './figures.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'
import { fillOrders, STORES } from './order-book.ts'

/**
 * Analytics of a whole year. Limit: 50 ms for half of the calls at 1,000,000 orders, with session, rights and both the rows and the days of
 * a chart. Measured before that: how many orders a second the job counts, as after an update of an installation that has orders.
 */
const ORDERS = Number(process.env['BENCH_ANALYTICS_ORDERS'] ?? 1_000_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1000)
const MOST_MS = 50

/** The order book ends on 2026-11-20. */
const YEAR = { from: '2025-11-21', to: '2026-11-20' }
/** A year that neither begins nor ends with a week, month or quarter, and has orders after its end. */
const EARLIER = { from: '2025-06-15', to: '2026-06-14' }
const VIEWS: readonly { name: string; fields: Record<string, string>; limited: boolean }[] = [
  { name: '按日期', fields: { group: 'day' }, limited: true },
  { name: '按店铺', fields: { group: 'store' }, limited: true },
  { name: '按国家', fields: { group: 'country' }, limited: true },
  { name: '按供应商', fields: { group: 'supplier' }, limited: true },
  { name: '按类目', fields: { group: 'category' }, limited: true },
  { name: '按商品', fields: { group: 'product' }, limited: true },
  { name: '按规格', fields: { group: 'variant' }, limited: true },
  { name: '到六月为止，按规格', fields: { group: 'variant', ...EARLIER }, limited: true },
  { name: '一家店铺，按商品', fields: { group: 'product', storeId: STORES[0]! }, limited: true },
  // No table of sums has goods by country: the order lines are summed.
  { name: '一个国家，按商品', fields: { group: 'product', country: 'GB' }, limited: false },
]

await withTemporaryFolder(async (open) => {
  const figures = openFigures('analytics')
  const cluster = await openCluster(open)
  const url = await cluster.create('analytics')
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder })
  open.closing(server.stop)
  await fillOrders(url, ORDERS)
  figures.note('orders', ORDERS)
  // One change per order, as the migration writes them.
  await query(url, 'truncate sales_order_change')
  await query(url, 'insert into sales_order_change (order_id) select id from sales_order order by ordered_at desc')
  const seconds = await counted(url)
  figures.tell({ name: '已有订单计入统计', value: ORDERS / seconds, unit: '单/秒' })
  await query(url, 'vacuum analyze')
  await query(url, 'checkpoint')
  const seen = await interleave(
    Object.fromEntries(VIEWS.map(({ name, fields }) => [name, asked(server, fields)])),
    ROUNDS,
  )
  for (const { name, limited } of VIEWS)
    figures.tell({
      name: `${ORDERS} 单，一年，${name}：一半的调用不超过`,
      value: seen.spread[name]!.p50,
      unit: '毫秒',
      ...(limited ? { limit: MOST_MS } : {}),
    })
  figures.note('spread', seen.spread)
  await figures.keep()
})

/** Runs the job and waits until it has counted every change. Returns the seconds. */
async function counted(url: string): Promise<number> {
  const started = performance.now()
  await query(url, `insert into jobs.job (name, data) values ('keep-analytics', '{}')`)
  for (;;) {
    const [row] = await query<{ n: number }>(
      url,
      'select count(*)::int as n from (select 1 from sales_order_change limit 1) c',
    )
    if (row?.n === 0) return (performance.now() - started) / 1000
    await sleep(500)
  }
}

function asked(server: Server, fields: Record<string, string>): () => Promise<Round> {
  const url = `${server.url}${ENDPOINTS.getAnalytics.path}?${new URLSearchParams({ ...YEAR, ...fields })}`
  return () => load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: 1 })
}
