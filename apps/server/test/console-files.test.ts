import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveConsole } from '../src/http/console-files.ts'
import { securityHeaders } from '../src/http/security-headers.ts'

const DOCUMENTS_ONLY = [
  'content-security-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

describe('the built console over HTTP', () => {
  let app: FastifyInstance
  let dir: string
  let origin: string
  const headersOf = async (path: string): Promise<{ status: number; headers: Headers }> => {
    const response = await fetch(`${origin}${path}`)
    await response.arrayBuffer()
    return { status: response.status, headers: response.headers }
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'huoqiao-console-'))
    await mkdir(join(dir, 'assets'))
    await writeFile(join(dir, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
    for (const name of ['page-Ab_1.js', 'page-Ab_1.css', 'picture-x.svg'])
      await writeFile(join(dir, 'assets', name), '/**/')
    app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
    securityHeaders(app)
    await serveConsole(app, { dir })
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    await rm(dir, { recursive: true, force: true })
  })

  it.each(['/assets/page-Ab_1.js', '/assets/page-Ab_1.css'])(
    'sends %s without the headers of an HTML document',
    async (path) => {
      const { status, headers } = await headersOf(path)
      expect(status).toBe(200)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('content-type')).toMatch(/^(application\/javascript|text\/css)/)
      expect(DOCUMENTS_ONLY.filter((name) => headers.has(name))).toEqual([])
    },
  )

  it.each([
    ['a page of the console', '/order/list', 200],
    ['the first page', '/', 200],
    ['a page whose address ends like a script', '/order/list.js', 200],
    ['a picture that may be opened by itself', '/assets/picture-x.svg', 200],
    ['a script that is not there, with more behind it', '/assets/page-Ab_1.js/none', 404],
    ['the document by a roundabout way', '/assets/..%2findex.html', 200],
  ])('sends %s with all headers of an HTML document', async (_what, path, expected) => {
    const { status, headers } = await headersOf(path)
    expect(status).toBe(expected)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(DOCUMENTS_ONLY.filter((name) => !headers.has(name))).toEqual([])
  })

  it.each(['/admin/whatever', '/api/whatever', '/shopify/x', '/assets/gone'])(
    'answers a request for HTML under %s with the console, which has a page for unknown addresses, and any other request with JSON',
    async (path) => {
      const typed = await fetch(`${origin}${path}`, {
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      })
      expect([typed.headers.get('content-type'), await typed.text()]).toEqual([
        'text/html; charset=utf-8',
        expect.stringContaining('<!doctype html>'),
      ])
      const called = await fetch(`${origin}${path}`, { headers: { accept: 'application/json' } })
      expect([called.status, await called.json()]).toEqual([404, expect.objectContaining({ code: 404 })])
      const posted = await fetch(`${origin}${path}`, { method: 'POST', headers: { accept: 'text/html' } })
      expect(posted.status).toBe(404)
    },
  )

  it('answers a missing script with 404 and not with the console', async () => {
    const { status, headers } = await headersOf('/assets/gone-1.js')
    expect(status).toBe(404)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
