import { expect, it } from 'vitest'
import { environmentProxy, proxyFault, proxyOf } from './proxy-environment.ts'

const to = (url: string) => {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'https:'
  return { host: hostname, port: Number(port) || (isSecure ? 443 : 80), isSecure }
}
const environment = { https: 'proxy.lan:3128', http: 'http://plain.lan:8080' }
const originFor = (url: string, except?: string): string | undefined =>
  environmentProxy({ ...environment, except }, to(url))?.origin

it('https and http requests have a proxy each, which may be written without a scheme', () => {
  expect(originFor('https://gw.open.1688.com')).toBe('http://proxy.lan:3128')
  expect(originFor('http://gw.open.1688.com')).toBe('http://plain.lan:8080')
  expect(environmentProxy({}, to('https://gw.open.1688.com'))).toBeUndefined()
})

it.each([
  ['1688.com', 'https://gw.open.1688.com', true],
  ['.1688.com', 'https://gw.open.1688.com', true],
  ['*.1688.com', 'https://1688.com', true],
  ['688.com', 'https://gw.open.1688.com', false],
  ['a.com gw.open.1688.com', 'https://GW.open.1688.com', true],
  ['gw.open.1688.com:8443', 'https://gw.open.1688.com', false],
  ['gw.open.1688.com:443', 'https://gw.open.1688.com', true],
  ['*', 'https://gw.open.1688.com', true],
  ['[2001:db8::1]', 'https://[2001:db8::1]', true],
  ['', 'https://gw.open.1688.com', false],
])('NO_PROXY %s and %s: excepted %s', (except, url, isExcepted) => {
  expect(originFor(url, except) === undefined).toBe(isExcepted)
})

it('the login in the address, or the separate one, becomes a header', () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  expect(proxyOf('http://me:p%40ss@proxy.lan:3128')).toEqual({
    origin: 'http://proxy.lan:3128',
    authorization: basic('me:p@ss'),
  })
  expect(proxyOf('https://proxy.lan', { user: 'me', password: 'x' })).toMatchObject({ authorization: basic('me:x') })
  expect(proxyOf('proxy.lan:3128')).toEqual({ origin: 'http://proxy.lan:3128' })
})

it('an address that is no HTTP proxy is refused in words', () => {
  expect(proxyFault('socks5://proxy.lan')).toBe('只支持 http:// 和 https:// 的代理')
  expect(proxyFault('http://')).toBe('应为 http://主机:端口')
  expect(proxyFault('proxy.lan:3128')).toBeUndefined()
})
