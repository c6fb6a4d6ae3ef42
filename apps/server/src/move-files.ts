import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { systemClock } from './platform/clock.ts'
import { openDb } from './db/db.ts'
import type { Db } from './db/db.ts'
import { countNodes } from './db/nodes.ts'
import { readEnv } from './env.ts'
import { movingService, storagePlaces } from './features/files/index.ts'
import type { StorageKind } from './features/files/index.ts'
import { recordCommand } from './features/operation-log/index.ts'
import { setByCommand, systemConfigService } from './features/system-config/index.ts'
import { idSource } from './platform/ids.ts'
import { outward } from './platform/outward.ts'
import { Refusal } from './platform/refusal.ts'
import { loadSecretKey, secretBox } from './platform/secrets.ts'
import { reachDatabase } from './reach-database.ts'

/**
 * `npm run files:move -- --to postgres|s3|disk`: stores new files there and moves the existing ones, with or without a running
 * installation. Must run on the machine that has the files, if they are on disk. If it is killed, run it again. Exit code 0 if all files
 * are there, else 1.
 */
const env = readEnv(process.env)
const clock = systemClock
const KINDS = { postgres: '数据库', s3: '对象存储', disk: '本机磁盘' } as const
const isKind = (given: string | undefined): given is StorageKind => given !== undefined && given in KINDS

/** Undefined: it is allowed. */
async function whyNot(db: Db, to: StorageKind): Promise<string | undefined> {
  if (to === 'disk' && (await countNodes(db)).alive > 1)
    return '有多个节点在运行：它们看不到这台机器的磁盘，请改用 --to postgres 或 --to s3'
  return undefined
}

async function move(to: StorageKind): Promise<string[]> {
  const database = await reachDatabase()
  const db = openDb(database.url, { max: 4 })
  try {
    const refused = await whyNot(db, to)
    if (refused !== undefined) throw new Refusal('storage-failed', { why: refused })
    const secrets = secretBox(loadSecretKey(env.HUOQIAO_SECRET_KEY, join(resolve(env.HUOQIAO_DATA), 'secret.key')))
    const places = storagePlaces({
      db,
      clock,
      config: systemConfigService({ clock, secrets }),
      out: outward({ allowed: env.HUOQIAO_INSIDE ?? [] }),
      folder: join(resolve(env.HUOQIAO_DATA), 'files'),
      isWholeApp: env.DATABASE_URL === undefined,
    })
    // Checks that the place can be reached before new files are sent there.
    await places.at(db.handle, to)
    const from = await places.current(db.handle)
    if (from !== to)
      await db.transaction(async (tx) => {
        await setByCommand(tx, 'files.storage', to, { by: '命令 files:move', now: new Date(clock.now()) })
        await recordCommand({ clock, newId: idSource(clock) }, tx, {
          command: 'files:move',
          title: '更换文件存放位置，并迁移已有文件',
          changes: [{ field: 'files.storage', before: from, after: to }],
        })
      })
    const moved = await movingService({ db, places })(to, ({ objects }) =>
      process.stdout.write(`已迁移 ${objects} 个文件\n`),
    )
    process.stdout.write(`迁移完成：${moved.objects} 个文件，${moved.bytes} 字节，现在都在${KINDS[to]}\n`)
    return moved.lost
  } finally {
    await db.close()
    await database.close()
  }
}

const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
if (isKind(to)) {
  try {
    const lost = await move(to)
    if (lost.length > 0) {
      const shown = lost.slice(0, 20).join('\n')
      process.stderr.write(`${lost.length} 个文件在原处找不到，或内容与校验值不符，没有改动：\n${shown}\n`)
      process.exitCode = 1
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`没有迁移：${error.detail.why ?? error.message}\n`)
    process.exitCode = 1
  }
} else {
  process.stderr.write('用法：npm run files:move -- --to postgres（或 s3、disk）\n')
  process.exitCode = 1
}
