import { setTimeout as sleep } from 'node:timers/promises'
import { ENDPOINTS } from '@huoqiao/contract'
import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import { openFigures, quantile } from './figures.ts'
import { openCluster, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'
import { load } from './load.ts'
import { fillOrders } from './order-book.ts'

/**
 * The sheet of 100,000 order lines, written by the process that also answers the pages, as `npm start` runs it: how much memory it needs in
 * addition to what the process used before, and how long the order list takes meanwhile, compared with the time without the export (in
 * turn). Linux only.
 */
const LINES = Number(process.env['BENCH_EXPORT_LINES'] ?? 100_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const IDLE_MS = Number(process.env['BENCH_ROUND_MS'] ?? 3_000)
/** The order book has 1, 2, 3, 4, 1, … lines per order. */
const ORDERS = Math.ceil(LINES / 2.5)
/** The pages of one person. */
const WIDTH = 1
const SAMPLE_MS = 50

const listOf = (server: Server) => ({
  url: `${server.url}${ENDPOINTS.getOrdersByCondition.path}?pageSize=24&state=shipped`,
  headers: { authorization: server.token },
})

/** The times of the list's answers while `work` runs, in milliseconds. */
async function pagesDuring<T>(server: Server, work: Promise<T>): Promise<{ ms: number[]; done: T }> {
  const ms: number[] = []
  let over = false
  const done = work.finally(() => (over = true))
  while (!over) ms.push(...(await load(listOf(server), { forMs: 200, width: WIDTH })).ms)
  return { ms, done: await done }
}

async function exported(server: Server): Promise<OrderTask> {
  const { id } = await server.call('exportShopifyOrderSkuInfo', { filter: { sort: 'created', direction: 'desc' } })
  for (;;) {
    const task = (await server.call('queryOrderTasks', { taskId: id })).list[0]
    if (task && task.state !== 'queued' && task.state !== 'running') return task
    await sleep(200)
  }
}

/** The peak memory of the process while `work` ran. */
async function peakDuring<T>(server: Server, work: Promise<T>): Promise<{ rssMb: number; done: T }> {
  let rssMb = 0
  const timer = setInterval(() => (rssMb = Math.max(rssMb, server.memory().rssMb)), SAMPLE_MS)
  try {
    return { done: await work, rssMb }
  } finally {
    clearInterval(timer)
  }
}

await withTemporaryFolder(async (open) => {
  const figures = openFigures('order-export')
  const cluster = await openCluster(open)
  const url = await cluster.create('export')
  await fillOrders(url, ORDERS)
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder })
  open.closing(server.stop)
  const idle: number[] = []
  const busy: number[] = []
  const rows = new Set<number>()
  const seconds: number[] = []
  const before: number[] = []
  const peaks: number[] = []
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = (await load(listOf(server), { forMs: IDLE_MS, width: WIDTH })).ms
    const held = server.memory().rssMb
    const startedAt = performance.now()
    const { rssMb, done: beside } = await peakDuring(server, pagesDuring(server, exported(server)))
    if (beside.done.state !== 'succeeded') throw new Error(`the export ended with ${beside.done.state}`)
    before.push(held)
    peaks.push(rssMb)
    rows.add(beside.done.file?.rows ?? 0)
    if (round === 0) continue
    seconds.push((performance.now() - startedAt) / 1000)
    idle.push(...alone)
    busy.push(...beside.ms)
  }
  const first = before[0]!
  figures.tell({ name: '导出的行数', value: Math.min(...rows), unit: '行', limit: LINES, atLeast: true })
  figures.tell({
    name: '导出占用的内存（进程峰值减去第一次导出前）',
    value: Math.max(...peaks) - first,
    unit: 'MB',
    limit: 150,
  })
  figures.tell({ name: '进程内存峰值', value: Math.max(...peaks), unit: 'MB' })
  figures.tell({
    name: '导出时订单列表的中位用时，为平时的',
    value: quantile(busy, 0.5) / quantile(idle, 0.5),
    unit: '倍',
    limit: 3,
  })
  figures.tell({
    name: '导出时最慢的百分之一，为平时最慢的百分之一的',
    value: quantile(busy, 0.99) / quantile(idle, 0.99),
    unit: '倍',
    limit: 4,
  })
  figures.tell({ name: '导出用时', value: quantile(seconds, 0.5), unit: '秒' })
  figures.note('milliseconds', {
    idle: { p50: quantile(idle, 0.5), p99: quantile(idle, 0.99) },
    busy: { p50: quantile(busy, 0.5), p99: quantile(busy, 0.99) },
  })
  figures.note('memory', { before, peaks })
  await figures.keep()
})
