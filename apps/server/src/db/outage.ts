import { statfs } from 'node:fs/promises'
import { pgError } from './db.ts'

/** Why the server cannot use its data: the disk is full, the database is unreachable, or it is blocked for too long. */
export type Outage = 'storage-full' | 'database-gone' | 'database-busy'

/** PostgreSQL conditions (its documentation, appendix A): disk_full; shutdown, crash and start; too many connections. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const GONE = /^(57P0[1-3]|08.{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN)$/
/** lock_timeout, statement_timeout, a resolved deadlock, a session ended for being idle in a transaction. */
const BUSY = new Set(['55P03', '57014', '40P01', '25P03'])
/** Messages of `pg` without a code, and of PostgreSQL with a code that has many meanings. */
const GONE_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not currently accepting connections/

export function outageOf(error: unknown): Outage | undefined {
  const code = pgError(error)?.code
  for (let current = error, depth = 0; depth < 6 && current instanceof Error; depth++, current = current.cause) {
    const word = code ?? ('code' in current && typeof current.code === 'string' ? current.code : '')
    if (FULL.has(word)) return 'storage-full'
    if (GONE.test(word) || GONE_WORDS.test(current.message)) return 'database-gone'
    if (BUSY.has(word)) return 'database-busy'
  }
  return undefined
}

/** A disk that is too full for a large write may accept small ones, so the server reports "full" for this long after a refused write. */
const REMEMBERED_MS = 30_000
const ROOM_LEAST_BYTES = 32 * 1024 * 1024

/** Remembers recent failures for lack of disk space, so that the health check does not depend on which statement is tried. */
export function createOutageWatch(deps: { folder: string; now: () => number }) {
  let fullAt = -Infinity

  /** Free bytes on the disk of our own files. The folder is created with the first file; undefined until then. */
  const roomBytes = async (): Promise<number | undefined> => {
    const disk = await statfs(deps.folder).catch(() => undefined)
    return disk && disk.bavail * disk.bsize
  }

  return {
    /** Called with every error; returns which outage it means. */
    heard: (error: unknown): Outage | undefined => {
      const outage = outageOf(error)
      if (outage === 'storage-full') fullAt = deps.now()
      return outage
    },
    /** Whether there is room to write, by recent errors and by the free space of the files' folder. */
    async isFull(): Promise<boolean> {
      if (deps.now() - fullAt < REMEMBERED_MS) return true
      const room = await roomBytes()
      return room !== undefined && room < ROOM_LEAST_BYTES
    },
    roomBytes,
  }
}
export type OutageWatch = ReturnType<typeof createOutageWatch>
