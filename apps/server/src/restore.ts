import { forgetNodes } from './db/nodes.ts'
import { existsSync } from 'node:fs'
import { cp, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatChinaDate } from '@huoqiao/kit'
import { BackupFault, loadDatabase, prepareFor, readManifest } from './db/backup/index.ts'
import type { Tx } from './db/db.ts'
import { EmbeddedDatabaseFault, openEmbeddedDatabase, reachEmbeddedDatabase } from './db/embedded/index.ts'
import { readEnv } from './env.ts'
import { recordCommand } from './features/operation-log/index.ts'
import { skipNumbers } from './features/purchases/index.ts'
import { setByCommand } from './features/system-config/index.ts'
import { createJobs } from './jobs/jobs.ts'
import { systemClock } from './platform/clock.ts'
import { idSource } from './platform/ids.ts'
import { createLog } from './platform/log.ts'

/**
 * `npm run restore -- folder`: restores a backup into an empty installation (a data folder without a database, or an empty DATABASE_URL).
 * Purchases made after the backup are unknown to it, so from then on 1688 is searched before a purchase is placed, and purchase numbers
 * skip ahead.
 */
const env = readEnv(process.env)
const data = resolve(env.HUOQIAO_DATA)
/** More purchases than can happen in a day between a backup and its restore. */
const NUMBERS_SKIPPED = 1_000

async function openEmpty(): Promise<{ url: string; close: () => Promise<void> }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: async () => undefined }
  const options = { dataDir: join(data, 'database'), log: () => undefined }
  if ((await reachEmbeddedDatabase(options)) !== undefined)
    throw new BackupFault('not-empty', '货桥正在运行：请先停止，并恢复到空的数据目录')
  const opened = await openEmbeddedDatabase(options)
  return { url: opened.url, close: () => opened.close() }
}

/**
 * The key that encrypted the backup: the backup's own, or the environment's. A different key that is already here belongs to other data.
 */
async function bringKey(folder: string): Promise<void> {
  const [kept, here] = [join(folder, 'secret.key'), join(data, 'secret.key')]
  if (env.HUOQIAO_SECRET_KEY !== undefined) return
  if (!existsSync(kept))
    throw new BackupFault('incomplete', '备份里没有 secret.key：请用 HUOQIAO_SECRET_KEY 给出做备份时的密钥')
  if (existsSync(here) && (await readFile(here, 'utf8')) !== (await readFile(kept, 'utf8')))
    throw new BackupFault('not-empty', `${here} 与备份里的不同：请恢复到空的数据目录`)
  await mkdir(data, { recursive: true })
  await copyFile(kept, here)
}

async function restore(folder: string): Promise<string> {
  const manifest = await readManifest(folder)
  await bringKey(folder)
  const database = await openEmpty()
  try {
    await prepareFor(database.url, manifest)
    const jobs = createJobs({ url: database.url, log: createLog('silent') })
    await jobs.start({ work: false, scheduled: false })
    await jobs.stop()
    // Before the data: if copying fails, the restore can be repeated, because the app is still empty.
    if (existsSync(join(folder, 'files'))) await cp(join(folder, 'files'), join(data, 'files'), { recursive: true })
    const reported = await loadDatabase(database.url, folder, makeSafe)
    const rows = reported.tables.reduce((sum, table) => sum + table.rows, 0)
    return `已恢复 ${reported.madeAt} 的备份：${reported.tables.length} 张表，${rows} 行`
  } finally {
    await database.close()
  }
}

/** In the transaction that loads the data, so that a restored installation never exists without these safety settings. */
async function makeSafe(tx: Tx): Promise<void> {
  for (const key of ['purchase.lookFirst', 'sync.lookFirst'] as const)
    await setByCommand(tx, key, true, { by: '从备份恢复', now: new Date(systemClock.now()) })
  await forgetNodes(tx)
  await skipNumbers(tx, formatChinaDate(systemClock.now()), NUMBERS_SKIPPED)
  await recordCommand({ clock: systemClock, newId: idSource(systemClock) }, tx, {
    command: 'restore',
    title: '从备份恢复',
    changes: [],
  })
}

const given = process.argv[2]
try {
  if (given === undefined) throw new BackupFault('no-backup', '用法：npm run restore -- 备份所在的文件夹')
  process.stdout.write(
    `${await restore(resolve(given))}\n已打开 下单前先核对采购单号（系统设置 → 采购）和 建商品前先在店铺查找（系统设置 → 同步）：备份之后在1688下过的单、在店铺建过的商品，会认领而不会再来一次。启动后请先做一次对账\n`,
  )
} catch (error) {
  if (!(error instanceof BackupFault) && !(error instanceof EmbeddedDatabaseFault)) throw error
  process.stderr.write(`${error instanceof BackupFault ? error.message : error.sentence}\n`)
  process.exitCode = 1
}
