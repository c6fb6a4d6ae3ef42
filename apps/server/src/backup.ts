import { cp, copyFile, mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatChinaTime } from '@huoqiao/kit'
import { dumpDatabase } from './db/backup/index.ts'
import { readEnv } from './env.ts'
import { systemClock } from './platform/clock.ts'
import { reachDatabase } from './reach-database.ts'
import { PICTURE_COPIES } from './features/files/index.ts'

/**
 * `npm run backup [-- folder]`: saves the database as of one moment, the pictures and files, and the secret key into a new folder (default
 * data/backups/<time>), while the app keeps running. `npm run restore` restores it.
 */
const env = readEnv(process.env)
const data = resolve(env.HUOQIAO_DATA)
const stamp = formatChinaTime(systemClock.now()).replaceAll(/[-:]/g, '').replace(' ', '-')
const folder = resolve(process.argv[2] ?? join(data, '..', 'backups', stamp))

if (existsSync(folder)) {
  process.stderr.write(`${folder} 已存在，备份要写进新的文件夹\n`)
  process.exitCode = 1
} else {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const database = await reachDatabase()
  try {
    const made = await dumpDatabase(database.url, folder)
    // Copied after the database: a file added in between does no harm, and no file that the database refers to is missing.
    const files = join(data, 'files')
    const copies = join(files, PICTURE_COPIES)
    if (existsSync(files))
      await cp(files, join(folder, 'files'), { recursive: true, filter: (path) => path !== copies })
    const hasKey = env.HUOQIAO_SECRET_KEY === undefined
    if (hasKey) await copyFile(join(data, 'secret.key'), join(folder, 'secret.key'))
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `已备份到 ${folder}\n${made.tables.length} 张表，${rows} 行；${hasKey ? '含 secret.key，请像密码一样保管' : 'HUOQIAO_SECRET_KEY 不在备份里，请另行保管'}\n`,
    )
  } finally {
    await database.close()
  }
}
