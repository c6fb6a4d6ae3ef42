import { createHash } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { enter, openSession } from './browser.ts'
import type { Session } from './browser.ts'
import { leaseApp, takeApp } from './app-pool.ts'
import type { SharedApp } from './shared-app.ts'

export { soon } from './browser.ts'

type Envelope = { code: number; msg: string; data: never }

export type Spec = {
  readonly app: () => SharedApp
  readonly session: () => Session
  readonly page: () => Page
  /** a call outside the browser, with the session of the browser; a GET has its fields in the query */
  readonly call: (method: 'GET' | 'POST', path: string, fields?: object) => Promise<Envelope>
  /** the same, but returns the data and fails if the code is not 200 */
  readonly ask: <T>(method: 'GET' | 'POST', path: string, fields?: object) => Promise<T>
}

export const ADMIN = ['admin', 'admin888'] as const
export const CLERK = ['clerk', 'clerk888'] as const

/**
 * A shared app and a browser of its own for a file of tests; `as` is logged in when the first test begins, in a browser session without
 * remembered settings. What such a file creates must have names that disturb no other file, and what it changes it restores. A file that
 * can't do this, because it counts orders or purchases, uses an installation that is its `own`.
 */
export function openSpec(as?: readonly [account: string, password: string], { own = false, phone = false } = {}): Spec {
  let app: SharedApp
  let leave: (() => Promise<void>) | undefined
  let session: Session
  beforeAll(async () => {
    if (own) {
      const ours = await takeApp()
      ;[app, leave] = [ours, () => ours.stop()]
    } else {
      const leased = await leaseApp()
      ;[app, leave] = [leased, () => leased.giveBack()]
    }
    session = await openSession(app.url, { phone })
    if (!own) for (const person of [ADMIN, CLERK]) await forget(app.url, person)
    if (as) await enter(session.page, app.url, ...as)
  })
  afterAll(async () => {
    await session?.close()
    await leave?.()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await session.failure(task.name)
  })
  const call: Spec['call'] = async (method, path, fields = {}) => {
    const token = await session.page.evaluate(() => localStorage.getItem('token') ?? '')
    return callAt(app.url, token, method, path, fields)
  }
  return {
    app: () => app,
    session: () => session,
    page: () => session.page,
    call,
    async ask(method, path, fields) {
      const { code, msg, data } = await call(method, path, fields)
      expect([path, code, msg]).toEqual([path, 200, expect.anything()])
      return data
    },
  }
}

async function callAt(url: string, token: string, method: 'GET' | 'POST', path: string, fields: object) {
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
  const response = await fetch(`${url}${path}${query}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  })
  return (await response.json()) as Envelope
}

/** Deletes remembered settings (tabs, columns, drafts), so that the person's console is as on their first day. */
async function forget(url: string, [userAccount, password]: readonly [string, string]): Promise<void> {
  const userPassword = createHash('md5').update(password).digest('hex')
  const entered = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: new URLSearchParams({ userAccount, userPassword }),
  })
  const { token } = ((await entered.json()) as { data: { token: string } }).data
  const kept: { list: { key: string }[] } = (await callAt(url, token, 'GET', '/admin/preference/queryPreferences', {}))
    .data
  const changes = kept.list.map(({ key }) => ({ key }))
  if (changes.length > 0) await callAt(url, token, 'POST', '/admin/preference/savePreferences', { changes })
  await callAt(url, token, 'POST', '/api/user/logout', {})
}

/** The toasts on the screen. */
export const toasts = (page: Page): Promise<string[]> =>
  page.locator('[data-kind] > div > :first-child').allTextContents()

export const tabTitles = (page: Page): Promise<string[]> => openTabs(page).getByRole('link').allTextContents()
export const openTabs = (page: Page): Locator => page.getByRole('navigation', { name: '打开的页面' })
/** Switches to a page that is already open, by its tab. */
export const turnToTab = (page: Page, name: string): Promise<void> =>
  openTabs(page).getByRole('link', { name, exact: true }).click()

/** From now on the page's clock only moves when the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
