import { permitFor, SendWithdrawn } from '@huoqiao/connector-kit'
import type { SendGuard } from '@huoqiao/connector-kit'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { actLease } from './lease.tables.ts'

/**
 * How late the first byte may be after the database was asked: connecting takes up to some seconds. The database counts this time
 * to the lease, so a process that stood still for longer finds out on the open connection and sends nothing.
 */
const CONNECT_GRACE_MS = 5_000

/**
 * What an attempt that must happen at most once is called off with. `alive`: somebody may be sending at this moment, so nothing was
 * changed. Otherwise nobody will ever send it: `never-sent`: nobody did; `maybe-sent`: it may have left before.
 */
export type Withdrawal = 'alive' | 'never-sent' | 'maybe-sent'

export type Leases = {
  /** In the transaction that writes the intent. */
  open(tx: Tx, attemptId: string, act: string): Promise<void>
  /** What the connector asks right before the bytes leave. Throws SendWithdrawn when the attempt was called off. */
  guard(attemptId: string): SendGuard
  /** The call is over for its caller, whatever came of it: nothing of it is on its way from us. */
  end(tx: Tx, attemptId: string): Promise<void>
  /** In the transaction that says that the attempt did not happen: from then on it can't. */
  withdraw(tx: Tx, attemptId: string): Promise<Withdrawal>
}

/**
 * Fences what must be carried out at most once against a node that stood still: the decision "this was not sent" and the sending
 * exclude each other on one row, and only the database's clock says how long a request may be on its way. What remains is a process
 * that is stopped between the last look (SendPermit.confirm) and the write to the socket, some ten microseconds, and wakes after the
 * lease: the orders that it makes are found by the next look and told as surplus.
 */
export function createLeases(db: Pick<Db, 'handle'>): Leases {
  return {
    async open(tx, attemptId, act) {
      await tx.insert(actLease).values({ id: attemptId, act })
    },

    guard: (attemptId) => async (limitMs) => {
      const asked = { monotonicMs: performance.now(), wallMs: Date.now() }
      const { rowCount } = await db.handle.execute(sql`
        update act_lease
           set sends = sends + 1,
               sent_at = clock_timestamp(),
               until = clock_timestamp() + make_interval(secs => ${(limitMs + CONNECT_GRACE_MS) / 1000}),
               ended_at = null
         where id = ${attemptId} and withdrawn_at is null`)
      if (rowCount === 0) throw new SendWithdrawn('the attempt was called off before it was sent')
      return permitFor(CONNECT_GRACE_MS, asked)
    },

    async end(tx, attemptId) {
      await tx.execute(sql`update act_lease set ended_at = clock_timestamp() where id = ${attemptId}`)
    },

    async withdraw(tx, attemptId) {
      const { rows } = await tx.execute<{ withdrawn: boolean; sends: number }>(sql`
        with held as (select * from act_lease where id = ${attemptId} for update),
        taken as (
          update act_lease set withdrawn_at = coalesce(act_lease.withdrawn_at, clock_timestamp())
            from held
           where act_lease.id = held.id
             and (held.withdrawn_at is not null or held.until is null or held.ended_at is not null
                  or held.until < clock_timestamp())
          returning act_lease.id
        )
        select held.sends, exists (select from taken) as withdrawn from held`)
      const [lease] = rows
      // Written by a version that had no leases: its process is gone, as two versions do not share a schema.
      if (lease === undefined) return 'maybe-sent'
      if (!lease.withdrawn) return 'alive'
      return lease.sends === 0 ? 'never-sent' : 'maybe-sent'
    },
  }
}
