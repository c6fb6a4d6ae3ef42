import type { Proxy } from '@huoqiao/connector-kit'

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the process, as curl and most other programs read them. */
export type ProxyEnvironment = { https?: string | undefined; http?: string | undefined; except?: string | undefined }

/** Why the address cannot be one of a proxy; undefined: it is valid. An address without a scheme is an HTTP proxy. */
export function proxyFault(address: string): string | undefined {
  const url = withScheme(address)
  if (!URL.canParse(url)) return '应为 http://主机:端口'
  return /^https?:$/.test(new URL(url).protocol) ? undefined : '只支持 http:// 和 https:// 的代理'
}

const withScheme = (address: string): string => (/^[a-z][\w+.-]*:\/\//i.test(address) ? address : `http://${address}`)

export function proxyOf(address: string, login?: { user: string; password: string }): Proxy {
  const url = new URL(withScheme(address))
  const user = login?.user ?? decodeURIComponent(url.username)
  const password = login?.password ?? decodeURIComponent(url.password)
  const isAnonymous = user === '' && password === ''
  return {
    origin: url.origin,
    ...(isAnonymous ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
  }
}

/** The proxy of the environment for a host; undefined: none. */
export function environmentProxy(
  environment: ProxyEnvironment,
  to: { host: string; port: number; isSecure: boolean },
): Proxy | undefined {
  const address = to.isSecure ? environment.https : environment.http
  if (!address || isExcepted(environment.except ?? '', to)) return undefined
  return proxyOf(address)
}

/** `*`, or names separated by commas or spaces: a name also excepts its subdomains; with a port, only that port. */
function isExcepted(list: string, { host, port }: { host: string; port: number }): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, plain = entry, only] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry) ?? []
      if (only !== undefined && Number(only) !== port) return false
      const suffix = plain.replace(/^\*?\./, '')
      return name === suffix || name.endsWith(`.${suffix}`)
    })
}
