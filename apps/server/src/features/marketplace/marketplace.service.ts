import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type {
  MarketplaceAccount,
  MarketplaceAccountFields,
  MarketplaceAccountName,
} from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { permissionOf } from '@huoqiao/contract/marketplace/permissions.status'
import type { AlibabaConnector, Tokens } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation, PG, pgError } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { INSIDE } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import type { NoticesService } from '../notices/index.ts'
import { checkAccount } from './account-check.service.ts'
import { consentService } from './consent.service.ts'
import { endingTokensService } from './ending-tokens.service.ts'
import { createConnectorPool, openTokens, tokenColumns } from './marketplace.connectors.ts'
import { explainMarketplaceFailure, isAboutAccount, isDeniedByAcl, typedTokens } from './marketplace.mapping.ts'
import { areSwapped, mayLoseDefault, plainGateway, secretIsNeeded } from './marketplace.rules.ts'
import {
  clearOtherDefaults,
  findAccount,
  findAccounts,
  findDefaultAccount,
  insertAccount,
  lockAccounts,
  noteOnAccount,
  promoteOldest,
  removeAccount,
  saveAccount,
} from './marketplace.store.ts'
import type { AccountRow } from './marketplace.store.ts'
import { accountName, accountView } from './marketplace.view.ts'

const SWAPPED = '看上去和AppKey填反了：AppKey是一串数字'

export type MarketplaceService = ReturnType<typeof marketplaceService>
type Endpoints = typeof ENDPOINTS

export function marketplaceService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  secrets: SecretBox
  out: Outward
  remotes: RemoteObserver
  log: Pick<Log, 'warn'>
  notices: Pick<NoticesService, 'tell'>
  /** rate limit for 1688; absent: a default that is known to work */
  startsPerSecond?: number | undefined
}) {
  const { db, secrets: box } = deps
  const pool = createConnectorPool({ ...deps, box, startsPerSecond: deps.startsPerSecond })
  const now = (): Date => new Date(deps.clock.now())
  /** The check must not reveal answers from the internal network. */
  const refuseInside = async (gateway: string): Promise<void> => {
    if (await deps.out.refuses(gateway)) throw invalidField('gateway', INSIDE)
  }
  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'marketplace_account_name'))
      throw new Refusal('name-taken', { why: `已有名为“${name}”的1688账号` })
    throw error
  }

  /** The named account, or the default one. Throws `no-marketplace-account`. */
  const accountFor = async (tx: Tx, accountId: string | undefined): Promise<AccountRow> => {
    const row = accountId === undefined ? await findDefaultAccount(tx) : await findAccount(tx, accountId)
    if (row) return row
    throw new Refusal('no-marketplace-account', accountId === undefined ? {} : { why: '指定的1688账号已被删除' })
  }

  const noteHealth = async (row: AccountRow, health: AccountRow['health'], message: string): Promise<AccountRow> =>
    (await noteOnAccount(db.handle, row.id, { health, healthMessage: message, checkedAt: now() })) ?? row

  /** Updates the account's health after a failure; a busy marketplace says nothing about the account. */
  const noteFailure = async (row: AccountRow, error: unknown): Promise<AccountRow> => {
    if (!isRemoteFailure(error)) throw error
    const { message, detail } = explainMarketplaceFailure(error)
    const text = `${message}：${detail.why ?? ''}`.slice(0, MESSAGE_CHARS)
    if (error.word === 'unauthorised') return noteHealth(row, 'unauthorised', text)
    if (error.word === 'throttled') return noteHealth(row, row.health === 'unchecked' ? 'ok' : row.health, text)
    return noteHealth(row, 'unreachable', text)
  }

  const checked = async (row: AccountRow, signal: AbortSignal): Promise<AccountRow> => {
    try {
      const facts = await checkAccount(pool.of(row), row.permissions, { signal, now: deps.clock.now() })
      return (await noteOnAccount(db.handle, row.id, { ...facts, checkedAt: now() })) ?? row
    } catch (error) {
      return noteFailure(row, error)
    }
  }

  /** Stores that a permission is missing, so that screens can show it before the next attempt. */
  const noteDenied = async (row: AccountRow, api: string): Promise<void> => {
    const key = permissionOf(api)
    if (key === undefined || row.permissions[key] === 'denied') return
    await noteOnAccount(db.handle, row.id, { permissions: { ...row.permissions, [key]: 'denied' } })
  }

  const consents = consentService({ ...deps, pool, noteFailure })
  const ending = endingTokensService({ ...deps, pool, noteFailure })

  const service = {
    async queryMarketplaceAccounts(tx: Tx): Promise<MarketplaceAccount[]> {
      return (await findAccounts(tx)).map(accountView)
    },

    async queryMarketplaceAccountNames(tx: Tx): Promise<MarketplaceAccountName[]> {
      return (await findAccounts(tx)).map(accountName)
    },

    async addMarketplaceAccount(tx: Tx, call: Call, fields: MarketplaceAccountFields): Promise<MarketplaceAccount> {
      if (!fields.appSecret) throw invalidField('appSecret', '请填写AppSecret')
      if (areSwapped(fields)) throw invalidField('appSecret', SWAPPED)
      await refuseInside(fields.gateway)
      await lockAccounts(tx)
      const isDefault = fields.isDefault || (await findDefaultAccount(tx)) === undefined
      const tokens = typedTokens(fields, undefined)
      refuseEndOfNothing(fields, tokens)
      const id = deps.newId()
      if (isDefault) await clearOtherDefaults(tx, id, now())
      const row = await insertAccount(tx, {
        ...plainFields(fields),
        id,
        sealedSecret: box.seal(fields.appSecret),
        ...tokenColumns(box, tokens),
        isDefault,
        health: 'unchecked',
        healthMessage: '',
        checkedAt: null,
        createdAt: now(),
        updatedAt: now(),
      }).catch(nameTaken(fields.name))
      call.notes.object('marketplace-account', row.id, row.name)
      return accountView(row)
    },

    async updateMarketplaceAccount(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['updateMarketplaceAccount']>,
    ): Promise<MarketplaceAccount> {
      const { id, version, ...fields } = input
      await lockAccounts(tx)
      const before = await findAccount(tx, id)
      if (!before) throw new Refusal('not-found')
      if (areSwapped(fields)) throw invalidField('appSecret', SWAPPED)
      const plain = plainFields(fields)
      if (plain.gateway !== before.gateway) await refuseInside(fields.gateway)
      const moved = secretIsNeeded(before, fields)
      if (moved && !fields.appSecret) throw invalidField('appSecret', '更换网关或AppKey时请重新填写AppSecret')
      const others = (await findAccounts(tx)).length - 1
      if (!mayLoseDefault(before.isDefault, fields.isDefault, others))
        throw invalidField('isDefault', '至少要有一个默认账号，请把另一个账号设为默认')
      const isDefault = before.isDefault || fields.isDefault
      if (isDefault) await clearOtherDefaults(tx, id, now())
      // Tokens of another app are useless for this one.
      const tokens = typedTokens(fields, moved ? undefined : openTokens(box, before))
      refuseEndOfNothing(fields, tokens)
      const retyped = moved || Boolean(fields.accessToken) || Boolean(fields.refreshToken)
      const isChanged = retyped || fields.endsOn !== undefined
      const saved = await saveAccount(tx, id, version, {
        ...plain,
        ...(fields.appSecret ? { sealedSecret: box.seal(fields.appSecret) } : {}),
        ...(isChanged ? tokenColumns(box, tokens) : {}),
        isDefault,
        ...(retyped || fields.appSecret ? { health: 'unchecked', healthMessage: '', checkedAt: null } : {}),
        updatedAt: now(),
      }).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: accountView(before) })
      call.notes.object('marketplace-account', id, saved.name)
      noteChanges(call.notes, plain, before, saved)
      noteSecrets(call, before, saved)
      if (fields.endsOn !== undefined) call.notes.change('endsOn', null, fields.endsOn)
      return accountView(saved)
    },

    async deleteMarketplaceAccount(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['deleteMarketplaceAccount']>,
    ): Promise<null> {
      await lockAccounts(tx)
      const before = await findAccount(tx, input.id)
      if (!before) throw new Refusal('not-found')
      const removed = await removeAccount(tx, input.id, input.version).catch((error: unknown) => {
        if (pgError(error)?.code === PG.foreignKeyViolation)
          throw new Refusal('in-use', { why: '有采购单使用这个1688账号' })
        throw error
      })
      if (!removed) throw new Refusal('stale', { current: accountView(before) })
      if (before.isDefault) await promoteOldest(tx, now())
      call.notes.object('marketplace-account', before.id, before.name)
      call.notes.change('deleted', accountView(before), null)
      return null
    },

    /** Checks what the account may do at 1688, and stores the result. A failure is a result too. */
    async checkMarketplaceAccount(
      call: Call,
      input: InputOf<Endpoints['checkMarketplaceAccount']>,
    ): Promise<MarketplaceAccount> {
      const row = await findAccount(db.handle, input.id)
      if (!row) throw new Refusal('not-found')
      call.notes.object('marketplace-account', row.id, row.name)
      return accountView(await checked(row, call.signal))
    },

    startMarketplaceConsent: (tx: Tx, call: Call, input: InputOf<Endpoints['startMarketplaceConsent']>) =>
      consents.startMarketplaceConsent(tx, call, input),
    receiveConsent: (query: Readonly<Record<string, unknown>>) => consents.receiveConsent(query),

    /** The tokens are stored whatever the result of the check, which shows what works with them. */
    async finishMarketplaceConsent(
      call: Call,
      input: InputOf<Endpoints['finishMarketplaceConsent']>,
    ): Promise<MarketplaceAccount> {
      return accountView(await checked(await consents.endConsent(call, input.consentId), call.signal))
    },

    reportEndingTokens: () => ending.reportEndingTokens(),

    /** The named account, or the default one. Sends no request to 1688. Throws `no-marketplace-account`. */
    async requireAccount(tx: Tx, accountId?: string): Promise<{ id: string; name: string; environment: string }> {
      const { id, name, environment } = accountView(await accountFor(tx, accountId))
      return { id, name, environment }
    },

    /** The secret with which 1688 signs messages for the account; undefined: the account does not exist. */
    async pushSecretOf(accountId: string): Promise<string | undefined> {
      const row = await findAccount(db.handle, accountId)
      return row && box.open(row.sealedSecret)
    },

    /** The connector of the account, or of the default one. Throws `no-marketplace-account`. */
    async connectorOf(accountId?: string): Promise<AlibabaConnector> {
      return pool.of(await accountFor(db.handle, accountId))
    },

    /**
     * Runs work with the account's connector and updates the account's health. Throws what the work throws: for a person who waits, convert
     * a RemoteFailure with `explainMarketplaceFailure`. Never call it inside a transaction.
     */
    async withConnector<T>(
      accountId: string | undefined,
      work: (connector: AlibabaConnector) => Promise<T>,
    ): Promise<T> {
      const row = await accountFor(db.handle, accountId)
      try {
        const result = await work(pool.of(row))
        if (row.health !== 'ok' && row.health !== 'missing-permissions')
          await noteHealth(row, 'ok', row.health === 'unchecked' ? '使用中，1688已答复' : '连接已恢复')
        return result
      } catch (error) {
        if (isRemoteFailure(error) && isDeniedByAcl(error)) await noteDenied(row, error.detail.call)
        if (isRemoteFailure(error) && isAboutAccount(error)) await noteFailure(row, error)
        throw error
      }
    },
  }
  return service
}

function refuseEndOfNothing({ endsOn }: MarketplaceAccountFields, tokens: Tokens | undefined): void {
  if (endsOn !== undefined && tokens === undefined)
    throw invalidField('endsOn', '没有令牌，填了到期日也没有用：先填写访问令牌')
}

/** All fields except the secrets, which are stored encrypted. */
const plainFields = ({
  appSecret: _secret,
  accessToken: _access,
  refreshToken: _refresh,
  endsOn: _end,
  ...plain
}: MarketplaceAccountFields) => ({ ...plain, gateway: plainGateway(plain.gateway) })

function noteSecrets(call: Call, before: AccountRow, after: AccountRow): void {
  // Logs that the secret changed, never its value.
  if (before.sealedSecret !== after.sealedSecret) call.notes.change('appSecret', '***', '***')
  if (before.sealedTokens !== after.sealedTokens) call.notes.change('accessToken', '***', '***')
}
