import { sql } from 'drizzle-orm'
import type { SecretBox } from '../platform/secrets.ts'
import type { Tx } from './db.ts'

/** What was sealed stays closed to this installation's key. `message` is for whoever started it. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey'
}

/** Throws WrongSecretKey where something is sealed and nothing of it opens: then every store would answer with a fault of its own. */
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

/** Every column that holds something sealed, by table. `secret-rotation.test.ts` looks for others. */
const SEALED: Readonly<Record<string, readonly string[]>> = {
  marketplace_account: ['sealed_secret', 'sealed_tokens'],
  store: ['credentials', 'previous_secret', 'token'],
  system_config: ['sealed'],
  account: ['totp_secret', 'totp_pending'],
}

/** The app is running: what it seals meanwhile would be sealed with the old key. */
export class AppIsRunning extends Error {
  override readonly name = 'AppIsRunning'
}

/**
 * Seals everything anew, and answers how many values; those that the new key opens already are left, so that it may be run again.
 * Throws AppIsRunning, and WrongSecretKey where a value opens with neither key: then nothing was changed, as the caller's
 * transaction is rolled back.
 */
export async function resealAll(tx: Tx, from: SecretBox, to: SecretBox): Promise<number> {
  // A node that starts meanwhile waits here with its first beat.
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
        // By its content, which no other row has.
        await tx.execute(sql`update ${t} set ${c} = ${to.seal(from.open(sealed))} where ${c} = ${sealed}`)
        count += 1
      }
    }
  }
  return count
}
