import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Table } from '../core.ts'

/**
 * Keyed tables stored as append-only journals, one JSON line per change: ["p",id,row], ["d",id]. A line that cannot be read (the process
 * died while writing it) is dropped; the journal is rewritten at start and whenever it has many more lines than rows. Changes are collected
 * and appended once per turn of the event loop, so that seeding thousands of rows costs one write. Writes are not synced to the disk: they
 * survive a killed process but not a power failure, which is enough for a simulator.
 */
export type Tables = {
  table<T>(name: string): Table<T>
  flush(): void
  close(): void
}

type Journal = { flush(): void; close(): void }

const GONE = Symbol('gone')

/** A journal may have this many lines per row before it is rewritten while the simulator runs. */
const SLACK = 4
const SLACK_FLOOR = 20_000

function readJournal(path: string): { rows: Map<string, unknown>; lines: number; torn: number } {
  const rows = new Map<string, unknown>()
  if (!existsSync(path)) return { rows, lines: 0, torn: 0 }
  let lines = 0
  let torn = 0
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    lines++
    const change = parseLine(line)
    if (!change) torn++
    else if (change[0] === 'p') rows.set(change[1], change[2])
    else rows.delete(change[1])
  }
  return { rows, lines, torn }
}

function parseLine(line: string): ['p', string, unknown] | ['d', string] | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!Array.isArray(value) || typeof value[1] !== 'string') return undefined
    if (value[0] === 'p' && value.length === 3) return ['p', value[1], value[2]]
    return value[0] === 'd' ? ['d', value[1]] : undefined
  } catch {
    return undefined
  }
}

function writeWhole(path: string, rows: Map<string, unknown>): void {
  const text = Array.from(rows, ([id, row]) => `${JSON.stringify(['p', id, row])}\n`).join('')
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

function journalTable<T>(path: string, schedule: (journal: Journal) => void): { table: Table<T>; journal: Journal } {
  const loaded = readJournal(path)
  const rows = loaded.rows as Map<string, T>
  if (loaded.torn > 0 || loaded.lines !== rows.size) writeWhole(path, rows)
  let fd = openSync(path, 'a')
  let lines = rows.size
  let cleared = false
  const pending = new Map<string, T | typeof GONE>()

  const flush = (): void => {
    if (!cleared && pending.size === 0) return
    if (cleared) {
      ftruncateSync(fd, 0)
      lines = 0
      cleared = false
    }
    if (lines + pending.size > Math.max(SLACK_FLOOR, rows.size * SLACK)) {
      closeSync(fd)
      writeWhole(path, rows)
      fd = openSync(path, 'a')
      lines = rows.size
    } else if (pending.size > 0) {
      const text = Array.from(pending, ([id, row]) =>
        row === GONE ? `${JSON.stringify(['d', id])}\n` : `${JSON.stringify(['p', id, row])}\n`,
      ).join('')
      writeSync(fd, text)
      lines += pending.size
    }
    pending.clear()
  }
  const journal: Journal = {
    flush,
    close: () => {
      flush()
      closeSync(fd)
    },
  }
  const table: Table<T> = {
    ...mapTable(rows),
    get size() {
      return rows.size
    },
    put: (id, row) => {
      rows.set(id, row)
      pending.set(id, row)
      schedule(journal)
    },
    delete: (id) => {
      if (!rows.delete(id)) return false
      pending.set(id, GONE)
      schedule(journal)
      return true
    },
    clear: () => {
      rows.clear()
      pending.clear()
      cleared = true
      schedule(journal)
    },
  }
  return { table, journal }
}

function mapTable<T>(rows: Map<string, T>): Table<T> {
  return {
    get: (id) => rows.get(id),
    put: (id, row) => void rows.set(id, row),
    delete: (id) => rows.delete(id),
    values: () => rows.values(),
    get size() {
      return rows.size
    },
    clear: () => rows.clear(),
  }
}

/** Tables under `folder`, or in memory only when no folder is given (tests). Opening the same name again returns the same table. */
export function openTables(folder: string | undefined): Tables {
  const known = new Map<string, { table: Table<unknown>; journal?: Journal }>()
  const dirty = new Set<Journal>()
  let turn: NodeJS.Immediate | undefined
  const flush = (): void => {
    turn = undefined
    for (const journal of dirty) journal.flush()
    dirty.clear()
  }
  const schedule = (journal: Journal): void => {
    dirty.add(journal)
    turn ??= setImmediate(flush)
  }
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  return {
    table: <T>(name: string): Table<T> => {
      if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new RangeError(`not a table name: ${name}`)
      let entry = known.get(name)
      if (!entry) {
        entry =
          folder === undefined
            ? { table: mapTable(new Map<string, unknown>()) }
            : journalTable<unknown>(join(folder, `${name}.jsonl`), schedule)
        known.set(name, entry)
      }
      return entry.table as Table<T>
    },
    flush,
    close: () => {
      if (turn) clearImmediate(turn)
      flush()
      for (const { journal } of known.values()) journal?.close()
      known.clear()
    },
  }
}
