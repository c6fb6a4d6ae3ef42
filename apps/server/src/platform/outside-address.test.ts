import { createServer, get } from 'node:http'
import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { givesSecrets, isOutside, outsideLookup } from './outside-address.ts'

describe('an address given by a person', () => {
  it.each([
    'http://127.0.0.1/a.jpg',
    'http://10.1.2.3/a.jpg',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://localhost/',
    'file:///etc/passwd',
    'http://no-such-host.invalid/',
  ])('refuses %s, which is not outside', async (url) => {
    expect(await isOutside(url)).toBe(false)
  })

  it.each(['http://93.184.216.34/a.jpg', 'https://[2606:2800:220:1::1]/a.jpg'])('lets %s through', async (url) => {
    expect(await isOutside(url)).toBe(true)
  })
})

describe('where clouds give out a machine’s secrets', () => {
  it.each([
    'http://169.254.169.254',
    'http://2852039166',
    'http://[::ffff:169.254.169.254]',
    'http://[::ffff:a9fe:a9fe]',
    'http://100.100.100.200:9000',
    'http://[fd00:ec2::254]',
  ])('is %s', async (url) => {
    expect(await givesSecrets(url)).toBe(true)
  })
  it.each(['http://127.0.0.1:9000', 'http://192.168.1.20:9000', 'http://[fd12::1]', 'https://no-such-host.invalid'])(
    'is not %s',
    async (url) => {
      expect(await givesSecrets(url)).toBe(false)
    },
  )
})

describe('a name that answers with this machine once it is called', () => {
  const toThisMachine = [{ address: '127.0.0.1', family: 4 }]
  const asked = (port: number, lookup: LookupFunction): Promise<number | string> =>
    new Promise((resolve) => {
      get({ host: 'rebinds.example', port, lookup, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).on('error', (error) => resolve(error.message))
    })

  it('is reached by an ordinary connection, and not by one that looks', async () => {
    let visits = 0
    const server = createServer((_request, response) => {
      visits += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const port = typeof place === 'object' && place ? place.port : 0
    expect(await asked(port, (_host, _options, done) => done(null, toThisMachine))).toBe(200)
    const looking = outsideLookup((_host, _options, done) => done(null, toThisMachine))
    expect(await asked(port, looking)).toBe('rebinds.example is not outside')
    expect(visits).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  })
})
