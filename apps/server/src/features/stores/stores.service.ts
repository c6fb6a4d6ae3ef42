import type { Hooks } from '../../define-feature.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure, RemoteObserver } from '@huoqiao/connector-kit'
import type { Credentials } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { Store, StoreFields } from '@huoqiao/contract/stores/stores.schema'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { INSIDE } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import type { PricingService } from '../pricing/index.ts'
import { languagesService } from './languages.service.ts'
import { newCredentials } from './new-credentials.ts'
import { checkShop, choicesAfter } from './shop-check.service.ts'
import { storeConnectors } from './stores.connectors.ts'
import { storesApi, UNINSTALLED } from './stores.api.ts'
import { storeRuleChanged } from './stores.jobs.ts'
import { environmentOf, normalOrigin } from './stores.rules.ts'
import {
  findFirstStore,
  findStore,
  findStores,
  insertStore,
  removeStore,
  saveFacts,
  saveStore,
} from './stores.store.ts'
import type { StoreRow } from './stores.store.ts'
import type { StoreDoc, StoresApi } from './stores.types.ts'
import { storeDoc, storeView } from './stores.view.ts'

export type StoresService = ReturnType<typeof storesService>
type Endpoints = typeof ENDPOINTS

/** The vendor documents an hour (reference shopify-admin, section 1); deliveries are repeated for four hours. */
const PREVIOUS_SECRET_MS = 6 * 3600_000

/** Health values that prove that the shop answered. */
const REACHED: readonly Store['health'][] = ['ok', 'missing-scopes']

export type StoresDeps = {
  db: Db
  clock: Clock
  newId: NewId
  secrets: SecretBox
  log: Log
  out: Outward
  remotes: RemoteObserver
  pricing: PricingService
  jobs: Pick<Jobs, 'emit' | 'enqueue'>
  hooks: Hooks
}

export function storesService(deps: StoresDeps) {
  const { db, pricing } = deps
  const connectors = storeConnectors(deps)
  const { api, usedBy, forgetNames, productsOf } = storesApi(deps, connectors)
  const languages = languagesService(deps, connectors)
  const now = (): Date => new Date(deps.clock.now())

  const viewed = async (tx: Tx, row: StoreRow): Promise<Store> => storeView(row, await usedBy(tx, row.id))
  const taken = (fields: StoreFields) => (error: unknown) => {
    if (isUniqueViolation(error, 'store_name')) throw new Refusal('name-taken', { why: `店铺“${fields.name}”已存在` })
    if (isUniqueViolation(error, 'store_origin')) throw new Refusal('name-taken', { why: '这个店铺地址已经添加过' })
    throw error
  }
  const originOf = (text: string): string => {
    const origin = normalOrigin(text)
    if (origin === undefined) throw invalidField('origin', '应为 https://店铺名.myshopify.com')
    return origin
  }
  /** Locks the rule until the commit, so that it cannot be deleted between check and write. */
  const checkRule = async (tx: Tx, ruleId: string | null, currency: string | null): Promise<void> => {
    if (ruleId === null) return
    if (!(await pricing.holdRule(tx, ruleId))) throw invalidField('priceRuleId', '定价规则不存在')
    const usable = await pricing.ruleForStore(tx, { priceRuleId: ruleId, currency })
    if ('why' in usable) throw invalidField('priceRuleId', usable.why)
  }
  /** The former secret, with which deliveries may still be signed: only for the same app at the same address. */
  const previousSecret = (kept: Credentials | undefined, next: Credentials | undefined) => {
    const rotated =
      kept?.kind === 'client-credentials' && next?.kind === 'client-credentials' && kept.clientId === next.clientId
    return {
      previousSecret: rotated ? deps.secrets.seal(kept.clientSecret) : null,
      previousSecretUntil: rotated ? new Date(deps.clock.now() + PREVIOUS_SECRET_MS) : null,
    }
  }
  /** All fields except the secrets, which are stored encrypted. */
  const plainFields = ({ clientId: _id, clientSecret: _secret, accessToken: _token, ...plain }: StoreFields) => ({
    ...plain,
    origin: originOf(plain.origin),
  })

  /** The platform's own domains need no check here; every connection is checked anyway. */
  async function refuseInside(origin: string): Promise<void> {
    if (environmentOf(origin) === 'sandbox' && (await deps.out.refuses(origin))) throw invalidField('origin', INSIDE)
  }

  return {
    ...api,
    ...languages,

    async getAllShopifyStores(tx: Tx): Promise<Store[]> {
      const rows = await findStores(tx)
      return Promise.all(rows.map((row) => viewed(tx, row)))
    },

    async addShopifyStore(tx: Tx, call: Call, fields: StoreFields): Promise<Store> {
      const plain = plainFields(fields)
      const { origin } = plain
      await refuseInside(origin)
      await checkRule(tx, fields.priceRuleId, null)
      const credentials = newCredentials(fields, undefined)
      const row = await insertStore(tx, {
        ...plain,
        id: deps.newId(),
        domain: new URL(origin).host,
        credentials: credentials ? deps.secrets.seal(JSON.stringify(credentials)) : null,
        createdAt: now(),
        updatedAt: now(),
      }).catch(taken(fields))
      forgetNames()
      call.notes.object('store', row.id, row.name)
      return viewed(tx, row)
    },

    async updateShopifyStore(tx: Tx, call: Call, input: InputOf<Endpoints['updateShopifyStore']>): Promise<Store> {
      const { id, version, ...fields } = input
      const before = await findStore(tx, id, 'update')
      if (!before) throw new Refusal('not-found')
      if (before.version !== version) throw new Refusal('stale', { current: await viewed(tx, before) })
      const plain = plainFields(fields)
      const { origin } = plain
      await checkRule(tx, fields.priceRuleId, before.currency)
      const moved = origin !== before.origin
      if (moved) await refuseInside(origin)
      // Stored secrets are never sent to an address that they were not entered for.
      const credentials = newCredentials(fields, moved ? undefined : connectors.credentialsOf(before))
      if (moved && before.credentials !== null && !credentials)
        throw invalidField('origin', '更换店铺地址时需要重新填写凭据')
      const saved = await saveStore(tx, id, version, {
        ...plain,
        updatedAt: now(),
        ...(moved ? { domain: new URL(origin).host } : {}),
        ...(credentials || moved
          ? {
              ...(credentials ? { credentials: deps.secrets.seal(JSON.stringify(credentials)) } : {}),
              ...previousSecret(connectors.credentialsOf(before), credentials),
              credentialsVersion: before.credentialsVersion + 1,
              token: null,
              health: 'unchecked' as const,
              healthMessage: '',
            }
          : {}),
      }).catch(taken(fields))
      if (!saved) throw new Refusal('stale', { current: await viewed(tx, before) })
      forgetNames()
      call.notes.object('store', id, saved.name)
      noteChanges(call.notes, plain, before, saved)
      if (before.priceRuleId !== saved.priceRuleId) await deps.jobs.emit(tx, storeRuleChanged, { storeId: id })
      if (credentials) call.notes.change('credentials', before.credentials === null ? null : '***', '***')
      return viewed(tx, saved)
    },

    async deleteShopifyStore(tx: Tx, call: Call, input: InputOf<Endpoints['deleteShopifyStore']>): Promise<null> {
      const before = await findStore(tx, input.id, 'update')
      if (!before) throw new Refusal('not-found')
      const why = await usedBy(tx, before.id)
      if (why !== undefined) throw new Refusal('in-use', { why })
      if (!(await removeStore(tx, input.id, input.version)))
        throw new Refusal('stale', { current: await viewed(tx, before) })
      forgetNames()
      call.notes.object('store', before.id, before.name)
      call.notes.change('deleted', before.name, null)
      return null
    },

    /** Asks the shop outside any transaction, then stores the result and adjusts the current choices to it. A failure is a result too. */
    async checkShopifyStore(call: Call, id: string): Promise<Store> {
      const before = await findStore(db.handle, id)
      if (!before) throw new Refusal('not-found')
      call.notes.object('store', before.id, before.name)
      const facts = await checkShop({
        connector: () => connectors.of(id, { whetherBack: true }),
        signal: call.signal,
        ruleFault: async (currency) => {
          if (before.priceRuleId === null) return undefined
          const usable = await pricing.ruleForStore(db.handle, { priceRuleId: before.priceRuleId, currency })
          return 'why' in usable ? usable.why : undefined
        },
      })
      return db.transaction(async (tx) => {
        // A person may have changed the store while the shop was asked.
        const store = await findStore(tx, id, 'update')
        if (!store) throw new Refusal('not-found')
        // What was found belongs to the former shop or app; this one is unchecked.
        if (store.credentialsVersion !== before.credentialsVersion) return viewed(tx, store)
        // An unreachable shop does not prove that the app was installed again.
        const isGone = store.health === 'uninstalled' && !REACHED.includes(facts.health)
        const saved = await saveFacts(tx, id, {
          ...facts,
          ...choicesAfter(facts, store),
          ...(isGone ? { health: store.health, healthMessage: UNINSTALLED } : {}),
          checkedAt: now(),
          ...(facts.languages ? { languagesReadAt: now() } : {}),
          ...(facts.markets ? { marketsReadAt: now() } : {}),
        })
        call.notes.change('health', store.health, saved!.health)
        return viewed(tx, saved!)
      })
    },

    /** Our products by the identifiers of their listings. */
    productsOf,

    /** The store of a call: the named one, or the first. */
    async chosen(storeId: string | undefined): Promise<StoreDoc> {
      const row = storeId === undefined ? await findFirstStore(db.handle) : await findStore(db.handle, storeId)
      if (!row) throw new Refusal(storeId === undefined ? 'no-store' : 'not-found', { why: '店铺不存在或还没有添加' })
      return storeDoc(row)
    },

    /** Runs calls to a shop; failures become refusals, and what they prove about its health is stored. */
    async ask<T>(
      store: StoreDoc,
      work: (connector: Awaited<ReturnType<StoresApi['connectorOf']>>) => Promise<T>,
    ): Promise<T> {
      const connector = await connectors.of(store.id)
      try {
        return await work(connector)
      } catch (error) {
        if (!isRemoteFailure(error)) throw error
        const failure: RemoteFailure = error
        await api.noteFailure(store.id, failure)
        throw api.explainStoreFailure(failure, store)
      }
    },
  }
}
