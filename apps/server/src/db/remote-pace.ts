import { ownStarts, systemClock } from '@huoqiao/connector-kit'
import type { Starts } from '@huoqiao/connector-kit'
import { DRAWS_FOR_MS } from '@huoqiao/connector-shopify'
import type { CountDrawers } from '@huoqiao/connector-shopify'
import type { Log } from '../platform/log.ts'
import type { Db } from './db.ts'

/** Timeout for the database, because a person may be waiting. */
const PATIENCE_MS = 10_000
/** The rate that a node uses on its own while it cannot coordinate with the others. */
const ALONE_PER_SECOND = 1

/** Counting the processes is only an optimisation, so a call waits no longer than this for it. */
const COUNT_PATIENCE_MS = 1_000

type Taken = { now: number; granted: number[]; again: number }

/**
 * Start times for calls of one 1688 app, assigned by the database to all nodes by its clock, one for each waiting call. While the database
 * does not answer, this node starts one call a second.
 */
export function sharedStarts(
  deps: { pool: Db['pool']; log: Pick<Log, 'warn'> },
  budget: string,
  startsPerSecond: number,
): Starts {
  const alone = ownStarts(ALONE_PER_SECOND, systemClock)

  const ask = async (wanted: number): Promise<Taken> => {
    const answer = deps.pool.query<{ taken: Taken }>({
      name: 'take-starts',
      text: 'select take_starts($1, $2, $3) as taken',
      values: [budget, wanted, startsPerSecond],
    })
    // The start times of a late answer are unused; nobody else has them.
    answer.catch(() => undefined)
    return (await Promise.race([answer, failAfter(PATIENCE_MS)])).rows[0]!.taken
  }

  return {
    async take(wanted) {
      try {
        const { now, granted, again } = await ask(wanted)
        // Counted from the arrival of the answer: a start may be late by the travel time, but never early.
        const here = systemClock.now()
        return { at: granted.map((at) => here + at - now), again: here + Math.max(1, again - now) }
      } catch (error) {
        deps.log.warn({ budget, error: String(error) }, 'the shared pace was not told: one call a second meanwhile')
        return alone.take(1)
      }
    },
    quiet(until) {
      const ms = until - systemClock.now()
      deps.pool
        .query('select quiet_starts($1, $2)', [budget, ms])
        .catch((error: unknown) =>
          deps.log.warn({ budget, error: String(error) }, 'the quiet was not told to the other nodes'),
        )
    },
  }
}

/** Reports to all nodes that process `me` uses the rate limit of one shop, and counts those that do. */
export function drawersOf(deps: { pool: Db['pool'] }, shop: string, me: string): CountDrawers {
  return async () => {
    const answer = deps.pool.query<{ drawers: number }>({
      name: 'count-drawers',
      text: `
        insert into remote_pace as kept (budget, drawers)
        values ($1, jsonb_build_object($2::text, extract(epoch from clock_timestamp()) * 1000))
        on conflict (budget) do update set drawers = excluded.drawers || coalesce((
          select jsonb_object_agg(one.key, one.value) from jsonb_each(kept.drawers) one
           where one.key <> $2 and one.value::float8 > extract(epoch from clock_timestamp()) * 1000 - $3), '{}')
        returning (select count(*)::int from jsonb_object_keys(kept.drawers)) as drawers`,
      values: [shop, me, DRAWS_FOR_MS],
    })
    answer.catch(() => undefined)
    return (await Promise.race([answer, failAfter(COUNT_PATIENCE_MS)])).rows[0]!.drawers
  }
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_done, reject) => {
    setTimeout(() => reject(new Error(`no answer for ${ms} ms`)), ms).unref()
  })
}
