import { createAlibabaConnector, createAlibabaOauth } from '@huoqiao/connector-1688'
import type { AlibabaConnector, AlibabaOauth, Tokens, TokenStore } from '@huoqiao/connector-1688'
import { createPace, systemClock } from '@huoqiao/connector-kit'
import type { Pace, RemoteObserver } from '@huoqiao/connector-kit'
import type { Db } from '../../db/db.ts'
import { sharedStarts } from '../../db/remote-pace.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { environmentOf, plainGateway } from './marketplace.rules.ts'
import { findAccount, replaceTokens } from './marketplace.store.ts'
import type { AccountRow } from './marketplace.store.ts'

/** 1688 documents no limit; this is well below the rate at which its limit was observed (reference 1.8). */
const STARTS_PER_SECOND = 5

export type ConnectorPool = {
  /** The account's connector; the same instance until a person edits the account. */
  of(row: AccountRow): AlibabaConnector
  /** For a consent: 1688's page, and the exchange of the code. */
  oauthOf(row: AccountRow): AlibabaOauth
}

/** The columns for tokens: encrypted, plus what lists show about them. */
export const tokenColumns = (
  box: SecretBox,
  tokens: Tokens | undefined,
): Pick<AccountRow, 'sealedTokens' | 'hasRefreshToken' | 'tokenExpiresAt' | 'refreshTokenExpiresAt' | 'loginId'> => ({
  sealedTokens: tokens ? box.seal(JSON.stringify(tokens)) : null,
  hasRefreshToken: tokens?.refreshToken != null,
  tokenExpiresAt: tokens?.expiresAt == null ? null : new Date(tokens.expiresAt),
  refreshTokenExpiresAt: tokens?.refreshTokenExpiresAt == null ? null : new Date(tokens.refreshTokenExpiresAt),
  loginId: tokens?.loginId ?? null,
})

export const openTokens = (box: SecretBox, row: Pick<AccountRow, 'sealedTokens'>): Tokens | undefined =>
  row.sealedTokens === null ? undefined : (JSON.parse(box.open(row.sealedTokens)) as Tokens)

/**
 * If the secret was encrypted with another key (a database moved without its key file), a person has to act, so it is not reported as an internal
 * error.
 */
function openSecret(box: SecretBox, row: AccountRow): string {
  try {
    return box.open(row.sealedSecret)
  } catch (error) {
    throw new Refusal('marketplace-unauthorised', {
      msg: '保存的1688应用密钥无法解密',
      why: `服务器的加密密钥与保存时不同（${error instanceof Error ? error.message : String(error)}）`,
      next: [{ label: '重新填写应用密钥和令牌', to: '/system/systemconfig?tab=marketplace' }],
    })
  }
}

/**
 * Connectors, one for each account, kept in memory. Tokens are stored in the database, so that all processes use a refreshed one from their next
 * call on. The rate limit is per app, as 1688 counts it, and shared by all nodes.
 */
export function createConnectorPool(deps: {
  db: Db
  box: SecretBox
  out: Pick<Outward, 'to'>
  remotes: RemoteObserver
  clock: Clock
  log: Pick<Log, 'warn'>
  startsPerSecond: number | undefined
}): ConnectorPool {
  const connectors = new Map<string, { version: number; connector: AlibabaConnector }>()
  const paces = new Map<string, Pace>()

  const paceOf = (row: AccountRow): Pace => {
    const app = `${plainGateway(row.gateway)} ${row.appKey}`
    const known = paces.get(app)
    if (known) return known
    const startsPerSecond = deps.startsPerSecond ?? STARTS_PER_SECOND
    const starts = sharedStarts({ pool: deps.db.pool, log: deps.log }, `1688 ${app}`, startsPerSecond)
    const pace = createPace({ startsPerSecond }, systemClock, starts)
    paces.set(app, pace)
    return pace
  }

  /** Never in a caller's transaction: a refreshed token must be kept even if the caller's work is rolled back. */
  const tokenStore = (accountId: string): TokenStore => {
    let readAs: string | undefined
    return {
      async read() {
        const row = await findAccount(deps.db.handle, accountId)
        readAs = row?.sealedTokens ?? undefined
        return row ? openTokens(deps.box, row) : undefined
      },
      async write(tokens) {
        if (readAs === undefined) return
        const columns = tokenColumns(deps.box, tokens)
        const at = new Date(deps.clock.now())
        await replaceTokens(deps.db.handle, accountId, readAs, {
          ...columns,
          health: 'ok',
          healthMessage: '令牌已自动续期',
          checkedAt: at,
          updatedAt: at,
        })
      },
    }
  }

  return {
    of(row) {
      // Every edit by a person creates a new connector, so that one that is refreshing old tokens cannot overwrite new ones.
      const known = connectors.get(row.id)
      if (known?.version === row.version) return known.connector
      const connector = createAlibabaConnector({
        gateway: plainGateway(row.gateway),
        appKey: row.appKey,
        appSecret: openSecret(deps.box, row),
        tokens: tokenStore(row.id),
        pace: paceOf(row),
        fetch: deps.out.to['1688'],
        observer: deps.remotes,
      })
      connectors.set(row.id, { version: row.version, connector })
      return connector
    },
    oauthOf(row) {
      const gateway = plainGateway(row.gateway)
      return createAlibabaOauth({
        gateway,
        // A simulator has its consent page beside its gateway.
        ...(environmentOf(gateway) === 'live' ? {} : { authHost: gateway }),
        appKey: row.appKey,
        appSecret: openSecret(deps.box, row),
        clock: systemClock,
        fetch: deps.out.to['1688'],
        observer: deps.remotes,
      })
    },
  }
}
