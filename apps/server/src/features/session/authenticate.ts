import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import type { Bearers } from '../../http/bind.ts'
import type { Actor } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdsRight } from '../access/index.ts'
import type { AccessService } from '../access/index.ts'
import { rememberedBearers } from './remembered-bearers.ts'
import { SESSION } from './session.rules.ts'
import {
  bringTokenAgain,
  endPreviousToken,
  findBearerOfSession,
  findBearers,
  findPerson,
  rotateToken,
  touchSession,
} from './session.store.ts'
import type { Bearer, Person } from './session.store.ts'
import { sharedLookup } from './shared-lookup.ts'

export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The account of a token. It is cached for a second (remembered-bearers.ts). So a suspended, deleted or demoted account is stopped at its next
 * call in the same process, and a second later in others, not only at its next login. Unknown tokens get `login-first`, ended sessions
 * `session-over` (decisions, section 2).
 */
export function authenticator(deps: {
  db: Db
  clock: Clock
  access: AccessService
  idleMs(): Promise<number>
  /** maximum age of a session in milliseconds, however much it is used */
  longestMs(): Promise<number>
}): Bearers & {
  /** The account as a caller without a session, for requests that are authenticated in another way; undefined if it is suspended or deleted. */
  ofAccount(accountId: string): Promise<Actor | undefined>
} {
  const bearers = rememberedBearers({
    now: () => deps.clock.now(),
    find: sharedLookup(async (hashes) => {
      const byHash = new Map<string, Bearer>()
      for (const bearer of await findBearers(deps.db.handle, hashes, new Date(deps.clock.now()))) {
        byHash.set(bearer.tokenHash, bearer)
        if (bearer.previousHash !== null) byHash.set(bearer.previousHash, bearer)
      }
      return byHash
    }),
  })

  return {
    forget: bearers.forget,
    async authenticate(header) {
      const token = header?.replace(/^Bearer /i, '').trim()
      if (!token || token.length > 200) throw new Refusal('login-first')
      const now = new Date(deps.clock.now())
      const presented = hashToken(token)
      const bearer = await bearers.of(presented)
      if (!bearer || !isHeldBy(bearer, presented, now)) throw new Refusal('login-first')
      refuseOver(bearer, now)
      // No setting ends a session within its first day, so the setting is not read for younger sessions.
      if (now.getTime() - bearer.beganAt.getTime() >= DAY_MS) refuseLongest(bearer, now, await deps.longestMs())
      const actor = await actorFor(bearer, bearer.sessionId)
      await confirm(bearer, presented, now)
      const freshToken = await slide(bearer, presented, now)
      if (now.getTime() - bearer.lastSeenAt.getTime() > SESSION.seenEveryMs) {
        await touchSession(deps.db.handle, bearer.sessionId, now, SESSION.seenEveryMs)
        bearers.forget()
      }
      return { actor, ...(freshToken === undefined ? {} : { freshToken }) }
    },

    async again(sessionId) {
      const bearer = await findBearerOfSession(deps.db.handle, sessionId)
      if (!bearer) throw new Refusal('session-over')
      const now = new Date(deps.clock.now())
      refuseOver(bearer, now)
      refuseLongest(bearer, now, await deps.longestMs())
      return actorFor(bearer, bearer.sessionId)
    },

    async ofAccount(accountId) {
      const person = await findPerson(deps.db.handle, accountId)
      return person && !person.deletedAt && person.status !== 'suspended' ? actorFor(person, '') : undefined
    },
  }

  async function actorFor(person: Person, sessionId: string): Promise<Actor> {
    const roleIds = person.roleKey === '' ? [] : person.roleKey.split(',').map((part) => part.slice(0, 36))
    const rights =
      person.roleType === 1 ? undefined : await deps.access.rightsOf(deps.db.handle, roleIds, person.roleKey)
    return actorOf(person, sessionId, roleIds, rights)
  }

  /** The new token is used for the first time: from now on the previous one is valid for a short time only. */
  async function confirm(bearer: Bearer, presented: string, now: Date): Promise<void> {
    if (bearer.tokenHash !== presented || !isUnconfirmed(bearer)) return
    await endPreviousToken(deps.db.handle, bearer, new Date(now.getTime() + SESSION.previousLivesMs))
    bearers.forget()
  }

  async function slide(bearer: Bearer, presented: string, now: Date): Promise<string | undefined> {
    const isCurrent = bearer.tokenHash === presented
    // A client that still sends the previous token has not received the answer with the new one, so another one is issued.
    if (!isCurrent && !isUnconfirmed(bearer)) return undefined
    const afterMs = isCurrent ? SESSION.rotateAfterMs : SESSION.bringAgainMs
    if (now.getTime() - bearer.rotatedAt.getTime() < afterMs) return undefined
    const token = newToken()
    const next = { tokenHash: hashToken(token), previousHash: presented, now }
    const won = isCurrent
      ? await rotateToken(deps.db.handle, bearer, {
          ...next,
          expiresAt: new Date(now.getTime() + (await deps.idleMs())),
        })
      : await bringTokenAgain(deps.db.handle, bearer, next)
    bearers.forget()
    return won ? token : undefined
  }
}

/**
 * A new token was issued and not used yet: its answer may have been lost. Until it is used, the previous one is valid as long as the
 * session.
 */
const isUnconfirmed = ({ previousUntil, expiresAt }: Bearer): boolean =>
  previousUntil?.getTime() === expiresAt.getTime()

/** The previous token is valid until the new one is used, and for a short time after that. */
const isHeldBy = ({ tokenHash, previousHash, previousUntil }: Bearer, presented: string, now: Date): boolean =>
  presented === tokenHash || (presented === previousHash && previousUntil !== null && previousUntil > now)

function refuseOver(bearer: Bearer, now: Date): void {
  if (bearer.deletedAt) throw new Refusal('session-over', { why: '账号已删除' })
  if (bearer.status === 'suspended') throw new Refusal('session-over', { why: '账号已停用' })
  if (bearer.endedAt) throw new Refusal('session-over', bearer.endReason ? { why: bearer.endReason } : {})
  if (bearer.expiresAt <= now) throw new Refusal('session-over', { why: '太久没有操作' })
}

const DAY_MS = 86_400_000
function refuseLongest(bearer: Bearer, now: Date, longestMs: number): void {
  if (now.getTime() - bearer.beganAt.getTime() >= longestMs)
    throw new Refusal('session-over', { why: `登录已满${Math.round(longestMs / DAY_MS)}天，请重新登录` })
}

const actorOf = (
  person: Person,
  sessionId: string,
  roleIds: string[],
  rights: ReadonlySet<string> | undefined,
): Actor => ({
  accountId: person.accountId,
  userAccount: person.userAccount,
  name: person.name,
  isAdmin: person.roleType === 1,
  roleIds,
  sessionId,
  mustChangePassword: person.mustChangePassword,
  mustBindAuthenticator: person.lacksAuthenticator,
  holds: (right) => rights === undefined || holdsRight(rights, right),
  rights: () => [...(rights ?? [])],
})
