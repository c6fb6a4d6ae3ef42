import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { findChromium, launchOptions } from '../tools/chromium.mjs'

/** Pictures of a journey go to e2e/output; with HUOQIAO_GUIDE=1 the named ones replace those of the guide. */
const pictures = fileURLToPath(
  new URL(process.env['HUOQIAO_GUIDE'] ? '../docs/guide/pictures' : './output', import.meta.url),
)

const output = fileURLToPath(new URL('./output', import.meta.url))

export type Desk = {
  readonly page: Page
  /** what the browser complained about, to be empty at the end */
  readonly complaints: string[]
  picture(name: string): Promise<void>
  /** what the page looked like when a test failed, in e2e/output */
  failure(name: string): Promise<void>
  close(): Promise<void>
}

/** A person's browser: 1440 × 900, Chinese, China time. */
export async function openDesk(url: string): Promise<Desk> {
  const path = findChromium()
  if (!path) throw new Error('没有找到 Chromium，请安装或用 CHROMIUM_PATH 指明')
  const browser: Browser = await chromium.launch(launchOptions(path))
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A killed server refuses connections: that is the point of one journey, not a complaint.
    if (message.type() === 'error' && !/ERR_CONNECTION|ERR_INCOMPLETE|net::ERR/.test(message.text()))
      complaints.push(message.text())
  })
  for (const folder of [pictures, output]) mkdirSync(folder, { recursive: true })
  return {
    page,
    complaints,
    picture: async (name) => {
      await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
    },
    failure: async (name) => {
      await page.screenshot({ path: join(output, `failed ${name.slice(0, 60)}.png`) })
    },
    close: () => browser.close(),
  }
}

export async function login(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/')
}
