import type { Page, Request } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from './patience.ts'

const resolving = new WeakMap<Page, () => Promise<void>>()

/** Records the page's requests from now on: `visit` waits for their answers. */
export function watchCalls(page: Page): void {
  const underway = new Set<Request>()
  page.on('request', (request) => {
    // A change that is sent while leaving a page may outlive it, and its end is not reported: only reads are waited for.
    const isRead = request.method() === 'GET' && ['fetch', 'xhr'].includes(request.resourceType())
    // A stream never ends.
    if (isRead && !request.headers()['accept']?.includes('event-stream')) underway.add(request)
  })
  const over = (request: Request): void => void underway.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const bar = page.getByRole('progressbar', { name: '页面加载中', includeHidden: true })
  resolving.set(page, async () => {
    await until('the bar stands still', async () => (await bar.getAttribute('data-underway')) === 'false')
    // An answer may lead to another request, which is sent by the time that the page is rendered.
    for (let look = 0; look < 3; look++) {
      await until('everything asked is answered', () => underway.size === 0)
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
    }
  })
}

/** Resolves when the page has rendered everything that it requested. */
export const resolved = (page: Page): Promise<void> | undefined => resolving.get(page)?.()

/** Pages are also opened before the first test, where vitest's own polling is not available. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await holds()); await sleep(20))
    if (performance.now() - since > PATIENCE_MS) throw new Error(`the page does not come to rest: ${what}`)
}

/**
 * Opens an address of the console as its own refresh does (specification, section 2, /redirect): the page is rendered and read again, but
 * the console itself does not start again, which takes five times as long. Resolves once the page has rendered what it requested. If the
 * console is not loaded, or a window is open, the address is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isInside = await page.evaluate((to) => {
    const isSeen = (one: Element): boolean => one.checkVisibility()
    if (![...document.querySelectorAll('[data-view]')].some(isSeen)) return false
    if ([...document.querySelectorAll('[role=dialog], [role=menu]')].some(isSeen)) return false
    // Messages of the former page must not be taken for those of this one.
    for (const close of document.querySelectorAll<HTMLElement>('[data-kind] button')) close.click()
    history.pushState(null, '', `/redirect?path=${encodeURIComponent(to)}`)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    return true
  }, address)
  if (!isInside) {
    // Does not wait for all resources: a picture that does not load would block it.
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    return
  }
  await page.waitForFunction(
    () =>
      location.pathname !== '/redirect' &&
      [...document.querySelectorAll<HTMLElement>('[data-view]')].some(
        (one) => one.checkVisibility() && one.dataset['view'] !== 'redirect',
      ),
  )
  await resolved(page)
}
