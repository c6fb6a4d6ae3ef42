import type { BrowserContext, Page } from 'playwright-core'
import { VIEWPORT, withConsole } from './console-bench.ts'
import { median } from './figures.ts'

/**
 * What a browser loads of the built console: compressed JavaScript and CSS of the login page and of the first list page, both with an empty
 * cache and without what is preloaded for other pages, and the first contentful paint of the login page on a processor four times slower.
 * kB is 1,000.
 */
const LOADS = Number(process.env['BENCH_PAGE_LOADS'] ?? 5)

type Loaded = { kb: number; files: Record<string, number>; firstPaintMs: number }

/** Loads `url` in a new page and adds up the bytes of scripts and styles on the wire. */
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
  // The pointer is put over the page, not at its corner near the link to the front page, since links under the pointer are preloaded. It is
  // moved in an earlier document of the same process, because the page may be painted before the move arrives.
  await page.goto(new URL('/healthz', url).href)
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2)
  await page.goto(url, { waitUntil: 'commit' })
  await shown(page)
  // Pictures and the open event stream never end, so loading counts as finished when no scripts and styles have arrived for a while.
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

await withConsole('page', async ({ figures, server, ...windows }) => {
  const anonymous = await windows.anonymous()
  const loginUrl = `${server.url}/login`
  const login = await loadCold(anonymous, loginUrl, loginShown)
  const person = await windows.loggedIn()
  // With the browser's data saver on, nothing is preloaded: otherwise the menu's other pages would count where the rows arrive late.
  await person.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const list = await loadCold(person, `${server.url}/shop/product/list`, listShown)
  figures.tell({ name: '登录页的脚本与样式（压缩后）', value: login.kb, unit: 'kB', limit: 105 })
  figures.tell({ name: '首个列表页的脚本与样式（压缩后，冷）', value: list.kb, unit: 'kB', limit: 300 })
  const paints: Record<'plain' | 'slow', number[]> = { plain: [], slow: [] }
  for (let turn = 0; turn < LOADS; turn += 1) {
    paints.slow.push((await loadCold(anonymous, loginUrl, loginShown, 4)).firstPaintMs)
    paints.plain.push((await loadCold(anonymous, loginUrl, loginShown)).firstPaintMs)
  }
  figures.tell({ name: '登录页首次内容绘制（处理器放慢四倍）', value: median(paints.slow), unit: '毫秒' })
  figures.note('login files', login.files)
  figures.note('list files', list.files)
  figures.note('first contentful paint, ms', paints)
})
