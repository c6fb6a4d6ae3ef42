import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { SESSION, lockAfter, lockedFor, resourceTypeOf } from './session.rules.ts'
import type { Sms } from './sms-sender.ts'
import {
  addUnknownLoginFailure,
  findUnknownLogin,
  removeUnknownLogins,
  saveUnknownLogin,
} from './unknown-logins.store.ts'
import type { UnknownLoginRow } from './unknown-logins.store.ts'

/** Any phone number, to check whether codes are sent at all. */
const ANY_PHONE = '13800000000'

/**
 * Logins with unknown names. Each step is answered like an account with a phone, so that neither the login method, a code nor a lock shows
 * which accounts exist.
 */
export function unknownLogins(deps: {
  db: Db
  clock: Clock
  sms: Pick<Sms, 'reaches'>
  /** takes as long as checking a password */
  verifyNobody(digest: string): Promise<void>
}) {
  const tx = deps.db.handle
  const now = (): Date => new Date(deps.clock.now())
  const nameOf = (userAccount: string): string => userAccount.toLowerCase()
  const typeFor = async (row: UnknownLoginRow | undefined): Promise<'0' | '1' | '2'> =>
    resourceTypeOf({
      failures: row?.failedLogins ?? 0,
      hasAuthenticator: false,
      reachable: await deps.sms.reaches(ANY_PHONE),
    })

  async function fail(name: string): Promise<number> {
    const failures = await addUnknownLoginFailure(tx, name, now())
    const lockMs = lockAfter(failures)
    if (lockMs !== undefined) await saveUnknownLogin(tx, name, { lockedUntil: new Date(deps.clock.now() + lockMs) })
    return failures
  }

  return {
    resourceType: async (userAccount: string): Promise<'0' | '1' | '2'> =>
      typeFor(await findUnknownLogin(tx, nameOf(userAccount))),

    async sendCode(userAccount: string): Promise<void> {
      const row = await findUnknownLogin(tx, nameOf(userAccount))
      if (!row || (await typeFor(row)) !== '1') return
      if (row.codeSentAt && now().getTime() - row.codeSentAt.getTime() < SESSION.smsAgainMs)
        throw new Refusal('too-many', { why: SESSION.smsAgainWhy })
      await saveUnknownLogin(tx, row.userAccount, { codeSentAt: now() })
    },

    /** Always throws the refusal that an account would get. */
    async refuse(input: InputOf<(typeof ENDPOINTS)['login']>): Promise<never> {
      const name = nameOf(input.userAccount)
      const row = await findUnknownLogin(tx, name)
      const lockedUntil = row?.lockedUntil ?? null
      if (lockedUntil && lockedUntil > now()) throw new Refusal('login-locked', lockedFor(lockedUntil, now()))
      if ((await typeFor(row)) === '1') {
        if (!input.validateCode) throw new Refusal('code-needed')
        await fail(name)
        throw new Refusal('code-wrong')
      }
      const failures = await fail(name)
      if (lockedUntil === null && failures > SESSION.lockAfterFailures) throw new Refusal('login-locked')
      await deps.verifyNobody(input.userPassword)
      throw new Refusal('login-failed')
    },

    sweep: (handle: Tx, before: Date): Promise<void> => removeUnknownLogins(handle, before),
  }
}
