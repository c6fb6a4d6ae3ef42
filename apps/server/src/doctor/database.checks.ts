import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedDatabase, EmbeddedDatabaseFault, reachEmbeddedDatabase } from '../db/embedded/index.ts'
import { isTooOld, knowsSchema, newestMigration, OtherVersion } from '../db/migrate.ts'
import { refuseOtherVersion } from '../db/node-version.ts'
import type { Env } from '../env.ts'
import { nodeName } from '../open-app.ts'
import { connectionWords } from './connection-words.ts'
import { codeOf, fault, lineOf, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** The oldest PostgreSQL that the server works with, as `server_version_num`. */
const OLDEST_VERSION = 150_000
const SUBJECT = '数据库'

/** The database of an installation. `open` is left out if there is none yet or it cannot be reached; `findings` gives the reason. */
export type ReachedDatabase = {
  findings: Finding[]
  open?: { url: string; client: pg.Client; isMigrated: boolean; close(): Promise<void> }
}

/** Connects to the database as the server does, but never creates one. */
export async function reachForDoctor(env: Env): Promise<ReachedDatabase> {
  const place = await placeOf(env).catch((error: unknown) => embeddedFault(error))
  if ('findings' in place) return place
  const client = new pg.Client({ connectionString: place.url, connectionTimeoutMillis: 8_000, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    await place.close()
    return { findings: [connectFault(error, place.url)] }
  }
  const findings = [...(await serverFindings(client, env)), ...(await schemaFindings(client))]
  if (findings.every(({ level }) => level !== 'fault')) findings.push(...(await nodeVersionFindings(place.url, env)))
  const isMigrated = await hasSchema(client)
  const close = async (): Promise<void> => {
    await client.end()
    await place.close()
  }
  return { findings, open: { url: place.url, client, isMigrated, close } }
}

async function placeOf(env: Env): Promise<{ url: string; close(): Promise<void> } | ReachedDatabase> {
  const nothing = async (): Promise<void> => undefined
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: nothing }
  const dataDir = join(resolve(env.HUOQIAO_DATA), 'database')
  if (!existsSync(dataDir)) return { findings: [ok(SUBJECT, '内置数据库还没有，首次启动时建立')] }
  const options = { dataDir, log: () => undefined }
  const running = await reachEmbeddedDatabase(options)
  if (running !== undefined) return { url: running, close: nothing }
  const opened = await openEmbeddedDatabase(options)
  return { url: opened.url, close: () => opened.close() }
}

function embeddedFault(error: unknown): ReachedDatabase {
  const says = error instanceof EmbeddedDatabaseFault ? error.sentence : lineOf(error)
  return { findings: [fault(SUBJECT, says, '见 docs/operations.md 的 The embedded database')] }
}

/** The error codes are listed in Appendix A of PostgreSQL's manual. */
function connectFault(error: unknown, url: string): Finding {
  const { host, pathname, username } = new URL(url)
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return fault(SUBJECT, `${host} 不接受用户 ${username} 的密码`, '核对 DATABASE_URL 里的用户名和密码')
    case '3D000':
      return fault(SUBJECT, `${host} 上没有数据库 ${pathname.slice(1)}`, '先建库，见 docs/operations.md 的建库语句')
    case '53300':
      return fault(SUBJECT, `${host} 的连接数已满`, '调大 max_connections，或减少节点')
    case '57P03':
      return fault(SUBJECT, `${host} 正在启动或恢复`, '等它就绪后再试')
    default: {
      const { says, fix } = connectionWords(error, host)
      return fault(SUBJECT, says, `${fix}；并核对 DATABASE_URL`)
    }
  }
}

async function serverFindings(client: pg.Client, env: Env): Promise<Finding[]> {
  const { rows } = await client.query<{
    version: string
    number: number
    encoding: string
    ctype: string
    may_create: boolean
    ms: string
  }>(`select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        pg_encoding_to_char(encoding) as encoding, datctype as ctype, has_schema_privilege('public', 'create') as may_create,
        extract(epoch from clock_timestamp()) * 1000 as ms
      from pg_database where datname = current_database()`)
  const { version, number, encoding, ctype, may_create: mayCreate } = rows[0]!
  const kind = env.DATABASE_URL ? '自备' : '内置'
  const found: Finding[] = []
  if (number < OLDEST_VERSION)
    found.push(fault(SUBJECT, `PostgreSQL ${version} 太旧`, '升级到 15 或更新的版本（docs/operations.md）'))
  else found.push(ok(SUBJECT, `PostgreSQL ${version}（${kind}），可以连接`))
  if (encoding !== 'UTF8') found.push(fault(SUBJECT, `编码是 ${encoding}，不能存中文`, '用 UTF8 编码重新建库'))
  if (ctype === 'C' || ctype === 'POSIX')
    found.push(
      warning(
        SUBJECT,
        `区域是 ${ctype}：中文不算文字，搜索与排序不完整`,
        `重新建库并指定 locale 'C.UTF-8'，再恢复备份`,
      ),
    )
  if (!mayCreate)
    found.push(
      fault(
        SUBJECT,
        '用户没有在 public 里建表的权限',
        'grant create on schema public to 这个用户，或让它成为库的所有者',
      ),
    )
  return found
}

async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('node') is not null as found`,
  )
  return rows[0]!.found
}

async function schemaFindings(client: pg.Client): Promise<Finding[]> {
  const subject = '数据库结构'
  if (!(await hasSchema(client))) return [ok(subject, '还没有，首次启动时建立')]
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]!.last ?? 0)
  if (last === newestMigration()) return [ok(subject, '与这个版本一致')]
  if (last > newestMigration())
    return [fault(subject, '已由更新的版本升级，这个版本不能再用它', '把这台机器上的货桥更新到同一版本')]
  if (isTooOld(last) || !knowsSchema(last))
    return [fault(subject, '由更早的版本建立，不能直接升级', '先用上一个版本启动一次，再用这个版本')]
  return [warning(subject, '下次启动时会升级', '升级前先运行 npm run backup（docs/upgrading.md）')]
}

async function nodeVersionFindings(url: string, env: Env): Promise<Finding[]> {
  try {
    await refuseOtherVersion(url, nodeName(env))
    return []
  } catch (error) {
    if (!(error instanceof OtherVersion)) throw error
    return [fault('节点', error.message, '所有节点用同一个版本')]
  }
}
