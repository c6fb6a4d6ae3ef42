import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { ENDPOINTS } from '@huoqiao/contract'
import { fillCatalogue } from './catalogue.ts'
import { openFigures } from './figures.ts'
import { CONSOLE_DIR, openCluster, startServer, startSimulator, withTemporaryFolder } from './app.ts'
import { load } from './load.ts'

/**
 * Resident memory of the server's process as `npm start` runs it (embedded database, demo shops, console), without the database's own
 * processes: idle, and after the list was requested as fast as it answers. Linux only.
 */
const REST_SECONDS = Number(process.env['BENCH_REST_SECONDS'] ?? 60)
const LOAD_SECONDS = Number(process.env['BENCH_LOAD_SECONDS'] ?? 30)
const PRODUCTS = Number(process.env['BENCH_MEMORY_AMONG'] ?? 20_000)
const SEARCHES: Record<string, string>[] = [
  { state: 'online' },
  { keyword: '保温杯' },
  { sourceHealth: 'price-up', pageSize: '96' },
  { sort: 'price' },
]

await withTemporaryFolder(async (open) => {
  const figures = openFigures('memory')
  const simulator = await startSimulator({ SIMULATOR_PORT: '0', SIMULATOR_DATA: join(open.folder, 'simulator') })
  open.closing(simulator.stop)
  const env = {
    HUOQIAO_DATA: open.folder,
    HUOQIAO_CONSOLE_DIR: CONSOLE_DIR,
    HUOQIAO_DEMO_SIMULATOR: /http:\/\/[\d.]+:\d+/.exec(simulator.output)![0],
  }
  await fillOwnDatabase(open.folder)
  const server = await startServer(env)
  open.closing(server.stop)
  await sleep(REST_SECONDS * 1000)
  const idle = server.memory()
  figures.tell({ name: '服务端闲时内存', value: idle.rssMb, unit: 'MB', limit: 120 })
  for (let round = 0; round < LOAD_SECONDS; round += 1) {
    const search = new URLSearchParams(SEARCHES[round % SEARCHES.length])
    const url = `${server.url}${ENDPOINTS.getProductsByCondition.path}?${search}`
    await load({ url, headers: { authorization: server.token } }, { forMs: 1000, width: 8 })
  }
  const loaded = server.memory()
  figures.tell({ name: '列表压测后内存', value: loaded.rssMb, unit: 'MB', limit: 200 })
  await sleep(REST_SECONDS * 1000)
  figures.note('idle', idle)
  figures.note('after the load', loaded)
  figures.note(`${REST_SECONDS} seconds later`, server.memory())
  await figures.keep()
})

/** Fills the database that the server opens afterwards. */
async function fillOwnDatabase(folder: string): Promise<void> {
  const closers: (() => Promise<void>)[] = []
  const cluster = await openCluster({ folder, closing: (close) => void closers.push(close) })
  await fillCatalogue(await cluster.own(), PRODUCTS)
  for (const close of closers) await close()
}
