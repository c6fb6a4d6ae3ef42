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
