import type { BrowserContext, Page } from 'playwright-core'
import { withConsole } from './console-bench.ts'
import { median, quantile } from './figures.ts'
import { fillOrders } from './order-book.ts'

/**
 * The time from a click in the menu to the frame that shows the page with its rows: first when the page was not opened in this window
 * before (its code was preloaded, its rows are requested), then repeatedly when it was.
 */
const ROUNDS = Number(process.env['BENCH_NAVIGATION_ROUNDS'] ?? 5)

/** Pages of different size, each with a selector for its rows. */
const PAGES: readonly { path: string; rows: string }[] = [
  { path: '/shop/product/list', rows: '[data-view="productList"] input[type="checkbox"]' },
  { path: '/order/list', rows: '[data-view="orders"] li[data-order]' },
  { path: '/system/account', rows: '[data-view="accounts"] tbody tr.ant-table-row' },
  { path: '/system/role', rows: '[data-view="roles"] tbody tr.ant-table-row' },
  { path: '/system/menu', rows: '[data-view="menus"] .ant-tree-treenode' },
  { path: '/system/dictionaries', rows: '[data-view="dictionaries"] tbody tr.ant-table-row' },
  { path: '/system/warning', rows: '[data-view="warning"] section' },
  { path: '/platform/system/log', rows: '[data-view="operationLog"] tbody tr.ant-table-row' },
]
/** Longer than the console's wait before it preloads the pages of the menu plus the preloading itself. */
const RESOLVED_MS = 8_000

/** Clicks the entry and returns the milliseconds to the end of the frame that shows the rows. */
const go = (page: Page, { path, rows }: (typeof PAGES)[number]): Promise<number> =>
  page.evaluate(
    async ({ href, selector }) => {
      const link = document.querySelector<HTMLElement>(`aside a[href^="${href}"]`)
      if (!link) throw new Error(`the menu leads to no ${href}`)
      const from = performance.now()
      link.click()
      do await new Promise(requestAnimationFrame)
      while (![...document.querySelectorAll<HTMLElement>(selector)].some((element) => element.checkVisibility()))
      // The current frame is on the screen when the next task runs.
      await new Promise((resolve) => setTimeout(resolve, 0))
      return performance.now() - from
    },
    { href: path, selector: rows },
  )

/** Logged in, on the page 首页, with every group of the menu open. */
async function openConsole(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('aside a[href^="/system/role"]').waitFor({ state: 'attached' })
  await page.waitForTimeout(RESOLVED_MS)
  return page
}

/** Milliseconds of processor time that the page has used so far, which do not depend on other load. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await wire.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

await withConsole(
  'navigation',
  async ({ figures, server, loggedIn }) => {
    const first: Record<string, number> = {}
    const again: Record<string, number[]> = {}
    const work: Record<string, number[]> = {}
    const page = await openConsole(await loggedIn(), server.url)
    const worked = await workOf(page)
    for (const one of PAGES) first[one.path] = await go(page, one)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of PAGES) {
        const before = await worked()
        ;(again[one.path] ??= []).push(await go(page, one))
        ;(work[one.path] ??= []).push((await worked()) - before)
      }
    }
    const times = Object.values(again).flat()
    figures.tell({ name: '回到开过的页面，到列表画出（中位）', value: median(times), unit: '毫秒', limit: 60 })
    figures.tell({ name: '回到开过的页面，最慢的十分之一', value: quantile(times, 0.9), unit: '毫秒' })
    const visits = Object.values(first)
    figures.tell({ name: '第一次打开页面，到列表画出（中位）', value: median(visits), unit: '毫秒', limit: 120 })
    figures.tell({ name: '其中浏览器自己的计算（中位）', value: median(Object.values(work).flat()), unit: '毫秒' })
    figures.note('work of the page during later visits, ms', work)
    figures.note('first visits, ms', first)
    figures.note('later visits, ms', again)
  },
  (database) => fillOrders(database, 2000),
)
