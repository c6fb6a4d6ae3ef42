import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { grantableRights } from '@huoqiao/contract'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { WhoAmI } from '@huoqiao/contract/session/session.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { whyWeak } from '../accounts/index.ts'
import type { AccountRow, AccountsService } from '../accounts/index.ts'
import { hashToken, newToken } from './authenticate.ts'
import { authenticatorsService } from './authenticators.service.ts'
import { knownDevicesService } from './known-devices.service.ts'
import type { TellPerson } from './known-devices.service.ts'
import { ownAccountService } from './own-account.service.ts'
import { preferencesService } from './preferences.service.ts'
import { sessionAdminService } from './session-admin.service.ts'
import { SESSION, lockAfter, lockedFor, resourceTypeOf } from './session.rules.ts'
import type { LoginWay } from './session.rules.ts'
import {
  endOtherSessions,
  endSession,
  findSmsCode,
  insertSession,
  removeSmsCode,
  saveSmsCode,
  spendSmsTry,
} from './session.store.ts'
import { userInfoView } from './session.view.ts'
import type { Sms } from './sms-sender.ts'
import { unknownLogins } from './unknown-logins.service.ts'
import { triesService } from './tries.service.ts'

type Endpoints = typeof ENDPOINTS
export type SessionService = ReturnType<typeof sessionService>

export type SessionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  accounts: AccountsService
  sms: Sms
  /** how long an unused session is valid, in milliseconds */
  idleMs(): Promise<number>
  /** number of past months that the logs keep; 0: all */
  keepLogMonths(): Promise<number>
  /** codes of all page elements, which administrators hold */
  elementCodes(tx: Tx): Promise<string[]>
  /** notifies one person about their account */
  tellPerson: TellPerson
  /** whether the connectors use real platforms */
  environment(): Promise<WhoAmI['environment']>
}

export function sessionService(deps: SessionDeps) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())
  const tries = triesService(deps)
  const authenticators = authenticatorsService({ ...deps, limit: (who, most) => tries.limit(who, most) })
  const preferences = preferencesService(deps)
  const unknownNames = unknownLogins({ ...deps, verifyNobody: deps.accounts.verifyNobody })
  const devices = knownDevicesService(deps)
  const admin = sessionAdminService({
    ...deps,
    sweepDrafts: preferences.sweep,
    sweepUnknownLogins: unknownNames.sweep,
    sweepDevices: devices.sweep,
  })
  const own = ownAccountService({ ...deps, admin, limit: (who, most) => tries.limit(who, most) })

  const service = {
    authenticators,
    preferences,
    admin,
    own,

    /** An unknown name is answered like an account, so that the answer does not show which accounts exist. */
    async getResourceType(
      call: Call,
      { userAccount, deviceMark }: InputOf<Endpoints['getResourceType']>,
    ): Promise<OutputOf<Endpoints['getResourceType']>> {
      await tries.limit(`question:${call.ip}`, SESSION.questionsPerAddress)
      const row = await deps.accounts.byName(db.handle, userAccount)
      if (!row) return { resourceType: await unknownNames.resourceType(userAccount) }
      const deviceId = await devices.recognise(row.id, deviceMark)
      return { resourceType: await typeFor(row, deviceId === undefined ? undefined : await tries.failuresOf(deviceId)) }
    },

    async sendSmsCode(
      call: Call,
      { userAccount, deviceMark }: InputOf<Endpoints['sendSmsCode']>,
    ): Promise<OutputOf<Endpoints['sendSmsCode']>> {
      await tries.limit(`code:${call.ip}`, SESSION.codesPerAddress)
      const row = await deps.accounts.byName(db.handle, userAccount)
      const answer = { expiresInSeconds: SESSION.smsLivesMs / 1000 }
      if (!row) await unknownNames.sendCode(userAccount)
      if (!row || row.status === 'suspended') return answer
      const deviceId = await devices.recognise(row.id, deviceMark)
      // Sent only if a code is required, so that nobody's phone can be flooded with codes.
      if ((await typeFor(row, deviceId === undefined ? undefined : await tries.failuresOf(deviceId))) !== '1')
        return answer
      const last = await findSmsCode(db.handle, row.id)
      if (last && now().getTime() - last.sentAt.getTime() < SESSION.smsAgainMs) {
        throw new Refusal('too-many', { why: SESSION.smsAgainWhy })
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await saveSmsCode(db.handle, {
        accountId: row.id,
        codeHash: sha256(code),
        expiresAt: new Date(now().getTime() + SESSION.smsLivesMs),
        sentAt: now(),
        triesLeft: SESSION.smsTries,
      })
      await deps.sms.send(row.phone, code)
      return answer
    },

    async login(call: Call, input: InputOf<Endpoints['login']>): Promise<OutputOf<Endpoints['login']>> {
      const named = await deps.accounts.byName(db.handle, input.userAccount)
      const deviceId = named && (await devices.recognise(named.id, input.deviceMark))
      let way: LoginWay = 'password'
      const attempt = tries.login(call.ip, deviceId, async () => {
        const entered = await service.tryLogin(call, input, deviceId)
        way = entered.way
        return entered.answer
      })
      return admin.logged(db.handle, call, input.userAccount, attempt, () => way)
    },

    /**
     * `deviceId`: a known device of the account. It has its own failure count: failures elsewhere lock the account for unknown devices
     * only, and its success does not reset them.
     */
    async tryLogin(
      call: Call,
      input: InputOf<Endpoints['login']>,
      deviceId: string | undefined,
    ): Promise<{ answer: OutputOf<Endpoints['login']>; way: LoginWay }> {
      const row = await deps.accounts.byName(db.handle, input.userAccount)
      if (!row) return unknownNames.refuse(input)
      const isStrange = deviceId === undefined
      if (isStrange && row.lockedUntil && row.lockedUntil > now())
        throw new Refusal('login-locked', lockedFor(row.lockedUntil, now()))
      // The current login already counts as a failure of the device while it is in progress, so one is subtracted.
      const type = await typeFor(row, deviceId === undefined ? undefined : (await tries.failuresOf(deviceId)) - 1)
      if (type !== '0' && !input.validateCode) throw new Refusal('code-needed')
      if (type === '1') await checkCode(row, input.validateCode!, isStrange)
      if (isStrange) {
        // Counted before the comparison, so that parallel guesses are not more guesses.
        const failures = await deps.accounts.loginFailed(db.handle, row.id, lockAfter)
        if (row.lockedUntil === null && failures > SESSION.lockAfterFailures) throw new Refusal('login-locked')
      }
      if (!(await deps.accounts.verify(row, input.userPassword))) throw new Refusal('login-failed')
      const secret = deps.accounts.authenticatorOf(row)
      const way =
        secret !== undefined
          ? await authenticators.check(row, secret, input.validateCode!)
          : type === '1'
            ? 'sms'
            : 'password'
      if (row.status === 'suspended') throw new Refusal('account-suspended')
      call.notes.object('account', row.id, row.userAccount)
      const entered = await enter(call, row, { mark: input.deviceMark, deviceId })
      const mustBind = secret === undefined && (await deps.accounts.demandedBy(db.handle, row.id)).length > 0
      return { answer: { ...entered, userInfo: userInfoView(row, mustBind) }, way }
    },

    async logout(call: Call): Promise<null> {
      await endSession(db.handle, call.actor.sessionId, '已退出登录', now())
      return null
    },

    async safe_userMession(call: Call): Promise<WhoAmI> {
      const row = await deps.accounts.byId(db.handle, call.actor.accountId)
      if (!row) throw new Refusal('session-over')
      const rights = call.actor.isAdmin
        ? [...grantableRights().map((one) => one.right), ...(await deps.elementCodes(db.handle))]
        : [...call.actor.rights()]
      return {
        userInfo: userInfoView(row, call.actor.mustBindAuthenticator),
        apiRight: rights.sort().join(','),
        roleIds: [...call.actor.roleIds],
        environment: await deps.environment(),
        serverTime: deps.clock.now(),
      }
    },

    /** Ends the account's other sessions, so that somebody who knew the old password is logged out. */
    async safe_updatePassword(call: Call, input: InputOf<Endpoints['safe_updatePassword']>): Promise<null> {
      const row = await deps.accounts.byId(db.handle, call.actor.accountId)
      // Limits guessing of the password on a screen left open.
      await tries.limit(`password:${call.actor.accountId}`, SESSION.passwordTries)
      if (!row || !(await deps.accounts.verify(row, input.oldUserPassword))) throw new Refusal('old-password-wrong')
      const why = whyWeak(input.userPassword, row, input.oldUserPassword)
      if (why !== undefined) throw invalidField('userPassword', why)
      await db.transaction(async (tx) => {
        await deps.accounts.setPassword(tx, row.id, input.userPassword)
        await endOtherSessions(tx, row.id, call.actor.sessionId, '密码已修改', now())
        await devices.forget(tx, row.id, call.actor.sessionId)
      })
      call.notes.object('account', row.id, row.userAccount)
      return null
    },
  }
  return service

  async function enter(
    call: Call,
    row: AccountRow,
    shown: { mark: string | undefined; deviceId: string | undefined },
  ): Promise<{ token: string; deviceMark: string }> {
    const token = newToken()
    const idleMs = await deps.idleMs()
    return db.transaction(async (tx) => {
      await deps.accounts.loginSucceeded(tx, row.id, shown.deviceId === undefined)
      await removeSmsCode(tx, row.id)
      const device = await devices.welcome(tx, call, row, shown)
      await insertSession(tx, {
        id: deps.newId(),
        accountId: row.id,
        tokenHash: hashToken(token),
        rotatedAt: now(),
        expiresAt: new Date(now().getTime() + idleMs),
        lastSeenAt: now(),
        createdAt: now(),
        ip: call.ip,
        userAgent: call.userAgent.slice(0, 300),
        deviceId: device.deviceId,
      })
      return { token, deviceMark: device.mark }
    })
  }

  /** `ownFailures`: the count of a known device. */
  async function typeFor(row: AccountRow, ownFailures: number | undefined): Promise<'0' | '1' | '2'> {
    return resourceTypeOf({
      failures: ownFailures ?? row.failedLogins,
      hasAuthenticator: row.totpSecret !== null,
      reachable: await deps.sms.reaches(row.phone),
    })
  }

  async function checkCode(row: AccountRow, code: string, isStrange: boolean): Promise<void> {
    const sent = await findSmsCode(db.handle, row.id)
    const usable = sent && sent.expiresAt > now() && (await spendSmsTry(db.handle, row.id))
    if (!usable || !timingSafeEqual(Buffer.from(sent.codeHash), Buffer.from(sha256(code)))) {
      if (isStrange) await deps.accounts.loginFailed(db.handle, row.id, lockAfter)
      throw new Refusal('code-wrong')
    }
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
