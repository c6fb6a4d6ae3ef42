import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, LedgerEntry, SimCore } from '../core.ts'
import { openClock } from './clock.ts'
import type { MovableClock } from './clock.ts'
import { openFaults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { openQuirks } from './quirks.ts'
import type { Quirks } from './quirks.ts'
import { randomStream } from './random.ts'
import { openTables } from './tables.ts'
import type { QuirkValue } from './quirks.ts'

export type CoreOptions = { dataDir: string; seed: string; memory: boolean; origin(): string; realNow?: () => number }

/** The core for its owner: what vendors use, plus what only the control page and the process may use. */
export type OwnedCore = SimCore & {
  readonly clock: MovableClock
  readonly quirks: Quirks
  readonly seed: string
  flush(): void
  close(): void
}

/** Opens clock, faults, ledger, quirks and tables under `dataDir`; with `memory` only uploaded files are written to disk. */
export function openCore(options: CoreOptions): OwnedCore {
  const filesDir = join(options.dataDir, 'files')
  mkdirSync(filesDir, { recursive: true })
  const tables = openTables(options.memory ? undefined : join(options.dataDir, 'tables'))
  const random = (label: string): (() => number) => randomStream(options.seed, label)
  const clock = openClock(tables.table<{ ms: number }>('clock'), options.realNow)
  const quirks = openQuirks(tables.table<{ value: QuirkValue }>('quirks'))
  return {
    get origin() {
      return options.origin()
    },
    seed: options.seed,
    clock,
    faults: openFaults(tables.table<Fault>('faults'), random),
    ledger: openLedger(tables.table<LedgerEntry>('ledger')),
    quirks,
    filesDir,
    table: (name) => tables.table(name),
    random,
    quirk: quirks.quirk,
    flush: () => tables.flush(),
    close: () => {
      clock.close()
      tables.close()
    },
  }
}
