import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permitFor, sendHttp } from '@huoqiao/connector-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProxy } from '../../test/proxy.ts'
import { outward } from './outward.ts'

let server: Server
let port: number
let visits = 0
let leadsTo: string | undefined
const bodies: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    visits += 1
    if (leadsTo !== undefined && request.url === '/leads') response.writeHead(302, { location: leadsTo }).end()
    else request.on('data', (part: Buffer) => bodies.push(part.toString())).on('end', () => response.end('here'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  visits = 0
  bodies.length = 0
})

/** A host name that resolves to this machine when it is called, whatever it resolved to when it was checked. */
const rebinding: NonNullable<Parameters<typeof outward>[0]['resolve']> = (_host, _options, done) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])
const closed = outward({ allowed: [], resolve: rebinding })

describe('outgoing requests', () => {
  it.each(['http://127.0.0.1', 'http://[::1]', 'http://2130706433', 'http://10.0.0.1', 'http://192.168.1.1'])(
    'do not go to %s',
    async (origin) => {
      const failure: unknown = await closed.fetch(`${origin}:${port}/`).catch((error: unknown) => error)
      expect(failure).toMatchObject({ cause: { name: 'LiesInside' } })
      expect(visits).toBe(0)
    },
  )

  it('do not go to a forbidden address that a name resolves to at the time of the call', async () => {
    const failure: unknown = await closed.fetch(`http://rebinds.example:${port}/`).catch((error: unknown) => error)
    expect(failure).toMatchObject({ cause: { name: 'LiesInside', message: 'rebinds.example is not outside' } })
    expect(visits).toBe(0)
  })

  it('do not go there through a proxy either, and a proxy is no way to a metadata address', async () => {
    const proxy = await openProxy()
    const through = outward({ allowed: [], resolve: rebinding, environment: { http: proxy.origin } })
    for (const host of ['rebinds.example', '127.0.0.1', '10.0.0.1']) {
      const failure: unknown = await through.fetch(`http://${host}:${port}/`).catch((error: unknown) => error)
      expect(failure).toMatchObject({ cause: { name: 'LiesInside' } })
    }
    const given = outward({ allowed: [], environment: { http: 'http://169.254.169.254' } })
    const refused: unknown = await given.fetch(`http://example.test:${port}/`).catch((error: unknown) => error)
    expect(refused).toMatchObject({ cause: { code: 'EPROXY_REFUSED' } })
    expect([visits, proxy.tunnels]).toEqual([0, []])
    await proxy.close()
  })

  it('go where the operator allowed it, by host or by host and port, but no further', async () => {
    for (const allowed of ['127.0.0.1', `127.0.0.1:${port}`, `localhost:${port}`])
      expect((await outward({ allowed: [allowed] }).fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    const elsewhere = outward({ allowed: [`127.0.0.1:${port + 1}`] })
    await expect(elsewhere.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    // Only this address is allowed, and it redirects to another.
    leadsTo = `http://127.0.0.2:${port}/`
    await expect(outward({ allowed: ['127.0.0.1'] }).fetch(`http://127.0.0.1:${port}/leads`)).rejects.toThrow()
    expect(visits).toBe(4)
  })

  it('use the same checks for what may be sent only once, and send a form as a form', async () => {
    const form = new FormData()
    form.append('a', '甲')
    const send = {
      vendor: '1688',
      call: 'x',
      method: 'POST',
      timeoutMs: 5_000,
      safe: false,
      maskedRequest: '',
    } as const
    const now = { monotonicMs: performance.now(), wallMs: Date.now() }
    const guarded = { ...send, body: form, guard: () => Promise.resolve(permitFor(60_000, now)) }
    await expect(sendHttp({ ...guarded, url: `http://127.0.0.1:${port}/`, fetch: closed.fetch })).rejects.toMatchObject(
      { word: 'unavailable' },
    )
    expect(visits).toBe(0)
    const open = outward({ allowed: ['127.0.0.1'] }).fetch
    await sendHttp({ ...guarded, url: `http://127.0.0.1:${port}/`, fetch: open })
    await sendHttp({ ...send, body: form, url: `http://127.0.0.1:${port}/`, fetch: open })
    expect(bodies.join('').match(/form-data; name="a"\r\n\r\n甲/g)).toHaveLength(2)
  })

  it('are checked beforehand as well, and unknown names are left to the connection', async () => {
    expect(await closed.refuses('http://localhost/')).toBe(true)
    expect(await closed.refuses('https://[fd12::1]:9000')).toBe(true)
    expect(await closed.refuses('https://no-such-host.invalid')).toBe(false)
    expect(await outward({ allowed: ['192.168.1.20:9000'] }).refuses('http://192.168.1.20:9000')).toBe(false)
  })

  it('go to the local network if the operator chose that, and never to a cloud’s metadata address', async () => {
    expect((await closed.fetchNear(`http://127.0.0.1:${port}/`)).status).toBe(200)
    for (const host of ['169.254.169.254', '2852039166', '[::ffff:a9fe:a9fe]', '100.100.100.200', '[fd00:ec2::254]'])
      await expect(closed.fetchNear(`http://${host}/`)).rejects.toMatchObject({ cause: { name: 'LiesInside' } })
  })
})
