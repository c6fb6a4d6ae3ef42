import { sql } from 'drizzle-orm'
import type { Log } from '../platform/log.ts'
import { NOTEWORTHY_MS, TOO_FAR_MS } from './database-clock.ts'
import type { Db, Tx } from './db.ts'
import { newestMigration } from './migrate.ts'

const BEAT_MS = 5_000
/** A node without a heartbeat for this long, by the database's clock, is missing: four beats. */
const MISSING_AFTER_SECONDS = 20
/** A node missing for this long is deleted: it was reported, and it will not come back under its name. */
const FORGOTTEN_AFTER_SECONDS = 3_600

/** How this process identifies itself to the others. */
export type NodeIdentity = {
  /** machine and port */
  name: string
  clockOffsetMs(): number
}
export type NodeCounts = { alive: number; missing: number; clockOff: number }
/** `about`: one notice a day for the same value. */
export type NodeNotice = { about: string; title: string; text: string }

/** How many nodes there are, and how many of them have a problem. */
export async function countNodes(db: Pick<Db, 'pool'>): Promise<NodeCounts> {
  const { rows } = await db.pool.query<NodeCounts>(
    `select (count(*) filter (where not m.missing))::int as alive,
            (count(*) filter (where m.missing))::int as missing,
            (count(*) filter (where not m.missing and abs(clock_offset_ms) > $2))::int as "clockOff"
       from node, lateral (select beat_at < clock_timestamp() - make_interval(secs => $1) as missing) m`,
    [MISSING_AFTER_SECONDS, NOTEWORTHY_MS],
  )
  return rows[0]!
}

/** After a restore no node counts as missing. */
export const forgetNodes = async (tx: Tx): Promise<void> => void (await tx.execute(sql`delete from node`))

/** The notice for a node whose clock is wrong; undefined: it is right. */
function clockWords(offsetMs: number): string | undefined {
  if (Math.abs(offsetMs) <= NOTEWORTHY_MS) return undefined
  return `本机时间比数据库${offsetMs > 0 ? '快' : '慢'} ${Math.round(Math.abs(offsetMs) / 1000)} 秒`
}

/**
 * The heartbeat of this process, and its check of the others: the first node that sees that another has stopped (frozen, cut off, killed)
 * notifies people. It takes no other action: what a node held is fenced and released elsewhere (decision 0014).
 */
export function joinNodes(deps: {
  db: Db
  me: NodeIdentity
  log: Pick<Log, 'warn'>
  tell(tx: Tx, notice: NodeNotice): Promise<void>
}): { leave(): Promise<void> } {
  const { db, me } = deps
  const schema = newestMigration()
  let isClockReported = false

  async function beat(): Promise<void> {
    const offsetMs = Math.round(me.clockOffsetMs())
    // In its own statement, so that no row lock is held while waiting for another row.
    await db.handle.execute(sql`
      insert into node (name, started_at, beat_at, clock_offset_ms, schema)
      values (${me.name}, clock_timestamp(), clock_timestamp(), ${offsetMs}, ${schema})
      on conflict (name) do update set beat_at = clock_timestamp(), clock_offset_ms = excluded.clock_offset_ms,
        schema = excluded.schema, told_at = null`)
    await db.transaction(tellMissing)
    const words = clockWords(offsetMs)
    if (words !== undefined && !isClockReported)
      await db.transaction((tx) =>
        deps.tell(tx, {
          about: `${me.name} clock`,
          title: '节点时间不准',
          text: `节点 ${me.name} 的${words}：请校准这台机器的时间（如启用NTP）。相差超过 60 秒它会停止工作。`,
        }),
      )
    isClockReported = words !== undefined
  }

  async function tellMissing(tx: Tx): Promise<void> {
    await tx.execute(
      sql`delete from node where beat_at < clock_timestamp() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})`,
    )
    const { rows } = await tx.execute<{ name: string; seconds: number; offset_ms: number }>(sql`
      update node set told_at = clock_timestamp()
       where told_at is null and beat_at < clock_timestamp() - make_interval(secs => ${MISSING_AFTER_SECONDS})
      returning name, extract(epoch from clock_timestamp() - beat_at)::int as seconds, clock_offset_ms as offset_ms`)
    for (const { name, seconds, offset_ms: offsetMs } of rows) {
      deps.log.warn({ node: name, seconds }, 'a node has fallen silent')
      const clock = clockWords(offsetMs)
      const also = clock === undefined ? '' : `最后一次它的${clock}，请校准时间。`
      await deps.tell(tx, {
        about: name,
        title: '节点没有回应',
        text: `节点 ${name} 已有 ${seconds} 秒没有回应，可能死机、断网或被强制停止。${also}它做到一半的任务由其他节点接手；请检查这台机器，必要时重新启动。`,
      })
    }
  }

  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= beat()
      .catch((error: unknown) => deps.log.warn({ error: String(error) }, 'the beat of this node was not written'))
      .finally(() => (running = undefined))
  }
  run()
  const timer = setInterval(run, BEAT_MS)
  timer.unref()

  return {
    async leave() {
      clearInterval(timer)
      await running
      // A node that stops because its clock is wrong should count as missing, so its row stays.
      if (Math.abs(me.clockOffsetMs()) > TOO_FAR_MS) return
      // The database may be the thing that failed; everything else must still be stopped.
      await db.handle
        .execute(sql`delete from node where name = ${me.name}`)
        .catch((error: unknown) =>
          deps.log.warn({ error: String(error) }, 'this node could not take its row away: the others will miss it'),
        )
    },
  }
}
