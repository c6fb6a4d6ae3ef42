import type { Page, Request } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from './patience.ts'

const resolving = new WeakMap<Page, () => Promise<void>>()

/** Remembers what the page asks, from now on: `visit` waits for the answers. */
export function watchCalls(page: Page): void {
  const underway = new Set<Request>()
  page.on('request', (request) => {
    // What a page says while it is left may outlive it, and nobody hears the end of that: only reads are waited for.
    const isRead = request.method() === 'GET' && ['fetch', 'xhr'].includes(request.resourceType())
    // What streams is never over.
    if (isRead && !request.headers()['accept']?.includes('event-stream')) underway.add(request)
  })
  const over = (request: Request): void => void underway.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const bar = page.getByRole('progressbar', { name: '页面加载中', includeHidden: true })
  resolving.set(page, async () => {
    await until('the bar stands still', async () => (await bar.getAttribute('data-underway')) === 'false')
    // An answer may lead to the next question, which is asked by the time that it is drawn.
    for (let look = 0; look < 3; look++) {
      await until('everything asked is answered', () => underway.size === 0)
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
    }
  })
}

/** Once the page has drawn what it asked for. */
export const resolved = (page: Page): Promise<void> | undefined => resolving.get(page)?.()

/** Pages are opened before the first test as well, where vitest's own polling is not to be had. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await holds()); await sleep(20))
    if (performance.now() - since > PATIENCE_MS) throw new Error(`the page does not come to rest: ${what}`)
}

/**
 * Opens an address of the console as its own refresh does (specification, section 2, /redirect): the page is built anew and asks again for
 * what it shows, but the console itself does not start again, which costs five times as much. Answers once the page has drawn
 * what it asked for. Where the console does not stand, or under an open window, the address is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isInside = await page.evaluate((to) => {
    const isSeen = (one: Element): boolean => one.checkVisibility()
    if (![...document.querySelectorAll('[data-view]')].some(isSeen)) return false
    if ([...document.querySelectorAll('[role=dialog], [role=menu]')].some(isSeen)) return false
    // What was said on the page before is not taken for this one's.
    for (const close of document.querySelectorAll<HTMLElement>('li[data-kind] button')) close.click()
    history.pushState(null, '', `/redirect?path=${encodeURIComponent(to)}`)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    return true
  }, address)
  if (!isInside) {
    // Not until all is loaded: a picture that does not come would hold it up.
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
