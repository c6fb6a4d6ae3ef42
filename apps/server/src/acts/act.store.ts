import { OPEN_ACT_STATES } from '@huoqiao/kit'
import type { ActState, Withdrawal } from '@huoqiao/kit'
import { and, asc, eq, gt, inArray, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { remoteAct } from './act.tables.ts'

export type ActRow = typeof remoteAct.$inferSelect
export type NewAct = typeof remoteAct.$inferInsert

export const insertAct = async (tx: Tx, row: NewAct): Promise<ActRow> =>
  (await tx.insert(remoteAct).values(row).returning())[0]!

export const findAct = async (tx: Tx, id: string): Promise<ActRow | undefined> =>
  (await tx.select().from(remoteAct).where(eq(remoteAct.id, id)))[0]

export const findActs = (tx: Tx, ids: readonly string[]): Promise<ActRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(remoteAct)
        .where(inArray(remoteAct.id, [...ids]))

/** Locks the row until the transaction ends. The sender and whoever records "not sent" both take this lock, so they exclude each other. */
export const lockAct = async (tx: Tx, id: string): Promise<ActRow | undefined> =>
  (await tx.select().from(remoteAct).where(eq(remoteAct.id, id)).for('update'))[0]

export type ActChange = Partial<Pick<ActRow, 'state' | 'word' | 'message' | 'looks' | 'nextLookAt' | 'resolvedAt'>>

/** `isOver`: the sender has its answer, or knows that none will come. */
export async function updateAct(tx: Tx, id: string, change: ActChange, isOver = false): Promise<void> {
  const ended = isOver ? { endedAt: sql`clock_timestamp()` } : {}
  await tx
    .update(remoteAct)
    .set({ ...change, ...ended, updatedAt: sql`now()` })
    .where(eq(remoteAct.id, id))
}

/** Sets the state of an act that is still open. */
export async function closeOpenAct(tx: Tx, id: string, state: ActState, at: Date): Promise<void> {
  await tx
    .update(remoteAct)
    .set({ state, resolvedAt: at, nextLookAt: null, updatedAt: sql`now()` })
    .where(and(eq(remoteAct.id, id), inArray(remoteAct.state, [...OPEN_ACT_STATES])))
}

/** Marks an act as found that was given up although it may have been sent. False: there is no such act. */
export async function findGivenUp(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(remoteAct)
    .set({ state: 'found', updatedAt: sql`now()` })
    .where(and(eq(remoteAct.id, id), eq(remoteAct.state, 'absent'), gt(remoteAct.sends, 0)))
  return rowCount === 1
}

/** Acts whose outcome was known before `before`, oldest first, starting after `last`. */
export const findOldActs = (tx: Tx, before: Date, last: ActRow | undefined, limit: number): Promise<ActRow[]> =>
  tx
    .select()
    .from(remoteAct)
    .where(
      and(
        notInArray(remoteAct.state, [...OPEN_ACT_STATES]),
        lt(remoteAct.resolvedAt, before),
        last && sql`(${remoteAct.resolvedAt}, ${remoteAct.id}) > (${last.resolvedAt}, ${last.id})`,
      ),
    )
    .orderBy(asc(remoteAct.resolvedAt), asc(remoteAct.id))
    .limit(limit)

export const deleteActs = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (await tx.delete(remoteAct).where(inArray(remoteAct.id, [...ids])))

export type OpenActs = { kind: string; state: ActState; count: number; oldestSeconds: number }

/** Counts only open acts. They are few and have their own index; most of the table is resolved. */
export const countOpenActs = async (tx: Tx): Promise<OpenActs[]> =>
  (
    await tx.execute<OpenActs>(sql`
      select kind, state, count(*)::int as count,
             extract(epoch from clock_timestamp() - min(intended_at))::float8 as "oldestSeconds"
        from remote_act where state in ('intended', 'sent', 'unknown') group by kind, state`)
  ).rows

/** Open acts that are due for a lookup, longest overdue first. */
export const findDueActs = (tx: Tx, now: Date, limit: number): Promise<ActRow[]> =>
  tx
    .select()
    .from(remoteAct)
    .where(and(inArray(remoteAct.state, [...OPEN_ACT_STATES]), lte(remoteAct.nextLookAt, now)))
    .orderBy(asc(remoteAct.nextLookAt))
    .limit(limit)

/** Open acts of a kind, by their keys. */
export const findOpenActs = (tx: Tx, kind: string, keys: readonly string[]): Promise<ActRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(remoteAct)
        .where(
          and(
            eq(remoteAct.kind, kind),
            inArray(remoteAct.key, [...keys]),
            inArray(remoteAct.state, [...OPEN_ACT_STATES]),
          ),
        )
        .orderBy(asc(remoteAct.intendedAt))

/** Whether an act of this kind succeeded for the key, according to its answer or to a lookup. */
export async function hasHappened(tx: Tx, kind: string, key: string): Promise<boolean> {
  const found = await tx
    .select({ id: remoteAct.id })
    .from(remoteAct)
    .where(and(eq(remoteAct.kind, kind), eq(remoteAct.key, key), sql`state in ('done', 'found')`))
    .limit(1)
  return found.length > 0
}

/**
 * Records that the request is about to leave and may be under way for `forMs`, by the database's clock. False: the act was called off, or
 * its outcome is known.
 */
export async function markSent(db: Pick<Db, 'handle'>, id: string, forMs: number): Promise<boolean> {
  const { rowCount } = await db.handle.execute(sql`
    update remote_act
       set state = case state when 'unknown' then state else 'sent' end,
           sends = sends + 1, sent_at = clock_timestamp(), ended_at = null, updated_at = now(),
           until = clock_timestamp() + make_interval(secs => ${forMs / 1000})
     where id = ${id} and withdrawn_at is null and state in ('intended', 'sent', 'unknown')`)
  return rowCount === 1
}

/** SQL condition for a feature's statement: the act was neither called off nor ended by others. */
export const isStillOpen = (id: string): SQL =>
  sql`exists (select from remote_act where id = ${id} and withdrawn_at is null and state in ('intended', 'sent', 'unknown'))`

/** Calls the act off: nothing is sent for it any more. `alive`: a request may be leaving right now, so nothing was changed. */
export async function withdrawAct(tx: Tx, id: string): Promise<Withdrawal> {
  const { rows } = await tx.execute<{ withdrawn: boolean; sends: number }>(sql`
    with held as (select * from remote_act where id = ${id} for update),
    taken as (
      update remote_act set withdrawn_at = coalesce(remote_act.withdrawn_at, clock_timestamp())
        from held
       where remote_act.id = held.id
         and (held.withdrawn_at is not null or held.until is null or held.ended_at is not null
              or held.until < clock_timestamp())
      returning remote_act.id
    )
    select held.sends, exists (select from taken) as withdrawn from held`)
  const [act] = rows
  if (!act?.withdrawn) return 'alive'
  return act.sends === 0 ? 'never-sent' : 'maybe-sent'
}
