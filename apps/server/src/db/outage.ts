import { statfs } from 'node:fs/promises'
import { pgError } from './db.ts'

/** What keeps the server from its data: no room on the disk, no database, or one that is held by somebody for too long. */
export type Outage = 'storage-full' | 'database-gone' | 'database-busy'

/** PostgreSQL's conditions (its documentation, appendix A): disk_full; shutdown, crash and start; too many connections. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const GONE = /^(57P0[1-3]|08.{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN)$/
/** lock_timeout, statement_timeout, a deadlock that was broken, a session that was ended for not moving. */
const BUSY = new Set(['55P03', '57014', '40P01', '25P03'])
/** What `pg` says without a code, and PostgreSQL with one that means many things. */
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

/** A disk that is full for a large write may take small ones: for this long after one was refused the server says that it is full. */
const REMEMBERED_MS = 30_000
const ROOM_LEAST_BYTES = 32 * 1024 * 1024

/** What of the server's work failed for want of room lately, so that its health does not depend on which statement is tried. */
export function createOutageWatch(deps: { folder: string; now: () => number }) {
  let fullAt = -Infinity

  /** What may still be written to the disk of our own files. The folder is made with the first file: unknown until then. */
  const roomBytes = async (): Promise<number | undefined> => {
    const disk = await statfs(deps.folder).catch(() => undefined)
    return disk && disk.bavail * disk.bsize
  }

  return {
    /** Whoever meets an error tells it. Answers what it is. */
    heard: (error: unknown): Outage | undefined => {
      const outage = outageOf(error)
      if (outage === 'storage-full') fullAt = deps.now()
      return outage
    },
    /** Whether there is room to write, by what was heard and by the folder that our own files are in. */
    async isFull(): Promise<boolean> {
      if (deps.now() - fullAt < REMEMBERED_MS) return true
      const room = await roomBytes()
      return room !== undefined && room < ROOM_LEAST_BYTES
    },
    roomBytes,
  }
}
export type OutageWatch = ReturnType<typeof createOutageWatch>
