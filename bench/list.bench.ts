import { fileURLToPath } from 'node:url'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { ENDPOINTS } from '@huoqiao/contract'
import type { ListFilter, ListPage } from '../apps/server/src/features/products/product-list.store.ts'
import type { Bare } from './bare-list.ts'
import { STORES, fillCatalogue } from './catalogue.ts'
import { openFigures, round } from './figures.ts'
import { openCluster, startProgram, startServer, temporaryFolder } from './house.ts'
import type { Program, Server } from './house.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'
import { listStatements, planOf } from './statements.ts'

/**
 * The product list through the server's bundle against a bare handler that sends the same statements, in a small and in a
 * large catalogue, in turn. Limits: at least 60 % of the bare handler's requests a second for a filtered, sorted page with
 * its total, 50 % for title search, and less than a third more time a request in the large catalogue than in the small.
 */
const SMALL = Number(process.env['BENCH_LIST_SMALL'] ?? 20_000)
const LARGE = Number(process.env['BENCH_LIST_LARGE'] ?? 200_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1000)
const WIDTH = 8

type Page = { name: string; atLeast: number; filter: ListFilter; page: ListPage }
const page = (sort: ListPage['sort'], direction: ListPage['direction'] = 'desc', number = 1): ListPage => ({
  sort,
  direction,
  page: number,
  pageSize: 24,
})
const PAGES: Page[] = [
  { name: '状态，按更新时间', atLeast: 60, filter: { state: 'online' }, page: page('updated') },
  {
    name: '状态＋店铺，按售价升序',
    atLeast: 60,
    filter: { state: 'online', storeId: STORES[2]! },
    page: page('price', 'asc'),
  },
  {
    name: '状态＋货源，按毛利，第3页',
    atLeast: 60,
    filter: { state: 'ready', origin: '1688' },
    page: page('margin', 'desc', 3),
  },
  { name: '货源异常，按更新时间', atLeast: 60, filter: { sourceHealth: 'price-up' }, page: page('updated') },
  { name: '搜标题，一个字', atLeast: 50, filter: { keyword: '包' }, page: page('updated') },
  { name: '搜标题，两个字', atLeast: 50, filter: { keyword: '窗帘' }, page: page('updated') },
  { name: '搜标题，三个字', atLeast: 50, filter: { keyword: '保温杯' }, page: page('updated') },
  { name: '搜标题，两个词', atLeast: 50, filter: { keyword: '加厚 床上四件套' }, page: page('updated') },
]
const ONLY = process.env['BENCH_LIST_ONLY']
const chosen = PAGES.filter(({ name }) => !ONLY || ONLY.split(',').some((word) => name.includes(word)))

type House = { url: string; server: Server; bare: Program; pages: Bare['pages'] }

async function openHouse(url: string, folder: string): Promise<House> {
  const pages: Bare['pages'] = {}
  for (const [at, one] of chosen.entries()) pages[String(at)] = await listStatements(url, one.filter, one.page)
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: folder, HUOQIAO_ROLE: 'web' })
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const bare = await startProgram(
    fileURLToPath(new URL('./bare-list.ts', import.meta.url)),
    {},
    {
      execArgv: ['--import', tsx],
      task: { databaseUrl: url, pages } satisfies Bare,
    },
  )
  return { url, server, bare, pages }
}

const viaServer =
  ({ server }: House, { filter, page }: Page) =>
  (): Promise<Round> => {
    const search = new URLSearchParams(
      Object.entries({ ...filter, ...page }).map(([key, value]) => [key, String(value)]),
    )
    const url = `${server.url}${ENDPOINTS.getProductsByCondition.path}?${search}`
    return load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: WIDTH })
  }
const viaBare =
  ({ bare }: House, at: number) =>
  (): Promise<Round> =>
    load({ url: `${bare.said}/${at}` }, { forMs: ROUND_MS, width: WIDTH })

const figures = openFigures('list')
const folder = await temporaryFolder()
const cluster = await openCluster(folder.path)
const houses: House[] = []
try {
  for (const [name, count] of Object.entries({ small: SMALL, large: LARGE })) {
    const url = await cluster.create(name)
    await fillCatalogue(url, count)
    houses.push(await openHouse(url, folder.path))
  }
  const [small, large] = houses as [House, House]
  figures.note('products', { small: SMALL, large: LARGE })
  for (const [at, one] of chosen.entries()) {
    const seen = await interleave(
      {
        server: viaServer(large, one),
        bare: viaBare(large, at),
        serverSmall: viaServer(small, one),
        bareSmall: viaBare(small, at),
      },
      ROUNDS,
    )
    const percent = seen.ratio('server', 'bare') * 100
    const growth = (seen.ratio('serverSmall', 'server') - 1) * 100
    figures.tell({ name: `${one.name}：为裸处理的`, value: percent, unit: '%', limit: one.atLeast, atLeast: true })
    figures.tell({
      name: `${one.name}：商品多十倍，每次多用`,
      value: growth,
      unit: '%',
      ...(one.filter.keyword ? {} : { limit: 33.33 }),
    })
    figures.tell({ name: `${one.name}：每秒`, value: seen.perSecond.server, unit: '次' })
    const plans = await Promise.all(large.pages[String(at)]!.map((statement) => planOf(large.url, statement)))
    figures.note(one.name, {
      perSecond: seen.perSecond,
      spread: seen.spread,
      bareGrowthPercent: round((seen.ratio('bareSmall', 'bare') - 1) * 100),
      plans,
    })
    if (plans.some(({ readsIndex }) => !readsIndex)) console.log(one.name, JSON.stringify(plans, null, 1))
  }
  await figures.keep()
} finally {
  for (const { server, bare } of houses) await Promise.allSettled([server.stop(), bare.stop()])
  await cluster.close()
  await folder.remove()
}
