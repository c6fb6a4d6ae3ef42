import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Locator, Page } from 'playwright-core'
import { findWholeChromium, launchOptions } from '../tools/chromium.mjs'
import { PATIENCE_MS } from './patience.ts'
import { visit as visitConsole } from './visit.ts'

/** The built extension, as a person unpacks it. */
const EXTENSION = fileURLToPath(new URL('../apps/collector/dist/huoqiao-collector', import.meta.url))

export type CollectorBrowser = {
  /** opens a page of the marketplace by host and path */
  open(host: string, path: string): Promise<Page>
  /** the extension's page of settings */
  settings(): Promise<Page>
  close(): Promise<void>
}

/**
 * A person's browser with the collector loaded. The hosts of the marketplace are answered by the simulator, over HTTP, because it has no
 * certificate for them.
 */
export async function openCollectorBrowser(simulator: string): Promise<CollectorBrowser> {
  const path = findWholeChromium()
  if (!path) throw new Error('没有找到完整的 Chromium（headless shell 不能加载插件），请安装或用 CHROMIUM_PATH 指明')
  const profile = await mkdtemp(join(tmpdir(), 'huoqiao-collector-'))
  const { executablePath, headless, args } = launchOptions(path)
  const { host } = new URL(simulator)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless,
    args: [
      ...args,
      `--disable-extensions-except=${EXTENSION}`,
      `--load-extension=${EXTENSION}`,
      `--host-resolver-rules=MAP *.1688.com ${host}, MAP *.tmall.com ${host}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const visit = async (address: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    return page
  }
  return {
    open: (marketHost, marketPath) => visit(`http://${marketHost}${marketPath}`),
    settings: () => visit(new URL('options.html', worker.url()).href),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** The collector's reports on a page, the newest last. */
export const report = (page: Page): Locator => page.locator('huoqiao-collector .toast')

/** Creates a collector key on the console's page and returns it; the page shows it only once. */
export async function newCollectorKey(page: Page, name: string): Promise<string> {
  await visitConsole(page, '/shop/product/collector')
  await page.getByRole('button', { name: '新建密钥' }).click()
  await page.getByLabel('名称').fill(name)
  await page.getByRole('button', { name: /^新\s?建$/ }).click()
  const shown = page.getByRole('textbox', { name: '采集密钥' })
  await shown.waitFor()
  const key = await shown.inputValue()
  await page.getByRole('button', { name: '已填好，关闭' }).click()
  return key
}

/** Types address and key in the extension's settings; `expected`: the message after saving. */
export async function connectCollector(
  browser: Pick<CollectorBrowser, 'settings'>,
  { url, key }: { url: string; key: string },
  expected: string | RegExp,
): Promise<void> {
  const settings = await browser.settings()
  await settings.getByLabel('货桥的地址').fill(url)
  await settings.getByLabel('采集密钥').fill(key)
  await settings.getByRole('button', { name: '保存并检查' }).click()
  await settings.getByText(expected).waitFor()
  await settings.close()
}

/** The button of the extension on a page of the marketplace. */
export const collectOn = (page: Page): Promise<void> => page.getByRole('button', { name: '采集到货桥' }).click()

/** The network between the extension and the app: it can be cut, and counts the offers that pass. */
export type Connection = {
  readonly url: string
  /** requests of the collector that reached the app with an answer */
  readonly passed: string[]
  cut(): Promise<void>
  restore(): Promise<void>
}

export async function openConnection(app: string): Promise<Connection> {
  const to = new URL(app)
  const passed: string[] = []
  let server: Server | undefined
  const listen = async (port: number): Promise<number> => {
    const made = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      const onward = request(
        { host: to.hostname, port: to.port, method: incoming.method, path: incoming.url, headers: incoming.headers },
        (answer) => {
          if (incoming.method === 'POST') passed.push(Buffer.concat(chunks).toString())
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.destroy())
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.pipe(onward)
    })
    server = made
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    return (made.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    async cut() {
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
    restore: async () => void (await listen(port)),
  }
}
