import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findChromium, launchOptions } from '../tools/chromium.mjs'
import { PATIENCE_MS, soon } from './patience.ts'
import { watchCalls } from './visit.ts'

export { soon }

/** Screenshots of a journey are written to e2e/output; with HUOQIAO_GUIDE=1 the named ones replace those of the guide. */
const pictures = fileURLToPath(
  new URL(process.env['HUOQIAO_GUIDE'] ? '../docs/guide/pictures' : './output', import.meta.url),
)

const output = fileURLToPath(new URL('./output', import.meta.url))

export type Session = {
  readonly page: Page
  /** errors that the browser reported; must be empty at the end */
  readonly complaints: string[]
  /**
   * Waits until the page shows the words: in a toast, even one that has disappeared already, or anywhere on the screen. A toast is reported
   * once, together with all earlier ones, so that the message of the former action is not taken for this one's.
   */
  reported(words: string | RegExp): Promise<void>
  /** the toasts that were not reported yet, visible or not */
  readonly toasts: string[]
  picture(name: string): Promise<void>
  /** a screenshot after a failed test, in e2e/output */
  failure(name: string): Promise<void>
  close(): Promise<void>
}

let program: Promise<Browser> | undefined

/**
 * One browser process for all sessions of a worker: each has its own context, which shares nothing with the others. It ends with the
 * worker.
 */
async function openBrowser(): Promise<Browser> {
  const opened = await program
  if (opened?.isConnected()) return opened
  const path = findChromium()
  if (!path) throw new Error('没有找到 Chromium，请安装或用 CHROMIUM_PATH 指明')
  program = chromium.launch(launchOptions(path))
  return program
}

/** A browser of its own whose camera shows a video file (MJPEG), again and again. */
function openCameraBrowser(video: string): Promise<Browser> {
  const options = launchOptions(findChromium()!)
  const camera = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]
  return chromium.launch({ ...options, args: [...options.args, ...camera] })
}

/** A phone held upright. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * A person's browser: 1440 × 900, or a `phone`; Chinese, China time. Prefetching the code of all other pages is much of a page's cost, so
 * most sessions turn the data saver on; `eager` ones prefetch. `camera`: the video file that its camera shows; otherwise it has no camera.
 */
export async function openSession(
  url: string,
  { eager = false, phone = false, camera }: { eager?: boolean; phone?: boolean; camera?: string } = {},
): Promise<Session> {
  const browser = camera === undefined ? await openBrowser() : await openCameraBrowser(camera)
  const context = await browser.newContext({
    baseURL: url,
    ...(phone ? PHONE : { viewport: { width: 1440, height: 900 } }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Requests of a service worker are not those of the page, which tests intercept and count.
    serviceWorkers: phone ? 'allow' : 'block',
    // On a busy machine, a menu that is still animating under the pointer gets the press but not the release, so there is no click.
    reducedMotion: 'reduce',
  })
  if (!eager)
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  watchCalls(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A killed server refuses connections: that is what one journey tests, not an error.
    if (message.type() === 'error' && !/ERR_CONNECTION|ERR_INCOMPLETE|net::ERR/.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  const toasts = await hearToasts(page)
  for (const folder of [pictures, output]) mkdirSync(folder, { recursive: true })
  return {
    page,
    complaints,
    toasts,
    async reported(words) {
      const isSo = (text: string): boolean => (typeof words === 'string' ? text.includes(words) : words.test(text))
      await expect
        .poll(
          async () => {
            const at = toasts.findIndex(isSo)
            toasts.splice(0, at + 1)
            return at >= 0 || (await page.getByText(words).filter({ visible: true }).count()) > 0
          },
          { timeout: PATIENCE_MS, message: `the page says ${String(words)}` },
        )
        .toBe(true)
    },
    picture: (name) => pictureOf(page, name),
    failure: async (name) => {
      await page.screenshot({ path: join(output, `failed ${name.slice(0, 60)}.png`) })
    },
    close: () => (camera === undefined ? context.close() : browser.close()),
  }
}

/**
 * A picture of a page in another browser, for example of the marketplace with the collector. None in CI, where nobody looks at them and
 * drawing and compressing them takes the processors that the tests need.
 */
export async function pictureOf(page: Page, name: string): Promise<void> {
  if (process.env['CI'] && !process.env['HUOQIAO_GUIDE']) return
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Product pictures load when they become visible: a screenshot waits until the visible ones are loaded and decoded. */
export async function picturesShown(page: Page): Promise<void> {
  const areDecoded = (): Promise<boolean> =>
    page.evaluate(async () => {
      const inSight = [...document.querySelectorAll('img')].filter((image) => {
        const { top, height } = image.getBoundingClientRect()
        return height > 0 && top < window.innerHeight
      })
      const decoded = await Promise.allSettled(inSight.map((image) => image.decode()))
      return decoded.length > 0 && decoded.every(({ status }) => status === 'fulfilled')
    })
  await soon(areDecoded).toBe(true)
}

export async function login(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/')
}

/**
 * Logs in without the login page, for tests that are not about it: makes the page's own login call and stores the session where the page
 * stores it.
 */
export async function enter(page: Page, url: string, account: string, password: string): Promise<void> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: new URLSearchParams({
      userAccount: account,
      userPassword: createHash('md5').update(password).digest('hex'),
    }),
  })
  const { code, msg, data } = (await response.json()) as {
    code: number
    msg: string
    data: { token: string; userInfo: object }
  }
  if (code !== 200) throw new Error(`login as ${account}: ${msg}`)
  await page.goto('/static/menu.json')
  await page.evaluate(({ token, userInfo }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('userInfo', JSON.stringify(userInfo))
  }, data)
  await page.goto('/')
  await page.getByRole('navigation').first().waitFor()
}

/** Records every toast that the page ever shows, in order: on a slow machine one may be gone before the test looks for it. */
async function hearToasts(page: Page): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('toastShown', (text: string) => void heard.push(text))
  await page.addInitScript(() => {
    const hear = (node: Node): void => {
      if (!(node instanceof Element)) return
      const found = node.querySelectorAll<HTMLElement>('[data-kind]')
      for (const toast of [...(node.matches('[data-kind]') ? [node as HTMLElement] : []), ...found]) {
        // According to the page's own clock.
        toast.dataset['shownAt'] = String(Date.now())
        ;(window as unknown as { toastShown(text: string): void }).toastShown(
          toast.querySelector(':scope > div')?.textContent ?? '',
        )
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(hear)
    }).observe(document, { childList: true, subtree: true })
  })
  return heard
}
