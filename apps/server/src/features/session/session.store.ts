import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { role } from '../access/access.tables.ts'
import { account, accountRole } from '../accounts/accounts.tables.ts'
import { loginTry, session, smsCode } from './session.tables.ts'

/**
 * Everything that a request needs about its token, in one indexed query. It is the most frequent query of the app, hence prepared.
 * Unordered; unknown tokens are left out.
 */
export const findBearers = (tx: Tx, tokenHashes: readonly string[], now: Date): Promise<Bearer[]> =>
  bearerQuery(tx).execute({ hashes: tokenHashes, now: now.toISOString() })

export type Bearer = Awaited<ReturnType<ReturnType<typeof prepareBearers>['execute']>>[number]

/** By session, whatever its current token is. */
export async function findBearerOfSession(tx: Tx, sessionId: string): Promise<Bearer | undefined> {
  const [row] = await selectBearers(tx).where(eq(session.id, sessionId))
  return row
}

// With its table: in a query of one table, columns are written without it, and inside these subqueries `id` would be the role's.
const ACCOUNT_ID = sql`${account}.${sql.identifier(account.id.name)}`
const roleKey = sql<string>`coalesce((select string_agg(${role.id}::text || ':' || ${role.version}, ',' order by ${role.id})
  from ${accountRole} join ${role} on ${role.id} = ${accountRole.roleId} where ${accountRole.accountId} = ${ACCOUNT_ID}), '')`
const lacksAuthenticator = sql<boolean>`(${account.totpSecret} is null and exists (select 1 from ${accountRole}
  join ${role} on ${role.id} = ${accountRole.roleId}
  where ${accountRole.accountId} = ${ACCOUNT_ID} and ${role.demandsAuthenticator}))`

/** What the account of a caller is made from. */
const PERSON = {
  accountId: account.id,
  userAccount: account.userAccount,
  name: account.name,
  roleType: account.roleType,
  status: account.status,
  deletedAt: account.deletedAt,
  mustChangePassword: account.mustChangePassword,
  lacksAuthenticator,
  roleKey,
}

export type Person = { [Key in keyof typeof PERSON]: Bearer[Key] }

/** The account by its id, whether or not it has a session. */
export async function findPerson(tx: Tx, accountId: string): Promise<Person | undefined> {
  const [row] = await tx.select(PERSON).from(account).where(eq(account.id, accountId))
  return row
}

function selectBearers(tx: Tx) {
  return tx
    .select({
      sessionId: session.id,
      tokenHash: session.tokenHash,
      previousHash: session.previousHash,
      previousUntil: session.previousUntil,
      rotatedAt: session.rotatedAt,
      expiresAt: session.expiresAt,
      lastSeenAt: session.lastSeenAt,
      beganAt: session.createdAt,
      endedAt: session.endedAt,
      endReason: session.endReason,
      ...PERSON,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
}

function prepareBearers(tx: Tx) {
  const hashes = sql`any(${sql.placeholder('hashes')}::text[])`
  return selectBearers(tx)
    .where(
      or(
        sql`${session.tokenHash} = ${hashes}`,
        sql`${session.previousHash} = ${hashes} and ${session.previousUntil} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .prepare('bearers')
}

const prepared = new WeakMap<Tx, ReturnType<typeof prepareBearers>>()
function bearerQuery(tx: Tx): ReturnType<typeof prepareBearers> {
  const known = prepared.get(tx) ?? prepareBearers(tx)
  prepared.set(tx, known)
  return known
}

export const insertSession = async (tx: Tx, row: typeof session.$inferInsert): Promise<void> => {
  await tx.insert(session).values(row)
}

/**
 * Replaces the token and extends the session, only if the token is still the one seen: of parallel requests one wins, the others continue
 * with the old one.
 */
export async function rotateToken(
  tx: Tx,
  seen: { sessionId: string; tokenHash: string },
  next: { tokenHash: string; previousHash: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(session)
    .set({
      tokenHash: next.tokenHash,
      previousHash: next.previousHash,
      previousUntil: next.expiresAt,
      rotatedAt: next.now,
      expiresAt: next.expiresAt,
    })
    .where(and(eq(session.id, seen.sessionId), eq(session.tokenHash, seen.tokenHash)))
    .returning({ id: session.id })
  return rows.length > 0
}

/** While the new token is unused, `previous_until` equals the end of the session. */
const isUnused = eq(session.previousUntil, session.expiresAt)

/** Replaces a new token that was never used. The session's end is not extended, because the client may be somebody else. */
export async function bringTokenAgain(
  tx: Tx,
  seen: { sessionId: string; tokenHash: string },
  next: { tokenHash: string; previousHash: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(session)
    .set({ tokenHash: next.tokenHash, rotatedAt: next.now })
    .where(
      and(
        eq(session.id, seen.sessionId),
        eq(session.tokenHash, seen.tokenHash),
        eq(session.previousHash, next.previousHash),
        isUnused,
      ),
    )
    .returning({ id: session.id })
  return rows.length > 0
}

/** The new token was used: the previous one is valid until the given time. */
export const endPreviousToken = async (
  tx: Tx,
  { sessionId, tokenHash }: { sessionId: string; tokenHash: string },
  until: Date,
): Promise<void> => {
  await tx
    .update(session)
    .set({ previousUntil: until })
    .where(and(eq(session.id, sessionId), eq(session.tokenHash, tokenHash), isUnused))
}

/** Writes at most once in this many milliseconds. */
export const touchSession = async (tx: Tx, id: string, now: Date, everyMs: number): Promise<void> => {
  await tx
    .update(session)
    .set({ lastSeenAt: now })
    .where(and(eq(session.id, id), lt(session.lastSeenAt, new Date(now.getTime() - everyMs))))
}

export const removeOldSessions = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(session).where(or(lt(session.endedAt, before), lt(session.expiresAt, before)))
  await tx.delete(loginTry).where(lt(loginTry.windowStart, before))
}

export const endSession = async (tx: Tx, id: string, reason: string, now: Date): Promise<void> => {
  await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.id, id), isNull(session.endedAt)))
}

export const endOtherSessions = async (
  tx: Tx,
  accountId: string,
  keepId: string,
  reason: string,
  now: Date,
): Promise<void> => {
  await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.accountId, accountId), sql`${session.id} <> ${keepId}`, isNull(session.endedAt)))
}

export const endSessionsOfAccount = async (tx: Tx, accountId: string, reason: string, now: Date): Promise<void> => {
  await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)))
}

/** Counts a try from an address in its window and returns the number. Deletes old windows. */
export async function countTry(tx: Tx, ip: string, windowStart: Date): Promise<number> {
  await tx.delete(loginTry).where(and(eq(loginTry.ip, ip), lt(loginTry.windowStart, windowStart)))
  const [row] = await tx
    .insert(loginTry)
    .values({ ip, windowStart, tries: 1 })
    .onConflictDoUpdate({ target: [loginTry.ip, loginTry.windowStart], set: { tries: sql`${loginTry.tries} + 1` } })
    .returning({ tries: loginTry.tries })
  return row?.tries ?? 1
}

/** The number of tries in this window. */
export async function triesIn(tx: Tx, ip: string, windowStart: Date): Promise<number> {
  const [row] = await tx
    .select({ tries: loginTry.tries })
    .from(loginTry)
    .where(and(eq(loginTry.ip, ip), eq(loginTry.windowStart, windowStart)))
  return row?.tries ?? 0
}

/** Takes one try back in its window; has no effect after the window ended. */
export const giveTryBack = async (tx: Tx, ip: string, windowStart: Date): Promise<void> => {
  await tx
    .update(loginTry)
    .set({ tries: sql`${loginTry.tries} - 1` })
    .where(and(eq(loginTry.ip, ip), eq(loginTry.windowStart, windowStart), gt(loginTry.tries, 0)))
}

export async function findSmsCode(tx: Tx, accountId: string): Promise<typeof smsCode.$inferSelect | undefined> {
  const [row] = await tx.select().from(smsCode).where(eq(smsCode.accountId, accountId))
  return row
}

export const saveSmsCode = async (tx: Tx, row: typeof smsCode.$inferInsert): Promise<void> => {
  await tx.insert(smsCode).values(row).onConflictDoUpdate({ target: smsCode.accountId, set: row })
}

/** Uses up one try of a code before the comparison. False: none is left. */
export async function spendSmsTry(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx
    .update(smsCode)
    .set({ triesLeft: sql`${smsCode.triesLeft} - 1` })
    .where(and(eq(smsCode.accountId, accountId), gt(smsCode.triesLeft, 0)))
    .returning({ id: smsCode.accountId })
  return rows.length > 0
}

export const removeSmsCode = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.delete(smsCode).where(eq(smsCode.accountId, accountId))
}
