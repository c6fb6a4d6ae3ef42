import type pg from 'pg'
import { isThisMachine } from '../demo-left.ts'
import type { Env } from '../env.ts'
import { outward } from '../platform/outward.ts'
import type { ProxyChooser } from './chosen-proxies.ts'
import { connectionWords } from './connection-words.ts'
import { codeOf, fault, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const WAIT_MS = 8_000
/** The addresses that a merchant's installation calls before any store or account is connected. */
type Place = { name: string; url: string; vendor: '1688' | 'shopify' }
const VENDORS: readonly Place[] = [
  { name: '1688 开放平台', url: 'https://gw.open.1688.com/', vendor: '1688' },
  { name: 'Shopify', url: 'https://accounts.shopify.com/', vendor: 'shopify' },
]
/** At most this many stores, and as many accounts, are tried: all of them are on the same machines of a vendor. */
const STORES_AT_MOST = 5

/** What answers on the port of this machine's node; `isOther`: another program; undefined: nothing listens. */
export type Heard = { status: string; ok: boolean } | { isOther: true } | undefined

/** Requests the health of the node that runs with these settings. */
export async function hearNode(env: Env): Promise<Heard> {
  const host = ['0.0.0.0', '::'].includes(env.HUOQIAO_HOST) ? '127.0.0.1' : env.HUOQIAO_HOST
  try {
    const answer = await fetch(`http://${host}:${env.HUOQIAO_PORT}/healthz`, { signal: AbortSignal.timeout(WAIT_MS) })
    const body: unknown = await answer.json()
    const status = typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : undefined
    return status === undefined ? { isOther: true } : { status, ok: answer.ok }
  } catch (error) {
    // Whatever accepted the connection did not answer as the server does.
    return codeOf(error) === 'ECONNREFUSED' ? undefined : { isOther: true }
  }
}

const HEALTH: Readonly<Record<string, readonly [says: string, fix: string]>> = {
  'storage-full': ['磁盘已满，暂停写入', '清理 HUOQIAO_DATA 所在的磁盘'],
  'database-gone': ['连不上数据库', '检查数据库是否在运行'],
  'database-busy': ['数据库没有空闲连接', '查看慢查询，或调大连接数'],
  'node-missing': ['在运行，但有节点没有回报', '启动那个节点，或等一小时自动移除'],
  'clock-off': ['在运行，但有节点的时钟不准', '在那台机器上启用 NTP'],
}

export function runningFinding(heard: Heard, env: Env): Finding {
  const port = env.HUOQIAO_PORT
  if (heard === undefined) return ok('服务端', `没有在运行，端口 ${port} 空着`)
  if ('isOther' in heard) return fault('服务端', `端口 ${port} 上是别的程序`, '关闭它，或用 HUOQIAO_PORT 换一个端口')
  if (heard.status === 'ok') return ok('服务端', `在端口 ${port} 上运行，一切正常`)
  const [says, fix] = HEALTH[heard.status] ?? [`回答“${heard.status}”`, '查看日志']
  return heard.ok ? warning('服务端', says, fix) : fault('服务端', says, fix)
}

/**
 * Tries to connect to the vendors and to the connected stores and accounts, in the same way as the server. `chosen`: the proxies of the
 * settings; undefined: there are no settings yet.
 */
export async function outboundFindings(
  env: Env,
  client: pg.Client | undefined,
  chosen: ProxyChooser | undefined,
): Promise<Finding[]> {
  const simulator = env.HUOQIAO_DEMO_SIMULATOR
  const simulatorOrigin = simulator && new URL(simulator).origin
  const allowed = [...(env.HUOQIAO_INSIDE ?? []), ...(simulator ? [new URL(simulator).host] : [])]
  const { to } = outward({
    allowed,
    environment: { https: env.HTTPS_PROXY, http: env.HTTP_PROXY, except: env.NO_PROXY },
    ...(chosen === undefined ? {} : { chosen }),
  })
  const connected = client ? await addressesOf(client) : []
  const known: readonly Place[] = simulator ? [{ name: '模拟器', url: simulator, vendor: '1688' }] : VENDORS
  const byOrigin = new Map([...known, ...connected].map((place) => [new URL(place.url).origin, place]))
  return Promise.all(
    [...byOrigin].map(async ([origin, { name, vendor }]) => {
      const { host } = new URL(origin)
      try {
        const answer = await to[vendor](origin, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
        await answer.body?.cancel()
        return ok('外网', `${name}（${host}）可以连接`)
      } catch (error) {
        if (origin === simulatorOrigin && codeOf(error) === 'ECONNREFUSED')
          return ok('外网', '演示环境只用模拟器，它没有在运行；npm start 会启动它')
        const { says, fix } = connectionWords(error, host)
        return fault('外网', `${name}：${says}`, fix)
      }
    }),
  )
}

async function addressesOf(client: pg.Client): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `(select '1688账号 ' || name as name, gateway as url, '1688' as vendor
      from marketplace_account order by created_at limit $1)
     union all (select '店铺 ' || name, origin, 'shopify' from store order by created_at limit $1)`,
    [STORES_AT_MOST],
  )
  return rows.filter(({ url }) => URL.canParse(url))
}

/** Whether messages from shops and from 1688 can reach this server. */
export async function messagesFinding(env: Env, client: pg.Client): Promise<Finding> {
  const subject = '消息'
  const { rows } = await client.query<{ value: unknown }>(
    `select value from system_config where key = 'inbox.publicOrigin'`,
  )
  const origin = typeof rows[0]?.value === 'string' ? rows[0].value.replace(/\/$/, '') : ''
  if (origin === '') {
    if (env.HUOQIAO_DEMO_SIMULATOR) return ok(subject, '演示环境，模拟器直接送达')
    return warning(
      subject,
      '没有设置公网地址，订单与货源变化只靠定时拉取，晚一两分钟',
      '在 连接与参数 里填写 inbox.publicOrigin，并把反向代理指到这里',
    )
  }
  if (!origin.startsWith('https://') && !isThisMachine(origin))
    return fault(subject, `${origin} 不是 https，Shopify 不会送消息到这里`, '给反向代理配置证书（deploy/nginx.conf）')
  try {
    const answer = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
    const body: unknown = await answer.json().catch(() => undefined)
    if (typeof body === 'object' && body !== null && 'status' in body) return ok(subject, `${origin} 能到达这里`)
    return fault(subject, `${origin} 上回答的不是货桥`, '检查反向代理和域名指向')
  } catch (error) {
    const { says } = connectionWords(error, new URL(origin).host)
    return warning(subject, `从本机访问 ${origin} 失败：${says}`, '从外网再试一次；仍不行时检查域名、反向代理和防火墙')
  }
}
