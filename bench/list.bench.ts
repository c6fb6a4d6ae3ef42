import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ENDPOINTS } from '@huoqiao/contract'
import type { ListFilter, ListPage } from '../apps/server/src/features/products/product-card.store.ts'
import type { Bare } from './bare-list.ts'
import { STORES, fillCatalogue } from './catalogue.ts'
import { openFigures, round } from './figures.ts'
import type { Figures } from './figures.ts'
import { openCluster, startProgram, startServer, withTemporaryFolder } from './house.ts'
import type { Cluster, Open, Program, Server } from './house.ts'
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

async function openHouse({ folder, closing }: Open, url: string): Promise<House> {
  const pages: Bare['pages'] = {}
  for (const [at, one] of chosen.entries()) pages[String(at)] = await listStatements(url, one.filter, one.page)
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: folder, HUOQIAO_ROLE: 'web' })
  closing(server.stop)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const bare = await startProgram(
    fileURLToPath(new URL('./bare-list.ts', import.meta.url)),
    {},
    {
      execArgv: ['--import', tsx],
      task: { databaseUrl: url, pages } satisfies Bare,
    },
  )
  closing(bare.stop)
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

await withTemporaryFolder(async (open) => {
  const figures = openFigures('list')
  const cluster = await openCluster(open)
  const small = await openHouse(open, await filled(cluster, 'small', SMALL))
  const large = await openHouse(open, await filled(cluster, 'large', LARGE))
  figures.note('products', { small: SMALL, large: LARGE })
  for (const [at, one] of chosen.entries()) await measure(figures, { small, large }, one, at)
  await figures.keep()
})

async function filled(cluster: Cluster, name: string, count: number): Promise<string> {
  const url = await cluster.create(name)
  await fillCatalogue(url, count)
  return url
}

async function measure(
  figures: Figures,
  { small, large }: Record<'small' | 'large', House>,
  one: Page,
  at: number,
): Promise<void> {
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
  const grows = one.filter.keyword ? {} : { limit: 33.33 }
  figures.tell({ name: `${one.name}：为裸处理的`, value: percent, unit: '%', limit: one.atLeast, atLeast: true })
  figures.tell({ name: `${one.name}：商品多十倍，每次多用`, value: growth, unit: '%', ...grows })
  figures.tell({ name: `${one.name}：每秒`, value: seen.perSecond.server, unit: '次' })
  const plans = await Promise.all(large.pages[String(at)]!.map((statement) => planOf(large.url, statement)))
  const bareGrowthPercent = round((seen.ratio('bareSmall', 'bare') - 1) * 100)
  figures.note(one.name, { perSecond: seen.perSecond, spread: seen.spread, bareGrowthPercent, plans })
}
