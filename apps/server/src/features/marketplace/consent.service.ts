import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { CONSENT_CALLBACK, CONSENT_MINUTES } from '@huoqiao/contract/marketplace/marketplace.status'
import type { Tokens } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { answerOf, consentFault, digestOf, newState, ownerFault } from './consent.rules.ts'
import { insertConsent, lockConsent, moveConsent, removeConsents, removeConsentsBefore } from './consent.store.ts'
import { openTokens, tokenColumns } from './marketplace.connectors.ts'
import type { ConnectorPool } from './marketplace.connectors.ts'
import { explainMarketplaceFailure } from './marketplace.mapping.ts'
import { findAccount, findAccounts, lockAccounts, saveAccount } from './marketplace.store.ts'
import type { AccountRow } from './marketplace.store.ts'

type Endpoints = typeof ENDPOINTS
export type ConsentService = ReturnType<typeof consentService>

/** Expired consents are kept for an hour, so that a late callback or call is answered with the reason. */
const KEPT_MS = 3600_000

/**
 * Access to a buyer's account at 1688, granted in the browser (reference 1.6). The callback has no session: it only stores the code with the
 * consent that its `state` names. The person's own console then completes the consent with a call, so that only the account that began it uses
 * the code, and the code never appears in a URL of the console.
 */
export function consentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  secrets: SecretBox
  pool: Pick<ConnectorPool, 'oauthOf'>
  noteFailure(row: AccountRow, error: unknown): Promise<AccountRow>
}) {
  const { db, secrets: box } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Removes the code from the consent and commits before the code is used, so that it is used at most once. */
  const takeCode = (call: Call, consentId: string) =>
    db.transaction(async (tx) => {
      const consent = await lockConsent(tx, { id: consentId })
      const row = consent && (await findAccount(tx, consent.accountId))
      if (row) call.notes.object('marketplace-account', row.id, row.name)
      const by = { accountId: call.actor.accountId, now: deps.clock.now() }
      const why = consentFault(consent, by, row?.appKey)
      if (why !== undefined || !consent?.sealedCode || !row) throw new Refusal('consent-void', why ? { why } : {})
      await moveConsent(tx, consent.id, { state: 'ended', sealedCode: null })
      return { row, code: box.open(consent.sealedCode), redirectUri: consent.redirectUri }
    })

  const exchange = async (row: AccountRow, code: string, redirectUri: string): Promise<Tokens> => {
    try {
      return await deps.pool.oauthOf(row).exchangeCode({ code, redirectUri })
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      if (error.detail.code === 'invalid_grant')
        throw new Refusal('consent-void', {
          why: '1688不接受这个授权码：授权后超过了两分钟，或已经用过',
          ...(error.detail.exchange === undefined ? {} : { exchange: { ...error.detail.exchange } }),
        })
      await deps.noteFailure(row, error)
      throw explainMarketplaceFailure(error)
    }
  }

  const keepTokens = async (tx: Tx, call: Call, seen: AccountRow, tokens: Tokens): Promise<AccountRow> => {
    await lockAccounts(tx)
    const row = await findAccount(tx, seen.id)
    if (!row || row.appKey !== seen.appKey || row.gateway !== seen.gateway)
      throw new Refusal('consent-void', { why: '授权期间，这个账号被修改或删除了' })
    const kept = openTokens(box, row)
    const twin = (await findAccounts(tx)).find(
      (one) =>
        one.id !== row.id &&
        one.gateway === row.gateway &&
        one.appKey === row.appKey &&
        one.loginId !== null &&
        one.loginId === tokens.loginId,
    )
    const why =
      ownerFault(kept, tokens) ??
      (twin && `${tokens.loginId} 已经授权给这里的账号“${twin.name}”。要授权另一个1688账号，请先在1688退出登录`)
    if (why !== undefined) throw new Refusal('consent-void', { why })
    const saved = await saveAccount(tx, row.id, row.version, {
      ...tokenColumns(box, tokens),
      health: 'unchecked',
      healthMessage: '',
      checkedAt: null,
      updatedAt: now(),
    })
    if (!saved) throw new Refusal('stale')
    call.notes.change('loginId', row.loginId, saved.loginId)
    call.notes.change('accessToken', row.sealedTokens === null ? null : '***', '***')
    return saved
  }

  return {
    async startMarketplaceConsent(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['startMarketplaceConsent']>,
    ): Promise<OutputOf<Endpoints['startMarketplaceConsent']>> {
      const row = await findAccount(tx, input.id)
      if (!row) throw new Refusal('not-found')
      call.notes.object('marketplace-account', row.id, row.name)
      const startedBy = call.actor.accountId
      await removeConsents(tx, row.id, startedBy)
      await removeConsentsBefore(tx, new Date(deps.clock.now() - KEPT_MS))
      const state = newState()
      const redirectUri = `${new URL(input.origin).origin}${CONSENT_CALLBACK}`
      await insertConsent(tx, {
        id: deps.newId(),
        accountId: row.id,
        startedBy,
        appKey: row.appKey,
        redirectUri,
        stateDigest: digestOf(state),
        sealedCode: null,
        state: 'asked',
        expiresAt: new Date(deps.clock.now() + CONSENT_MINUTES * 60_000),
        createdAt: now(),
      })
      return { authorizeUrl: deps.pool.oauthOf(row).authorizeUrl({ redirectUri, state }) }
    },

    /**
     * Stores 1688's answer from the browser's callback. Returns the id of the consent, or a random id if the state is unknown: the console's next
     * call with it is then refused with the reason. A second answer changes nothing.
     */
    async receiveConsent(query: Readonly<Record<string, unknown>>): Promise<string> {
      const answer = answerOf(query)
      if (!answer) return deps.newId()
      return db.transaction(async (tx) => {
        const consent = await lockConsent(tx, { stateDigest: digestOf(answer.state) })
        if (!consent) return deps.newId()
        if (consent.state === 'asked')
          await moveConsent(
            tx,
            consent.id,
            answer.code === null
              ? { state: 'refused', sealedCode: null }
              : { state: 'answered', sealedCode: box.seal(answer.code) },
          )
        return consent.id
      })
    },

    /** Returns the account with its new tokens. Throws `consent-void`, or the error of the exchange. */
    async endConsent(call: Call, consentId: string): Promise<AccountRow> {
      const { row, code, redirectUri } = await takeCode(call, consentId)
      const tokens = await exchange(row, code, redirectUri)
      return db.transaction((tx) => keepTokens(tx, call, row, tokens))
    },
  }
}
