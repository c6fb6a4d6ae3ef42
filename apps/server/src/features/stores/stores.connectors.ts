import { randomUUID } from 'node:crypto'
import { createShopifyConnector } from '@huoqiao/connector-shopify'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { Credentials, ShopifyConnector, StoredToken, TokenStore } from '@huoqiao/connector-shopify'
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { drawersOf } from '../../db/remote-pace.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { findStore, noteReachable, readToken, saveToken } from './stores.store.ts'
import type { StoreRow } from './stores.store.ts'

const credentialsSchema = z.union([
  z.object({ kind: z.literal('token'), accessToken: z.string() }),
  z.object({ kind: z.literal('client-credentials'), clientId: z.string(), clientSecret: z.string() }),
])
const tokenSchema = z.object({ accessToken: z.string(), expiresAt: z.number(), scope: z.string() })

export type StoreConnectors = {
  /** Throws for a store whose shop removed the app, unless the call checks whether it is back. */
  of(storeId: string, asked?: { whetherBack: true }): Promise<ShopifyConnector>
  credentialsOf(row: StoreRow): Credentials | undefined
}

type Deps = { db: Db; clock: Clock; secrets: SecretBox; log: Log; out: Pick<Outward, 'to'>; remotes: RemoteObserver }

/**
 * One cached connector for each store and credentials, because it tracks the shop's rate limit, which nodes share. The row is read at each
 * call, so that a change by another process is noticed.
 */
export function storeConnectors(deps: Deps): StoreConnectors {
  const me = randomUUID()
  const kept = new Map<string, { key: string; connector: ShopifyConnector; isUnreachable: boolean }>()

  const credentialsOf = (row: StoreRow): Credentials | undefined =>
    row.credentials === null ? undefined : credentialsSchema.parse(JSON.parse(deps.secrets.open(row.credentials)))

  /** The shop answered, so a recorded "unreachable" state ends. */
  const noteAnswer = (storeId: string): void => {
    const known = kept.get(storeId)
    if (!known?.isUnreachable) return
    known.isUnreachable = false
    noteReachable(deps.db.handle, storeId, new Date(deps.clock.now())).catch((error: unknown) =>
      deps.log.warn(
        { store: storeId, error: error instanceof Error ? error.message : String(error) },
        'health not noted',
      ),
    )
  }

  return {
    credentialsOf,
    async of(storeId, asked) {
      const row = await findStore(deps.db.handle, storeId)
      if (!row) {
        kept.delete(storeId)
        throw new Refusal('not-found', { why: '店铺不存在或已被移除' })
      }
      if (row.health === 'uninstalled' && !asked) throw uninstalled(row.name)
      const key = `${row.credentialsVersion} ${row.origin}`
      const known = kept.get(storeId)
      const isUnreachable = row.health === 'unreachable'
      if (known?.key === key) {
        known.isUnreachable = isUnreachable
        return known.connector
      }
      const credentials = credentialsOf(row)
      if (!credentials) throw new Refusal('store-unauthorised', { why: `店铺“${row.name}”没有保存凭据` })
      const connector = createShopifyConnector({
        origin: row.origin,
        credentials,
        tokens: sealedTokens(deps, row),
        fetch: deps.out.to.shopify,
        observer: deps.remotes,
        countDrawers: drawersOf(deps.db, `shopify ${storeId}`, me),
        log: (event) => {
          deps.log.debug({ store: row.name, ...event }, 'shopify')
          if (event.kind === 'sent' && event.outcome === 'answered') noteAnswer(storeId)
        },
      })
      kept.set(storeId, { key, connector, isUnreachable })
      return connector
    },
  }
}

const uninstalled = (name: string): Refusal =>
  new Refusal('store-unauthorised', {
    why: `店铺“${name}”卸载了应用`,
    next: [{ label: '在店铺后台重新安装应用后，检查连接', to: '/system/systemconfig' }],
  })

/** Stores the token encrypted, together with the version of the credentials that it was requested with. */
function sealedTokens({ db, secrets }: Deps, { id, credentialsVersion }: StoreRow): TokenStore {
  return {
    async read(): Promise<StoredToken | undefined> {
      const sealed = await readToken(db.handle, id, credentialsVersion)
      return sealed === undefined ? undefined : tokenSchema.parse(JSON.parse(secrets.open(sealed)))
    },
    write: (token) => saveToken(db.handle, id, credentialsVersion, secrets.seal(JSON.stringify(token))),
  }
}
