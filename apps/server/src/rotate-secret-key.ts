import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDb } from './db/db.ts'
import { AppIsRunning, resealAll, WrongSecretKey } from './db/secret-key.ts'
import { readEnv } from './env.ts'
import { recordCommand } from './features/operation-log/index.ts'
import { systemClock } from './platform/clock.ts'
import { idSource } from './platform/ids.ts'
import { loadSecretKey, secretBox } from './platform/secrets.ts'
import { reachDatabase } from './reach-database.ts'

/**
 * `npm run secrets:rotate`: encrypts all stored credentials with a new key, in one transaction, while no node runs. The key is
 * HUOQIAO_NEW_SECRET_KEY, which is required if HUOQIAO_SECRET_KEY is set; otherwise one is generated and replaces `secret.key`. If it is
 * killed, run it again. Exit code 0 on success, else 1.
 */
const env = readEnv(process.env)
const file = join(resolve(env.HUOQIAO_DATA), 'secret.key')
const next = `${file}.next`

/** Stored before anything is encrypted with it. */
function newKey(): Buffer | undefined {
  const given = process.env['HUOQIAO_NEW_SECRET_KEY'] ?? ''
  if (given !== '' && !/^[0-9a-f]{64}$/i.test(given)) return undefined
  if (env.HUOQIAO_SECRET_KEY !== undefined) return given === '' ? undefined : Buffer.from(given, 'hex')
  if (!existsSync(next)) writeFileSync(next, given || randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  return Buffer.from(readFileSync(next, 'utf8').trim(), 'hex')
}

async function rotate(key: Buffer): Promise<string> {
  const database = await reachDatabase()
  const db = openDb(database.url, { max: 1 })
  try {
    const from = secretBox(loadSecretKey(env.HUOQIAO_SECRET_KEY, file))
    const count = await db.transaction(async (tx) => {
      const sealed = await resealAll(tx, from, secretBox(key))
      await recordCommand({ clock: systemClock, newId: idSource(systemClock) }, tx, {
        command: 'secrets:rotate',
        title: '更换密钥，重新加密已保存的凭据',
        changes: [{ field: 'secretKey', before: '***', after: '***' }],
      })
      return sealed
    })
    if (env.HUOQIAO_SECRET_KEY !== undefined)
      return `已用新密钥重新加密 ${count} 项。请把每个节点的 HUOQIAO_SECRET_KEY 换成 HUOQIAO_NEW_SECRET_KEY 的值再启动`
    renameSync(next, file)
    return `已用新密钥重新加密 ${count} 项，新密钥在 ${file}。更换前的备份仍要用它自带的旧密钥`
  } finally {
    await db.close()
    await database.close()
  }
}

const key = newKey()
if (key === undefined) {
  process.stderr.write('请在 HUOQIAO_NEW_SECRET_KEY 中给出新密钥：64位十六进制数字\n')
  process.exitCode = 1
} else {
  await rotate(key).then(
    (line) => process.stdout.write(`${line}\n`),
    (error: unknown) => {
      if (!(error instanceof AppIsRunning || error instanceof WrongSecretKey)) throw error
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    },
  )
}
