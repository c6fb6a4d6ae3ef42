import { randomBytes } from 'node:crypto'
import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccountRow, AccountsService } from '../accounts/index.ts'
import { base32, otpauthUrl, stepOfCode } from './totp.rules.ts'

type Endpoints = typeof ENDPOINTS
/** As RFC 4226 recommends for HMAC-SHA1. */
const SECRET_BYTES = 20

/** The second factor that any account may bind: an authenticator app. Taking it off is the administrator's `unbind`. */
export function authenticatorsService(deps: {
  db: Db
  clock: Clock
  accounts: AccountsService
  /** refuses with `too-many` beyond so many tries in a window */
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
    /** Not bound yet: only a code that the app shows proves that it has the secret. Starting again voids the one before. */
    async start(call: Call): Promise<OutputOf<Endpoints['startAuthenticator']>> {
      const row = await own(call)
      const secret = base32(randomBytes(SECRET_BYTES))
      await accounts.keepPendingAuthenticator(db.handle, row.id, secret)
      call.notes.object('account', row.id, row.userAccount)
      return { secret, otpauthUrl: otpauthUrl(secret, row.userAccount) }
    },

    async confirm(call: Call, code: string): Promise<null> {
      // Noted before anything may be refused, so that the log never falls back on the input, which is a code.
      call.notes.change('authenticator', false, true)
      const row = await own(call)
      call.notes.object('account', row.id, row.userAccount)
      const secret = accounts.pendingAuthenticatorOf(row)
      if (secret === undefined) throw new Refusal('state-not-allowed', { why: '请重新开始绑定' })
      await deps.limit(`authenticator:${row.id}`, 10)
      const step = stepOfCode(secret, code, deps.clock.now())
      if (step === undefined) throw new Refusal('code-wrong')
      await accounts.bindAuthenticator(db.handle, row.id, secret, step)
      return null
    },

    /** At login, after the password: the present code or a neighbour's, each once. */
    async check(row: AccountRow, secret: string, code: string): Promise<void> {
      const step = stepOfCode(secret, code, deps.clock.now())
      if (step === undefined || !(await accounts.takeCodeStep(db.handle, row.id, step))) throw new Refusal('code-wrong')
    },
  }
}
