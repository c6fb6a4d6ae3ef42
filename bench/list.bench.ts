import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ENDPOINTS } from '@huoqiao/contract'
import type { ListFilter, ListPage } from '../apps/server/src/features/products/product-card.store.ts'
import { CARD } from '../apps/server/src/features/products/product-card.store.ts'
import type { Bare, Statement } from './bare-list.ts'
import { STORES, fillCatalogue } from './catalogue.ts'
import { openFigures, round } from './figures.ts'
import type { Figures } from './figures.ts'
import { openCluster, startProgram, startServer, withTemporaryFolder } from './app.ts'
import type { Cluster, Open, Program, Server } from './app.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'
import { listStatements, planOf } from './statements.ts'

/**
 * The product list through the server's bundle compared with a bare handler, in a small and in a large catalogue, in turn. The bare handler
 * uses the simplest statements for a page, with the total from the same counters; for a search it sends the server's own statements.
 * Limits: at least 85 % of the bare handler's requests a second for a filtered, sorted page with its total and for a search, less than a
 * third more time per request in the large catalogue than in the small one, and 300 searches a second.
 */
const SMALL = Number(process.env['BENCH_LIST_SMALL'] ?? 20_000)
const LARGE = Number(process.env['BENCH_LIST_LARGE'] ?? 200_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1000)
const WIDTH = 8

/** `plain`: WHERE and ORDER BY of the same page, and the condition for its total in the counters, as text for the bare handler. */
type Plain = { where: string; order: string; counters: string }
type Asked = { filter: ListFilter; page: ListPage; plain?: Plain }
/** `rotation`: other pages of the same kind, requested in turn. */
type Page = Asked & { name: string; atLeast: number; rotation?: Asked[] }
const page = (sort: ListPage['sort'], direction: ListPage['direction'] = 'desc', number = 1): ListPage => ({
  sort,
  direction,
  page: number,
  pageSize: 24,
})
const PAGES: Page[] = [
  {
    name: '状态，按更新时间',
    atLeast: 85,
    filter: { state: 'online' },
    page: page('updated'),
    plain: {
      where: `state = 'online'`,
      order: 'updated_at desc, id desc',
      counters: `store_id is null and state = 'online'`,
    },
  },
  {
    name: '状态＋店铺，按售价升序',
    atLeast: 85,
    filter: { state: 'online', storeId: STORES[2]! },
    page: page('price', 'asc'),
    plain: {
      where: `state = 'online' and store_ids @> array['${STORES[2]}']::uuid[]`,
      order: 'price_min asc nulls first, id asc',
      counters: `store_id = '${STORES[2]}' and state = 'online'`,
    },
  },
  {
    name: '状态＋货源，按毛利，第3页',
    atLeast: 85,
    filter: { state: 'ready', origin: '1688' },
    page: page('margin', 'desc', 3),
    plain: {
      where: `state = 'ready' and origin = '1688'`,
      order: 'margin_percent desc nulls last, id desc',
      counters: `store_id is null and state = 'ready' and origin = '1688'`,
    },
  },
  {
    name: '货源异常，按更新时间',
    atLeast: 85,
    filter: { sourceHealth: 'price-up' },
    page: page('updated'),
    plain: {
      where: `state <> 'recycled' and source_health = 'price-up'`,
      order: 'updated_at desc, id desc',
      counters: `store_id is null and source_health = 'price-up' and state <> 'recycled'`,
    },
  },
  { name: '搜标题，一个字', atLeast: 50, filter: { keyword: '包' }, page: page('updated') },
  { name: '搜标题，两个字', atLeast: 50, filter: { keyword: '窗帘' }, page: page('updated') },
  { name: '搜标题，三个字', atLeast: 50, filter: { keyword: '保温杯' }, page: page('updated') },
  { name: '搜标题，两个词', atLeast: 50, filter: { keyword: '加厚 床上四件套' }, page: page('updated') },
  { name: '搜标题，处处都有', atLeast: 50, filter: { keyword: '2' }, page: page('updated') },
  { name: '搜标题，很少见', atLeast: 50, filter: { keyword: '厚防水' }, page: page('updated') },
  { name: '搜标题，拉丁字母', atLeast: 50, filter: { keyword: 'Logo' }, page: page('updated') },
  { name: '搜标题，编号', atLeast: 50, filter: { keyword: '12345' }, page: page('updated') },
  { name: '搜标题，没有', atLeast: 50, filter: { keyword: '潜水艇' }, page: page('updated') },
  {
    name: '搜标题，许多词',
    atLeast: 50,
    filter: { keyword: '2 0 新 款 户 外 加 厚 双 肩 包 防 水 定 制 市 有 限 公 司' },
    page: page('updated'),
  },
  { name: '搜标题＋状态', atLeast: 50, filter: { keyword: '包', state: 'failed' }, page: page('updated') },
  { name: '搜标题，按售价', atLeast: 50, filter: { keyword: '窗帘' }, page: page('price') },
  { name: '搜标题，第15页', atLeast: 50, filter: { keyword: '窗帘' }, page: page('updated', 'desc', 15) },
]
/** More pages than the server caches cards for (decision 0037): measures reading them from the database. */
const ROTATION: Asked[] = (['draft', 'ready', 'online', 'outdated'] as const).flatMap((state) =>
  STORES.flatMap((storeId) =>
    (['updated', 'created'] as const).flatMap((sort) =>
      Array.from({ length: 40 }, (_, at) => ({
        filter: { state, storeId },
        page: page(sort, sort === 'updated' ? 'desc' : 'asc', at + 1),
        plain: {
          where: `state = '${state}' and store_ids @> array['${storeId}']::uuid[]`,
          order: sort === 'updated' ? 'updated_at desc, id desc' : 'created_at asc, id asc',
          counters: `store_id = '${storeId}' and state = '${state}'`,
        },
      })),
    ),
  ),
)
PAGES.push({ name: `${ROTATION.length}页轮流`, atLeast: 60, ...ROTATION[0]!, rotation: ROTATION })
const ONLY = process.env['BENCH_LIST_ONLY']
const chosen = PAGES.filter(({ name }) => !ONLY || ONLY.split(',').some((word) => name.includes(word)))

const rotationOf = (one: Page): readonly Asked[] => one.rotation ?? [one]
const bareAddress = (at: number, turn: number): string => `${at}-${turn}`

type App = { url: string; server: Server; bare: Program; pages: Bare['pages'] }

/** The columns of a card one by one, in the simplest statement, with the total from the counters. */
const plainPage = (
  { page: number, pageSize }: ListPage,
  { where, order, counters }: Plain,
  name: string | undefined,
): Statement => ({
  ...(name === undefined ? {} : { name }),
  text: `select ${Object.values(CARD)
    .map((column) => column.name)
    .join(', ')},
    (select coalesce(sum(delta), 0)::int from product_count_delta where ${counters}) as total
    from product where ${where} order by ${order} limit ${pageSize} offset ${(number - 1) * pageSize}`,
  values: [],
})

async function openApp({ folder, closing }: Open, url: string): Promise<App> {
  const pages: Bare['pages'] = {}
  for (const [at, one] of chosen.entries())
    for (const [turn, asked] of rotationOf(one).entries())
      pages[bareAddress(at, turn)] = asked.plain
        ? [plainPage(asked.page, asked.plain, one.rotation ? undefined : `page${at}`)]
        : await listStatements(url, asked.filter, asked.page)
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
  ({ server }: App, one: Page) =>
  (): Promise<Round> => {
    const url = rotationOf(one).map(({ filter, page }) => {
      const search = new URLSearchParams(
        Object.entries({ ...filter, ...page }).map(([key, value]) => [key, String(value)]),
      )
      return `${server.url}${ENDPOINTS.getProductsByCondition.path}?${search}`
    })
    return load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: WIDTH })
  }
const viaBare =
  ({ bare }: App, one: Page, at: number) =>
  (): Promise<Round> =>
    load(
      { url: rotationOf(one).map((_asked, turn) => `${bare.output}/${bareAddress(at, turn)}`) },
      { forMs: ROUND_MS, width: WIDTH },
    )

await withTemporaryFolder(async (open) => {
  const figures = openFigures('list')
  const cluster = await openCluster(open)
  const small = await openApp(open, await filled(cluster, 'small', SMALL))
  const large = await openApp(open, await filled(cluster, 'large', LARGE))
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
  { small, large }: Record<'small' | 'large', App>,
  one: Page,
  at: number,
): Promise<void> {
  const seen = await interleave(
    {
      server: viaServer(large, one),
      bare: viaBare(large, one, at),
      serverSmall: viaServer(small, one),
      bareSmall: viaBare(small, one, at),
    },
    ROUNDS,
  )
  const percent = seen.ratio('server', 'bare') * 100
  const growth = (seen.ratio('serverSmall', 'server') - 1) * 100
  figures.tell({ name: `${one.name}：为裸处理的`, value: percent, unit: '%', limit: one.atLeast, atLeast: true })
  // Pages in rotation can't be compared: of the small catalogue all cards are cached.
  if (!one.rotation) figures.tell({ name: `${one.name}：商品多十倍，每次多用`, value: growth, unit: '%', limit: 33.33 })
  const fast = one.filter.keyword ? { limit: 300, atLeast: true } : {}
  figures.tell({ name: `${one.name}：每秒`, value: seen.perSecond.server, unit: '次', ...fast })
  const plans = await Promise.all(large.pages[bareAddress(at, 0)]!.map((statement) => planOf(large.url, statement)))
  const bareGrowthPercent = round((seen.ratio('bareSmall', 'bare') - 1) * 100)
  figures.note(one.name, { perSecond: seen.perSecond, spread: seen.spread, bareGrowthPercent, plans })
}
