import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { ensureChromium, launchOptions } from '../tools/chromium.mjs'
import { fillCatalogue } from './catalogue.ts'
import { openFigures } from './figures.ts'
import { CONSOLE_DIR, openCluster, startServer, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

export const VIEWPORT = { width: 1440, height: 900 }

type Bench = {
  figures: ReturnType<typeof openFigures>
  server: Server
  /** A browser window without a login. */
  anonymous(this: void): Promise<BrowserContext>
  /** Logged in, with the storage of the console: specification section 3. */
  loggedIn(this: void): Promise<BrowserContext>
}

/** The built console with an installation of 2,000 products, and a browser. `fill` adds other data that the bench needs. */
export const withConsole = (
  name: string,
  work: (bench: Bench) => Promise<void>,
  fill: (database: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  withTemporaryFolder(async (open) => {
    if (!existsSync(join(CONSOLE_DIR, 'index.html'))) throw new Error('the console is not built: npm run build')
    const figures = openFigures(name)
    const cluster = await openCluster(open)
    const database = await cluster.create(name)
    await fillCatalogue(database, 2000)
    await fill(database)
    const server = await startServer({
      DATABASE_URL: database,
      HUOQIAO_DATA: open.folder,
      HUOQIAO_CONSOLE_DIR: CONSOLE_DIR,
    })
    open.closing(server.stop)
    const browser = await chromium.launch(launchOptions(ensureChromium({ log: console.log })))
    open.closing(() => browser.close())
    const anonymous = (): Promise<BrowserContext> => browser.newContext({ viewport: VIEWPORT })
    await work({
      figures,
      server,
      anonymous,
      async loggedIn() {
        const { userInfo, apiRight } = await server.call('safe_userMession', {})
        const context = await anonymous()
        await context.addInitScript(
          (kept) => {
            for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
          },
          { token: server.token, userInfo: JSON.stringify(userInfo), apiRight },
        )
        return context
      },
    })
    await figures.keep()
  })
