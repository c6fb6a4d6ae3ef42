import { randomBytes } from 'node:crypto'
import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccountRow, AccountsService } from '../accounts/index.ts'
import { OWN_SECURITY_PAGE } from './known-devices.service.ts'
import type { TellPerson } from './known-devices.service.ts'
import type { LoginWay } from './session.rules.ts'
import { base32, isAppCode, otpauthUrl, stepOfCode } from './totp.rules.ts'

type Endpoints = typeof ENDPOINTS
/** As RFC 4226 recommends for HMAC-SHA1. */
const SECRET_BYTES = 20

/** The second factor: an authenticator app that any account may bind. Only an administrator can remove it (`unbind`). */
export function authenticatorsService(deps: {
  db: Db
  clock: Clock
  accounts: AccountsService
  /** provided by the notices feature */
  tellPerson: TellPerson
  /** refuses with `too-many` after this many tries in a window */
  limit(who: string, tries: number): Promise<void>
}) {
  const { db, accounts } = deps
  const own = async (call: Call): Promise<AccountRow> => {
    const row = await accounts.byId(db.handle, call.actor.accountId)
    if (!row) throw new Refusal('session-over')
    if (row.totpSecret !== null)
      throw new Refusal('state-not-allowed', { why: '已经绑定了身份验证器，请先让管理员解绑' })
    return row
  }

  return {
    /** Not bound yet: a code from the app proves that it has the secret. Starting again invalidates the previous secret. */
    async startAuthenticator(call: Call): Promise<OutputOf<Endpoints['startAuthenticator']>> {
      const row = await own(call)
      const secret = base32(randomBytes(SECRET_BYTES))
      await accounts.keepPendingAuthenticator(db.handle, row.id, secret)
      call.notes.object('account', row.id, row.userAccount)
      return { secret, otpauthUrl: otpauthUrl(secret, row.userAccount) }
    },

    /** From now on each login asks for a code. The recovery codes are only in this answer. */
    async confirmAuthenticator(call: Call, code: string): Promise<OutputOf<Endpoints['confirmAuthenticator']>> {
      // Noted before anything may be refused: otherwise the log would record the input, which is a code.
      call.notes.change('authenticator', false, true)
      const row = await own(call)
      call.notes.object('account', row.id, row.userAccount)
      const secret = accounts.pendingAuthenticatorOf(row)
      if (secret === undefined) throw new Refusal('state-not-allowed', { why: '请重新开始绑定' })
      await deps.limit(`authenticator:${row.id}`, 10)
      const step = stepOfCode(secret, code, deps.clock.now())
      if (step === undefined) throw new Refusal('code-wrong')
      return db.transaction(async (tx) => {
        await accounts.bindAuthenticator(tx, row.id, secret, step)
        return { recoveryCodes: await accounts.makeRecoveryCodes(tx, row.id) }
      })
    },

    /**
     * At login, after the password: the app's code for now (or one step before or after), or an unused recovery code. The use of a recovery
     * code is reported to the person with the remaining number, so that somebody who lost the sheet notices.
     */
    async check(row: AccountRow, secret: string, code: string): Promise<LoginWay> {
      if (isAppCode(code)) {
        const step = stepOfCode(secret, code, deps.clock.now())
        if (step === undefined || !(await accounts.takeCodeStep(db.handle, row.id, step)))
          throw new Refusal('code-wrong')
        return 'authenticator'
      }
      await db.transaction(async (tx) => {
        if (!(await accounts.takeRecoveryCode(tx, row.id, code))) throw new Refusal('code-wrong')
        const left = await accounts.recoveryCodesLeft(tx, row.id)
        await deps.tellPerson(tx, {
          accountId: row.id,
          about: `recovery:${row.id}:${left}`,
          title: '使用了恢复码',
          text: `您的账号用一个恢复码登录，还剩 ${left} 个。如果不是您本人，请立即修改密码并重新生成恢复码${left <= 3 ? '；剩下的不多了，请尽快重新生成' : ''}。`,
          to: OWN_SECURITY_PAGE,
        })
      })
      return 'recovery'
    },
  }
}
