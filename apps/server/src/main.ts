import { join, resolve } from 'node:path'
import { ClockOff } from './db/database-clock.ts'
import { WrongSecretKey } from './db/secret-key.ts'
import { EmbeddedDatabaseFault, openEmbeddedDatabase } from './db/embedded/index.ts'
import { migrate, OtherVersion } from './db/migrate.ts'
import { refuseOtherVersion } from './db/node-version.ts'
import { DemoLeft } from './demo-left.ts'
import { readEnv } from './env.ts'
import { NoSharedFiles } from './features/files/index.ts'
import type { Env } from './env.ts'
import type { FirstStart } from './first-start.ts'
import { nodeName, openApp } from './open-app.ts'
import { collectWhenIdle } from './platform/idle-memory.ts'
import { createLog } from './platform/log.ts'
import { createProcessRegistry } from './process-metrics.ts'

/** The only file that uses the process itself: environment, signals, exit. */

type Word = { kind: 'step' | 'ready' | 'fatal'; text: string }
/**
 * Sends a message to the parent process (tools/start), or to the terminal. A parent that ended while this process was busy (a migration
 * takes minutes) has closed the channel: sending would throw ERR_IPC_CHANNEL_CLOSED, and the end on 'disconnect' would be a crash.
 */
const tell = (word: Word): void => {
  if (process.send && process.connected) process.send(word)
  else process.stderr.write(`${word.text}\n`)
}

/** Functions to run at the end, last one first. */
const closers: (() => Promise<void>)[] = []
let closing: Promise<void> | undefined
const closeAll = (): Promise<void> =>
  (closing ??= (async () => {
    for (const close of closers.reverse()) await close()
  })())

async function openDatabase(env: Env): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL
  tell({ kind: 'step', text: '打开内置数据库' })
  const embedded = await openEmbeddedDatabase({
    dataDir: join(resolve(env.HUOQIAO_DATA), 'database'),
    log: (line) => tell({ kind: 'step', text: line }),
  })
  closers.push(() => embedded.close())
  return embedded.url
}

async function start(env: Env): Promise<void> {
  const log = createLog(env.HUOQIAO_LOG)
  const databaseUrl = await openDatabase(env)
  tell({ kind: 'step', text: '检查数据库结构' })
  const failed = (cause: unknown): never => {
    throw cause instanceof OtherVersion ? cause : new MigrationFailed('migration failed', { cause })
  }
  await refuseOtherVersion(databaseUrl, nodeName(env)).catch(failed)
  await migrate(databaseUrl).catch(failed)
  const { first, address } = await openApp(env, {
    databaseUrl,
    log,
    undo: (close) => closers.push(close),
    processRegistry: createProcessRegistry(),
    onClockOff: (off) => {
      log.error({ error: off.message }, 'stopped: the clock of this machine is wrong')
      tell({ kind: 'fatal', text: sentenceOf(off) })
      void closeAll().finally(() => process.exit(1))
    },
  })
  tell({ kind: 'ready', text: [`货桥已就绪：${address}`, ...loginsToTell(env, first)].join('\n') })
  log.info({ address }, 'ready')
  collectWhenIdle()
}

/**
 * With several nodes, whichever starts first creates the administrator, so its log would be the wrong place for the password; a command
 * sets one instead.
 */
function loginsToTell(env: Env, { accounts }: FirstStart): string[] {
  const isOneOfSeveral = env.HUOQIAO_ROLE !== 'all' && env.HUOQIAO_DEMO_SIMULATOR === undefined
  if (!isOneOfSeveral) return accounts.map((one) => `${one.title}：${one.userAccount} / ${one.password}`)
  return accounts.map(
    ({ userAccount }) =>
      `已建立管理员 ${userAccount}：请在任一节点上运行 npm run admin:rescue，取得只显示一次的初始密码`,
  )
}

/** Our own sentence and the first line of the cause: never a page of SQL. */
class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
}

function firstLine(reason: unknown): string {
  const deepest = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  const text = deepest instanceof Error ? deepest.message : String(deepest)
  return text.split('\n')[0]!.slice(0, 300)
}

function sentenceOf(error: unknown): string {
  if (error instanceof EmbeddedDatabaseFault) return error.sentence
  if (
    error instanceof DemoLeft ||
    error instanceof WrongSecretKey ||
    error instanceof NoSharedFiles ||
    error instanceof OtherVersion
  )
    return error.message
  if (error instanceof ClockOff)
    return `本机时间比数据库${error.offsetMs > 0 ? '快' : '慢'} ${Math.round(Math.abs(error.offsetMs) / 1000)} 秒，请校准本机时间（如启用NTP）后再启动`
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `端口 ${process.env['HUOQIAO_PORT'] ?? '3688'} 已被占用，请用 HUOQIAO_PORT 换一个端口`
  if (code === 'ENOSPC') return '磁盘已满，请清理后再启动'
  if (code === 'ECONNREFUSED') return '连不上数据库，请检查 DATABASE_URL'
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof MigrationFailed) return `数据库结构升级失败，数据没有改动：${firstLine(error.cause)}`
  return `启动失败：${firstLine(text)}`
}

// The program that reads our output may be killed before us. The closed channel then ends us in order instead of by an EPIPE error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void closeAll().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}
process.on('disconnect', () => {
  void closeAll().then(() => process.exit(0))
})

try {
  await start(readEnv(process.env))
} catch (error) {
  tell({ kind: 'fatal', text: sentenceOf(error) })
  if (process.env['HUOQIAO_LOG'] === 'debug') console.error(error)
  await closeAll().catch(() => undefined)
  process.exit(1)
}
