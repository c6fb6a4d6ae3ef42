import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { openFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { openCluster, query, startServer, withTemporaryFolder } from './app.ts'
import type { Cluster, Open, Server } from './app.ts'
import { interleave, load } from './load.ts'
import type { Round } from './load.ts'

/**
 * The administration's lists with a hundred thousand rows each: at most 10 ms (median) per call, one at a time, with session, rights,
 * counts and shaping. Also measured: how much longer a call takes than with a hundredth of the rows, and than a call that only checks the
 * session, all in turn, because single times on a busy machine are unreliable.
 */
const LARGE = Number(process.env['BENCH_ADMIN_ROWS'] ?? 100_000)
const SMALL = Math.ceil(LARGE / 100)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 500)
const MOST_MS = 10

type Asked = { name: string; call: EndpointName; fields: Record<string, string> }
/** The cheapest call with a session: other load on the machine affects it in the same way. */
const WHO: Asked = { name: '身份查询', call: 'safe_userMession', fields: {} }
const LISTS: readonly Asked[] = [
  { name: '账号，第一页', call: 'pagingQuery', fields: {} },
  { name: '账号，第100页', call: 'pagingQuery', fields: { page: '100' } },
  { name: '账号，搜一个人', call: 'pagingQuery', fields: { keyword: `user${SMALL - 1}` } },
  { name: '账号，搜常见的词', call: 'pagingQuery', fields: { keyword: '员工' } },
  { name: '账号，已停用', call: 'pagingQuery', fields: { status: 'suspended' } },
  { name: '角色，第一页（100个）', call: 'queryRoles', fields: {} },
  { name: '角色，搜常见的词', call: 'queryRoles', fields: { keyword: '角色' } },
  { name: '操作日志，第一页', call: 'findOperationLog', fields: {} },
  { name: '操作日志，搜罕见的词', call: 'findOperationLog', fields: { keyword: '罕见' } },
  { name: '操作日志，搜常见的词', call: 'findOperationLog', fields: { keyword: '修改角色' } },
  { name: '操作日志，失败的', call: 'findOperationLog', fields: { outcome: 'refused' } },
  { name: '操作日志，一个对象', call: 'findOperationLog', fields: { kind: 'role', objectId: '17' } },
  { name: '登录日志，第一页', call: 'queryLoginLog', fields: {} },
  { name: '登录日志，搜一个账号', call: 'queryLoginLog', fields: { keyword: 'user777' } },
]

await withTemporaryFolder(async (open) => {
  const figures = openFigures('admin-lists')
  const cluster = await openCluster(open)
  const small = await openApp(open, cluster, 'small', SMALL)
  const large = await openApp(open, cluster, 'large', LARGE)
  figures.note('rows', { small: SMALL, large: LARGE })
  for (const one of LISTS) await measure(figures, { small, large }, one)
  await figures.keep()
})

async function openApp({ folder, closing }: Open, cluster: Cluster, name: string, rows: number): Promise<Server> {
  const url = await cluster.create(name)
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: folder, HUOQIAO_ROLE: 'web' })
  closing(server.stop)
  await fill(url, rows)
  return server
}

async function fill(url: string, rows: number): Promise<void> {
  const series = `from generate_series(1, ${rows}) n`
  await query(url, `insert into role (id, name) select gen_random_uuid(), '角色' || n ${series}`)
  await query(
    url,
    `insert into account (id, user_account, name, password_hash, role_type, status)
     select gen_random_uuid(), 'user' || n, '员工' || n, 'x', 0, case when n % 1000 = 0 then 'suspended' else 'active' end ${series}`,
  )
  await query(
    url,
    `insert into operation_log
       (id, at, account_name, ip, call, title, objects, object_keys, changes, outcome, message, duration_ms, request_id)
     select gen_random_uuid(), now() - n * interval '1 second', '员工' || n % 50, '10.0.0.1', 'updateRole',
       case when n % 500 = 0 then '罕见操作' else '修改角色' end, '[]', array['role', 'role:' || n], '[]',
       case when n % 200 = 0 then 'refused' else 'ok' end, '', 3, 'r' || n ${series}`,
  )
  await query(
    url,
    `insert into login_log (id, at, user_account, ip, user_agent, outcome, message)
     select gen_random_uuid(), now() - n * interval '1 second', 'user' || n, '10.0.0.1', '', 'ok', '' ${series}`,
  )
  await query(url, 'vacuum analyze')
}

type Apps = Record<'small' | 'large', Server>

async function measure(figures: Figures, { small, large }: Apps, one: Asked): Promise<void> {
  const seen = await interleave({ large: asked(large, one), small: asked(small, one), who: asked(large, WHO) }, ROUNDS)
  figures.tell({ name: `${one.name}：一半的调用不超过`, value: seen.spread.large.p50, unit: '毫秒', limit: MOST_MS })
  figures.tell({ name: `${one.name}：是百分之一行数时的`, value: seen.ratio('small', 'large'), unit: '倍' })
  figures.tell({ name: `${one.name}：是一次身份查询的`, value: seen.ratio('who', 'large'), unit: '倍' })
  figures.note(one.name, { spread: seen.spread, perSecond: seen.perSecond })
}

function asked(server: Server, { call, fields }: Asked): () => Promise<Round> {
  const url = `${server.url}${ENDPOINTS[call].path}?${new URLSearchParams(fields)}`
  return () => load({ url, headers: { authorization: server.token } }, { forMs: ROUND_MS, width: 1 })
}
