import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ensureChromium, launchOptions } from '../tools/chromium.mjs'
import { fillCatalogue } from './catalogue.ts'
import { median, openFigures } from './figures.ts'
import { CONSOLE_DIR, openCluster, startServer, withTemporaryFolder } from './house.ts'
import type { Server } from './house.ts'

/**
 * What a browser loads of the built console: compressed JavaScript and CSS of the login page and of the first list page,
 * both with an empty cache, and when the login page first shows something on a processor four times slower. kB is 1,000.
 */
const LOADS = Number(process.env['BENCH_PAGE_LOADS'] ?? 5)

type Loaded = { kb: number; files: Record<string, number>; firstPaintMs: number }

/** Loads `url` in a page of its own and adds up what came over the wire for scripts and styles. */
async function loadCold(
  context: BrowserContext,
  url: string,
  shown: (page: Page) => Promise<void>,
  slowdown = 1,
): Promise<Loaded> {
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const files: Record<string, number> = {}
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || type === 'Stylesheet') kinds.set(requestId, new URL(response.url).pathname)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = kinds.get(requestId)
    if (path !== undefined) files[path] = encodedDataLength
  })
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slowdown > 1) await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url)
  await shown(page)
  // Pictures and the open stream of news never end; scripts and styles have when none came for a while.
  for (let known = -1; known !== Object.keys(files).length; await page.waitForTimeout(1500))
    known = Object.keys(files).length
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.close()
  return { kb: Object.values(files).reduce((sum, bytes) => sum + bytes, 0) / 1000, files, firstPaintMs }
}

const loginShown = (page: Page): Promise<void> => page.getByLabel('密码').waitFor()
const listShown = (page: Page): Promise<void> => page.getByText('2026新款').first().waitFor({ timeout: 60_000 })

/** Logged in as the console keeps it: specification section 3. */
async function loggedIn(browser: Browser, { token, call }: Server): Promise<BrowserContext> {
  const { userInfo, apiRight } = await call('safe_userMession', {})
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { token, userInfo: JSON.stringify(userInfo), apiRight },
  )
  return context
}

await withTemporaryFolder(async (open) => {
  if (!existsSync(join(CONSOLE_DIR, 'index.html'))) throw new Error('the console is not built: npm run build')
  const figures = openFigures('page')
  const cluster = await openCluster(open)
  const database = await cluster.create('page')
  await fillCatalogue(database, 2000)
  const server = await startServer({
    DATABASE_URL: database,
    HUOQIAO_DATA: open.folder,
    HUOQIAO_CONSOLE_DIR: CONSOLE_DIR,
  })
  open.closing(server.stop)
  const browser = await chromium.launch(launchOptions(ensureChromium({ log: console.log })))
  open.closing(() => browser.close())

  const stranger = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const loginUrl = `${server.url}/login`
  const login = await loadCold(stranger, loginUrl, loginShown)
  const list = await loadCold(await loggedIn(browser, server), `${server.url}/shop/product/list`, listShown)
  figures.tell({ name: '登录页的脚本与样式（压缩后）', value: login.kb, unit: 'kB', limit: 130 })
  figures.tell({ name: '首个列表页的脚本与样式（压缩后，冷）', value: list.kb, unit: 'kB', limit: 380 })
  const paints: Record<'plain' | 'slow', number[]> = { plain: [], slow: [] }
  for (let turn = 0; turn < LOADS; turn += 1) {
    paints.slow.push((await loadCold(stranger, loginUrl, loginShown, 4)).firstPaintMs)
    paints.plain.push((await loadCold(stranger, loginUrl, loginShown)).firstPaintMs)
  }
  figures.tell({ name: '登录页首次内容绘制（处理器放慢四倍）', value: median(paints.slow), unit: '毫秒' })
  figures.note('login files', login.files)
  figures.note('list files', list.files)
  figures.note('first contentful paint, ms', paints)
  await figures.keep()
})
