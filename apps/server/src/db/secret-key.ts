import { sql } from 'drizzle-orm'
import type { SecretBox } from '../platform/secrets.ts'
import type { Tx } from './db.ts'

/** The stored secrets cannot be decrypted with this installation's key. `message` is for the person who started it. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey'
}

/**
 * Throws WrongSecretKey if secrets are stored and none of them can be decrypted: otherwise every store would fail with an internal error.
 */
export async function refuseWrongSecretKey(tx: Tx, secrets: Pick<SecretBox, 'open'>): Promise<void> {
  const { rows } = await tx.execute<{ sealed: string }>(sql`
    (select sealed_secret as sealed from marketplace_account limit 1)
    union all (select credentials from store where credentials is not null limit 1)
    union all (select sealed from system_config where sealed is not null limit 1)
    union all (select totp_secret from account where totp_secret is not null limit 1)`)
  if (rows.length === 0 || rows.some(({ sealed }) => opens(secrets, sealed))) return
  throw new WrongSecretKey(
    '密钥不是这个数据库用的那一个：已保存的店铺、1688和短信密钥都打不开。请用原来的 HUOQIAO_SECRET_KEY（或原数据目录里的 secret.key）启动；' +
      '原密钥已经丢失时，请从同时含有密钥的备份恢复。',
  )
}

function opens(secrets: Pick<SecretBox, 'open'>, sealed: string): boolean {
  try {
    secrets.open(sealed)
    return true
  } catch {
    return false
  }
}

/** Every column with encrypted values, by table. `secret-rotation.test.ts` searches for others. */
const SEALED: Readonly<Record<string, readonly string[]>> = {
  marketplace_account: ['sealed_secret', 'sealed_tokens'],
  store: ['credentials', 'previous_secret', 'token'],
  system_config: ['sealed'],
  account: ['totp_secret', 'totp_pending'],
  translation_provider: ['sealed_key'],
  alert_channel: ['sealed_address', 'sealed_secret', 'sealed_password'],
}

/** The app is running, and would encrypt new values with the old key. */
export class AppIsRunning extends Error {
  override readonly name = 'AppIsRunning'
}

/**
 * Encrypts everything again with the new key and returns the number of values. Values that the new key already decrypts are skipped, so it
 * may be repeated. Throws AppIsRunning, or WrongSecretKey if a value can be decrypted with neither key; the caller's transaction is then
 * rolled back, so nothing was changed.
 */
export async function resealAll(tx: Tx, from: SecretBox, to: SecretBox): Promise<number> {
  // A node that starts now waits here with its first heartbeat.
  await tx.execute(sql`lock table node in share row exclusive mode`)
  const { rows: nodes } = await tx.execute<{ name: string }>(
    sql`select name from node where beat_at > clock_timestamp() - interval '20 seconds'`,
  )
  if (nodes.length > 0)
    throw new AppIsRunning(`货桥正在运行（${nodes.map(({ name }) => name).join('、')}），请先停止全部节点`)
  let count = 0
  for (const [table, columns] of Object.entries(SEALED)) {
    for (const column of columns) {
      const [t, c] = [sql.identifier(table), sql.identifier(column)]
      const { rows } = await tx.execute<{ sealed: string }>(
        sql`select ${c} as sealed from ${t} where ${c} is not null for update`,
      )
      for (const { sealed } of rows) {
        if (opens(to, sealed)) continue
        if (!opens(from, sealed))
          throw new WrongSecretKey(`${table}.${column} 中有一项用现在的密钥打不开，没有改动任何内容`)
        // Found by its content, which is unique.
        await tx.execute(sql`update ${t} set ${c} = ${to.seal(from.open(sealed))} where ${c} = ${sealed}`)
        count += 1
      }
    }
  }
  return count
}
