import { openDb } from './db/db.ts'
import { readEnv } from './env.ts'
import { rescueAdministrator } from './features/accounts/index.ts'
import { recordCommand } from './features/operation-log/index.ts'
import { endSessionsOfAccount } from './features/session/index.ts'
import { systemClock } from './platform/clock.ts'
import { idSource } from './platform/ids.ts'
import { reachDatabase } from './reach-database.ts'

/**
 * `npm run admin:rescue [-- account]`: sets a new one-time password for an administrator who cannot log in. The default account is the
 * first administrator (HUOQIAO_ADMIN). Exit code 0 on success, else 1.
 */
const userAccount = process.argv[2] ?? readEnv(process.env).HUOQIAO_ADMIN
const database = await reachDatabase()
const db = openDb(database.url, { max: 1 })
try {
  const rescued = await db.transaction(async (tx) => {
    const done = await rescueAdministrator(tx, userAccount, {
      now: new Date(systemClock.now()),
      endSessions: endSessionsOfAccount,
    })
    if (done === undefined) return undefined
    await recordCommand({ clock: systemClock, newId: idSource(systemClock) }, tx, {
      command: 'admin:rescue',
      title: '重置管理员的密码，解除停用、锁定与身份验证器',
      account: { id: done.id, label: done.userAccount },
      changes: [{ field: 'password', before: '***', after: '***' }],
    })
    return done
  })
  process.stdout.write(
    rescued === undefined
      ? `没有名为 ${userAccount} 的管理员账号。其他账号请由管理员在 账号管理 里重置密码\n`
      : `新的初始密码（只显示这一次，登录后须修改）：${rescued.userAccount} / ${rescued.password}\n停用、锁定与身份验证器都已解除，原来的登录已全部退出\n`,
  )
  process.exitCode = rescued === undefined ? 1 : 0
} finally {
  await db.close()
  await database.close()
}
