import type { RemoteFailure } from '@huoqiao/connector-kit'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { NoticesService } from '../notices/index.ts'
import type { ConnectorPool } from './marketplace.connectors.ts'
import { isAboutAccount, prolongFault } from './marketplace.mapping.ts'
import { daysLeft, mayProlong } from './marketplace.rules.ts'
import { findAccount, findAccounts } from './marketplace.store.ts'
import type { AccountRow } from './marketplace.store.ts'

/** Consents of 1688 that expire soon: extended if 1688 allows it, otherwise reported. */
export function endingTokensService(deps: {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  notices: Pick<NoticesService, 'tell'>
  pool: Pick<ConnectorPool, 'of'>
  noteFailure(row: AccountRow, error: unknown): Promise<AccountRow>
}) {
  const { db } = deps

  /** Tries to extend the consent. Returns the failure; undefined: extended, or not due yet. */
  const prolonged = async (row: AccountRow): Promise<RemoteFailure | undefined> => {
    if (!mayProlong(row, deps.clock.now())) return undefined
    try {
      return await deps.pool.of(row).prolongConsent()
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      if (isAboutAccount(error)) await deps.noteFailure(row, error)
      return error
    }
  }

  const report = async (row: AccountRow, failure: RemoteFailure | undefined): Promise<void> => {
    const days = daysLeft(row, deps.clock.now())
    if (days === undefined) return
    const why = failure ? `${prolongFault(failure)}；` : row.hasRefreshToken ? '' : '它没有续期令牌，不能自动延长；'
    await db.transaction((tx) =>
      deps.notices.tell(tx, {
        kind: 'token-expiring',
        about: `marketplace-account:${row.id}`,
        text:
          days === 0
            ? `1688账号“${row.name}”的授权已经失效，搜索、下单和消息都会停下；请重新授权`
            : `1688账号“${row.name}”的授权还有${days}天到期，${why}到期后搜索、下单和消息都会停下；请在到期前重新授权`,
        to: `/system/connect?step=consent&account=${row.id}`,
        value: days,
        lasting: true,
      }),
    )
  }

  return {
    /** One notice per day for each account whose consent expires within the number of days set in 预警配置. */
    async reportEndingTokens(): Promise<void> {
      for (const seen of await findAccounts(db.handle)) {
        const failure = await prolonged(seen)
        if (failure)
          deps.log.warn({ account: seen.id, word: failure.word, code: failure.detail.code }, 'consent not prolonged')
        const row = await findAccount(db.handle, seen.id)
        if (row) await report(row, failure)
      }
    },
  }
}
