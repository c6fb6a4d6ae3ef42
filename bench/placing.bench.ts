import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFigures, round } from './figures.ts'
import { freePort, openCluster, query, startServer, startSimulator, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

/**
 * Reviewed purchases of one offer placed at the simulated 1688, all submitted at once, at the rate that the app keeps there: 5 calls a
 * second. The time runs from the submit to the last purchase that awaits payment. Limit: 90 % of the calls that the rate allows in that
 * time are made, so that the rate limit is the only delay. Also reported: the calls per purchase (at least a preview and an order, and the
 * read that follows the order), and the purchases per second that follow from that.
 */
const PURCHASES = Number(process.env['BENCH_PLACING_PURCHASES'] ?? 200)
/** apps/server/src/features/marketplace/marketplace.connectors.ts */
const STARTS_PER_SECOND = 5
/** The fewest calls for a purchase: the preview and the order. */
const LEAST_CALLS = 2
const AT_ONCE = 100

type Entry = { seq: number; vendor: string; call: string; outcome: string }

await withTemporaryFolder(async (open) => {
  const figures = openFigures('placing')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const simulator = await startSimulator({
    SIMULATOR_PORT: String(port),
    SIMULATOR_DATA: join(open.folder, 'simulator'),
  })
  open.closing(simulator.stop)
  const control = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/control${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  /** Calls to 1688 after the one with that number. */
  const callsAfter = async (seq: number): Promise<Entry[]> => {
    const all: Entry[] = []
    for (let after = seq; ; after = Math.max(...all.map((one) => one.seq))) {
      const path = `/ledger?vendor=1688&afterSeq=${after}&limit=1000`
      const { entries } = await control<{ entries: Entry[] }>('GET', path)
      all.push(...entries)
      if (entries.length < 1000) return all
    }
  }
  const cluster = await openCluster(open)
  const databaseUrl = await cluster.create('placing')
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    HUOQIAO_DATA: open.folder,
    HUOQIAO_DEMO_SIMULATOR: origin,
  })
  open.closing(server.stop)
  const count = async (what: string): Promise<number> =>
    (await query<{ n: number }>(databaseUrl, `select count(*)::int as n from purchase_order where ${what}`))[0]!.n
  const until = async (what: string, n: number): Promise<void> => {
    while ((await count(what)) < n) await sleep(100)
  }

  const ids = await reviewed(server, control, until)
  const quiet = `select count(*)::int as n from jobs.job where name not like '\\_\\_%' and state in ('active', 'retry')`
  while ((await query<{ n: number }>(databaseUrl, quiet))[0]!.n > 0) await sleep(100)
  // A second without calls, so that the rate limit starts unused.
  await sleep(1000)
  const before = Math.max(0, ...(await callsAfter(0)).map(({ seq }) => seq))

  const started = performance.now()
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await server.call('createAlibabaOrder', { purchaseIds: ids.slice(from, from + AT_ONCE) })
  await until(`state = 'to-pay'`, PURCHASES)
  const seconds = (performance.now() - started) / 1000
  const calls = await callsAfter(before)
  const byCall: Record<string, number> = {}
  for (const { call } of calls) byCall[call] = (byCall[call] ?? 0) + 1
  const orders = await control<{ orders: number; repeated: unknown[] }>('GET', '/1688/witness')
  if (orders.orders !== PURCHASES || orders.repeated.length > 0)
    throw new Error(`${orders.orders} orders at 1688 for ${PURCHASES} purchases`)

  const [acts] = await query<{ sent: number; s: number }>(
    databaseUrl,
    `select sum(sends)::int as sent, extract(epoch from max(settled_at) - min(intended_at))::float as s
       from remote_act where kind = 'place'`,
  )
  figures.tell({
    name: `下单 ${PURCHASES} 张采购单：用掉的1688调用额度`,
    // The most calls that may start in the time, including the first second.
    value: (calls.length / (STARTS_PER_SECOND * (seconds + 1))) * 100,
    unit: '%',
    limit: 90,
    atLeast: true,
  })
  figures.tell({ name: '每秒下单', value: PURCHASES / seconds, unit: '张' })
  figures.tell({
    name: '为只预览和下单时可能的',
    value: (PURCHASES / seconds / (STARTS_PER_SECOND / LEAST_CALLS)) * 100,
    unit: '%',
  })
  figures.tell({ name: '每张采购单的调用', value: calls.length / PURCHASES, unit: '次' })
  figures.note('seconds', round(seconds))
  figures.note('calls', byCall)
  figures.note('acts', { sent: acts!.sent, seconds: round(acts!.s) })
  await figures.keep()
})

/** Manual purchases, each on its own, with estimated freight, ready to be placed. */
async function reviewed(
  { call }: Server,
  control: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>,
  until: (what: string, n: number) => Promise<void>,
): Promise<string[]> {
  const { list } = await call('keywordQuery', { keyword: '收纳', page: 1, pageSize: 10 })
  const { offerId } = list[0]!
  const live = await control<{ skus: { skuId: string; specId: string }[] }>('GET', `/market/offer/${offerId}`)
  await control('POST', '/market/offer', { offerId, change: { stock: 1_000_000 } })
  const [sku] = live.skus
  const ids: string[] = []
  for (let n = 0; n < PURCHASES; n++) {
    const items = [{ offerId, skuId: sku?.skuId ?? null, specId: sku?.specId ?? null, quantity: 20 }]
    ids.push((await call('createPurchaseOrder', { items, key: randomUUID() })).purchases[0]!.id)
  }
  await until('freight_minor is not null', PURCHASES)
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await call('completeReviewOrder', { purchaseIds: ids.slice(from, from + AT_ONCE) })
  await until(`state = 'to-place'`, PURCHASES)
  return ids
}
