import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { RequestCall } from '../../db/request-call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccountsService } from '../accounts/index.ts'
import { findLoginsOf, findOnline } from './session-admin.store.ts'
import type { SessionAdminService } from './session-admin.service.ts'
import { SESSION } from './session.rules.ts'
import { loginView, ownSessionView } from './session.view.ts'

type Endpoints = typeof ENDPOINTS
const LOGINS_SHOWN = 20
const SESSIONS_SHOWN = 200

/** What a person can see and do about their own account. */
export function ownAccountService(deps: {
  db: Db
  clock: Clock
  accounts: AccountsService
  admin: Pick<SessionAdminService, 'endOf'>
  limit(who: string, tries: number): Promise<void>
}) {
  const { accounts } = deps
  return {
    async queryOwnSecurity(call: Call): Promise<OutputOf<Endpoints['queryOwnSecurity']>> {
      const tx = deps.db.handle
      const { accountId } = call.actor
      const row = await accounts.byId(tx, accountId)
      if (!row) throw new Refusal('session-over')
      const { rows } = await findOnline(
        tx,
        { accountId, now: new Date(deps.clock.now()) },
        { page: 1, pageSize: SESSIONS_SHOWN },
      )
      return {
        hasAuthenticator: row.totpSecret !== null,
        demandedBy: await accounts.demandedBy(tx, accountId),
        recoveryCodesLeft: await accounts.recoveryCodesLeft(tx, accountId),
        sessions: rows.map((one) => ownSessionView(one, call.actor.sessionId)),
        // The name may have belonged to another account before; its logins are not shown.
        logins: (await findLoginsOf(tx, row.userAccount, row.createdAt, LOGINS_SHOWN)).map(loginView),
      }
    },

    /** A session of somebody else is answered like a missing one. */
    endOwnSessions: (tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      deps.admin.endOf(tx, call, { ids, accountId: call.actor.accountId }, '被自己在别处踢下线'),

    /** The person is verified before any transaction, because a refused attempt counts too, and checking a password takes long. */
    async renewRecoveryCodes(
      call: RequestCall,
      input: InputOf<Endpoints['renewRecoveryCodes']>,
    ): Promise<OutputOf<Endpoints['renewRecoveryCodes']>> {
      call.notes.change('recoveryCodes', null, '***')
      const row = await accounts.byId(deps.db.handle, call.actor.accountId)
      if (!row) throw new Refusal('session-over')
      call.notes.object('account', row.id, row.userAccount)
      if (row.totpSecret === null) throw new Refusal('state-not-allowed', { why: '还没有绑定身份验证器' })
      await deps.limit(`password:${row.id}`, SESSION.passwordTries)
      if (!(await accounts.verify(row, input.userPassword))) throw new Refusal('old-password-wrong')
      return call.write(async (tx) => ({ recoveryCodes: await accounts.makeRecoveryCodes(tx, row.id) }))
    },
  }
}
