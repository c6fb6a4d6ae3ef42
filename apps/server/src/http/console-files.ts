import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './respond.ts'

/** Path prefixes of calls. An unknown one is a 404 in JSON, but a browser that asks for HTML gets the console's 404 page. */
const CALL_PATHS = /^\/(api|admin|shopify|mock|files|hooks|healthz|metrics|static|assets)(\/|$)/

/** Accounts that the login page of a demo offers with one click. Only the demo's own accounts. */
export type DemoAccount = { account: string; password: string; note: string }

/** Serves the built console: hashed files with unlimited caching, and its one page for every other path (the browser does the routing). */
export async function serveConsole(
  app: FastifyInstance,
  options: { dir: string; demoAccounts?: () => Promise<readonly DemoAccount[]> },
): Promise<void> {
  const index = join(options.dir, 'index.html')
  if (!existsSync(index)) throw new Error(`the console is not built: ${index} is missing`)
  const html = readFileSync(index, 'utf8')
  /** If all default passwords of the demo accounts were changed, the page only says that this is a demo. */
  const page = async (): Promise<string> => {
    const accounts = await options.demoAccounts?.()
    const demo = accounts === undefined ? '' : accounts.length === 0 ? 'true' : JSON.stringify(accounts)
    const tag = `<meta name="huoqiao-demo" content="${demo.replaceAll('"', '&quot;')}"></head>`
    return html.replace('</head>', () => tag)
  }
  await app.register(fastifyStatic, {
    root: options.dir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader(
        'cache-control',
        /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  const sendPage = async (reply: {
    type(t: string): { header(n: string, v: string): { send(b: string): unknown } }
  }): Promise<unknown> =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await page())
  app.get('/', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage = request.headers.accept?.includes('text/html') === true
    if (request.method !== 'GET' || (CALL_PATHS.test(path) && !wantsPage)) return reply.code(404).send(notFound())
    return sendPage(reply)
  })
}
