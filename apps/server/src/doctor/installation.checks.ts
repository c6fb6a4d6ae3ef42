import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { NOTEWORTHY_MS, TOO_FAR_MS } from '../db/database-clock.ts'
import { openDb } from '../db/db.ts'
import { countNodes } from '../db/nodes.ts'
import { refuseWrongSecretKey, WrongSecretKey } from '../db/secret-key.ts'
import type { Env } from '../env.ts'
import { jobCounts } from '../jobs/counts.ts'
import { loadSecretKey, secretBox } from '../platform/secrets.ts'
import { fault, lineOf, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A due job that no worker has taken for this long: no node runs jobs, or all are stuck. Jobs are polled every few seconds. */
const STUCK_JOB_SECONDS = 600
/** A backup older than this is reported; the examples in deploy/ make one a day. */
const OLD_BACKUP_DAYS = 2
const DAY_MS = 86_400_000

/** The difference between this machine's clock and the database's, which all nodes work by. */
export async function clockFinding(client: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const offsetMs = (before + Date.now()) / 2 - Number(rows[0]!.ms)
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const words = `本机时间比数据库${offsetMs > 0 ? '快' : '慢'} ${seconds} 秒`
  const fix = '校准本机时间，例如启用 NTP（timedatectl set-ntp true）'
  if (Math.abs(offsetMs) > TOO_FAR_MS) return fault('时钟', `${words}，服务端不会启动`, fix)
  if (Math.abs(offsetMs) > NOTEWORTHY_MS) return warning('时钟', words, fix)
  return ok('时钟', '与数据库一致')
}

/** The key that decrypts stored credentials. `url`: of a database that has this product's tables. */
export async function secretKeyFinding(env: Env, url: string | undefined): Promise<Finding> {
  const subject = '密钥'
  const file = join(resolve(env.HUOQIAO_DATA), 'secret.key')
  if (env.HUOQIAO_SECRET_KEY === undefined) {
    if (!existsSync(file)) {
      if (url === undefined) return ok(subject, '还没有，首次启动时建立')
      // Without stored secrets a new key does no harm.
      return warning(subject, `没有 ${file}`, '若以前启动过：把原来的 secret.key 放回，或设置 HUOQIAO_SECRET_KEY')
    }
    if ((statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32')
      return warning(subject, `其他用户能读 ${file}`, `chmod 600 ${file}`)
  }
  if (url === undefined) return ok(subject, '已设置')
  const db = openDb(url, { max: 1 })
  try {
    await refuseWrongSecretKey(db.handle, secretBox(loadSecretKey(env.HUOQIAO_SECRET_KEY, file)))
    return ok(subject, '能解开已保存的店铺与账号')
  } catch (error) {
    if (error instanceof WrongSecretKey)
      return fault(subject, '不是这个数据库用的那一个', '换回原来的 HUOQIAO_SECRET_KEY 或 secret.key；丢失时从备份恢复')
    return fault(subject, `读不出：${lineOf(error)}`, '应为 64 位十六进制数字')
  } finally {
    await db.close()
  }
}

/** Nodes and jobs of an installation. `isRunning`: this machine's node answers. */
export async function workFindings(url: string, isRunning: boolean): Promise<Finding[]> {
  const db = openDb(url, { max: 1 })
  try {
    const { alive, missing, clockOff } = await countNodes(db)
    const { rows } = await db.pool.query<{ name: string }>(
      `select name from jobs.queue where to_regclass('jobs.job') is not null`,
    )
    const jobs = await jobCounts(
      db,
      rows.map(({ name }) => name),
    )
    const stuck = jobs.filter(({ oldestDueSeconds }) => (oldestDueSeconds ?? 0) > STUCK_JOB_SECONDS)
    const found: Finding[] = []
    if (missing > 0)
      found.push(warning('节点', `${missing} 个节点没有回报`, '查看系统通知“节点异常”里的名字，启动或移除它'))
    if (clockOff > 0) found.push(warning('节点', `${clockOff} 个节点的时钟不准`, '在那些机器上启用 NTP'))
    if (missing === 0 && clockOff === 0) found.push(ok('节点', alive === 0 ? '没有在运行的' : `${alive} 个，都正常`))
    if (stuck.length > 0 && (isRunning || alive > 0))
      found.push(
        fault(
          '后台任务',
          `${stuck.map(({ name }) => name).join('、')} 等了十分钟以上没有人执行`,
          '确认至少有一个 HUOQIAO_ROLE=worker 或 all 的节点，并查看它的日志',
        ),
      )
    else found.push(ok('后台任务', isRunning ? '没有积压' : '没有在运行的节点'))
    return found
  } catch (error) {
    return [warning('后台任务', `读不出：${lineOf(error)}`, '启动一次后再检查')]
  } finally {
    await db.close()
  }
}

/** The age of the newest backup in the default folder of `npm run backup`; backups in other folders are not found. */
export function backupFinding(env: Env, isDemo: boolean, now: number): Finding {
  const folder = join(resolve(env.HUOQIAO_DATA), '..', 'backups')
  const made = existsSync(folder) ? readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs) : []
  const fix = '用定时任务每天运行 npm run backup（deploy/systemd/huoqiao-backup.timer），并复制到别的机器'
  if (made.length === 0) return isDemo ? ok('备份', '演示环境，没有备份') : warning('备份', `${folder} 里没有备份`, fix)
  const days = (now - Math.max(...made)) / DAY_MS
  if (days > OLD_BACKUP_DAYS) return warning('备份', `最近一次是 ${Math.floor(days)} 天前`, fix)
  return ok('备份', `${made.length} 份，最近一次在 ${Math.max(1, Math.round(days * 24))} 小时内`)
}
