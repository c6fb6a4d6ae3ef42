import type { Hooks } from '../../define-feature.ts'
import type { LanguagesApi } from './languages.service.ts'
import { productsOfListings, storeInUse } from './stores.hooks.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import type { StoreConnectors } from './stores.connectors.ts'
import { environmentOf, healthAfter, meaningOf } from './stores.rules.ts'
import { findStore, findStores, findStoresByIds, noteHealth, noteUninstalled } from './stores.store.ts'
import type { StoresApi } from './stores.types.ts'
import { storeDoc } from './stores.view.ts'

/** How long names are cached; a rename in this process (`forgetNames`) is visible at once. */
const NAMES_MS = 1_000

/** The message for a store whose shop removed our app. */
export const UNINSTALLED =
  '店铺卸载了应用，同步、拉单和回传都已停止，已有的数据都在。在店铺后台重新安装应用后点“检查连接”；换了应用就填写新的凭据'

type StoresApiDeps = { db: Db; clock: Clock; secrets: SecretBox; hooks: Hooks }

/** The API for features of a higher rank; writing is done by the service. */
export function storesApi({ db, clock, secrets, hooks }: StoresApiDeps, connectors: StoreConnectors) {
  const now = (): Date => new Date(clock.now())
  let names: { at: number; byId: ReadonlyMap<string, string> } | undefined

  /** Why a later feature still needs the store; undefined: none does. */
  const usedBy = async (tx: Tx, storeId: string): Promise<string | undefined> =>
    (await hooks.ask(storeInUse, tx, storeId)).find((why) => why !== undefined)

  const api: Omit<StoresApi, keyof LanguagesApi> = {
    allStores: async (tx) => (await findStores(tx)).map(storeDoc),
    storesById: async (tx, ids) => new Map((await findStoresByIds(tx, ids)).map((row) => [row.id, storeDoc(row)])),
    async requireStores(tx, ids) {
      const wanted = [...new Set(ids)]
      const found = new Map((await findStoresByIds(tx, wanted, 'key share')).map((row) => [row.id, storeDoc(row)]))
      const missing = wanted.filter((id) => !found.has(id))
      if (missing.length > 0) throw new Refusal('not-found', { why: `店铺不存在：${missing.join('、')}` })
      return wanted.map((id) => found.get(id)!)
    },
    connectorOf: (storeId) => connectors.of(storeId),
    async webhookSecrets(storeId) {
      const row = await findStore(db.handle, storeId)
      if (!row) return []
      const credentials = connectors.credentialsOf(row)
      const previous = row.previousSecret !== null && (row.previousSecretUntil?.getTime() ?? 0) > clock.now()
      return [
        ...(credentials?.kind === 'client-credentials' ? [credentials.clientSecret] : []),
        ...(previous ? [secrets.open(row.previousSecret!)] : []),
      ]
    },
    explainStoreFailure(failure, store) {
      const { word, msg, why, next } = meaningOf(failure)
      return new Refusal(word, {
        ...(msg === undefined ? {} : { msg }),
        why: store ? `店铺“${store.name}”：${why}` : why,
        next,
        ...(failure.detail.exchange ? { exchange: failure.detail.exchange } : {}),
      })
    },
    async noteFailure(storeId, failure) {
      const health = healthAfter(failure)
      if (health === undefined) return
      await noteHealth(db.handle, storeId, { health, healthMessage: meaningOf(failure).why, checkedAt: now() })
    },
    async noteUninstalled(tx, storeId, at) {
      const row = await noteUninstalled(tx, storeId, at, { healthMessage: UNINSTALLED, checkedAt: now() })
      return row && storeDoc(row)
    },
    async storeNames(tx = db.handle) {
      const at = clock.now()
      if (!names || at - names.at > NAMES_MS || at < names.at) {
        const rows = await findStores(tx)
        names = { at, byId: new Map(rows.map(({ id, name }) => [id, name])) }
      }
      return names.byId
    },
    async environment() {
      const rows = await findStores(db.handle)
      return rows.some(({ origin }) => environmentOf(origin) === 'live') ? 'live' : 'sandbox'
    },
  }

  return {
    api,
    usedBy,
    forgetNames: () => void (names = undefined),
    /** The products of listings, by the identifiers that they have in a shop; unknown ones are left out. */
    productsOf: async (listingIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await hooks.ask(productsOfListings, db.handle, listingIds)).flatMap((known) => [...known])),
  }
}
