import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** One measured number with its limit: a maximum, or a minimum with `atLeast`. Without a limit the number is only reported. */
export type Figure = { name: string; value: number; unit: string; limit?: number; atLeast?: boolean }

/** The measured numbers of one bench, reported to tools/bench.mjs one by one and stored together at the end. */
export type Figures = {
  tell(figure: Figure): void
  /** Facts that explain the figures: distributions, plans, sizes. Stored, without a limit. */
  note(name: string, value: unknown): void
  keep(): Promise<void>
}

const FORMATTER = fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url))

export function openFigures(bench: string): Figures {
  const figures: Figure[] = []
  const notes: Record<string, unknown> = {}
  return {
    tell(figure) {
      const rounded = { ...figure, value: round(figure.value) }
      figures.push(rounded)
      if (process.send) process.send({ kind: 'figure', ...rounded })
      else console.log(rounded)
    },
    note(name, value) {
      notes[name] = value
    },
    async keep() {
      // Committed results name the kind of machine, and nothing that identifies a single one.
      const folder = new URL(process.env['BENCH_KEEP'] ? './results/' : './output/', import.meta.url)
      await mkdir(folder, { recursive: true })
      const facts = { date: new Date().toISOString().slice(0, 10), node: process.version, cores: cpus().length }
      const text = JSON.stringify({ bench, ...facts, figures, notes }, null, 2)
      const file = fileURLToPath(new URL(`${bench}.json`, folder))
      await writeFile(file, `${text}\n`)
      // Committed results are in the format that `npm test` checks.
      if (process.env['BENCH_KEEP']) await promisify(execFile)(FORMATTER, [file])
    },
  }
}

/** Two decimals are more than the precision of any of these measurements. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** p50 and p99 of times in milliseconds. */
export const spread = (ms: readonly number[]): { p50: number; p99: number } => ({
  p50: round(quantile(ms, 0.5)),
  p99: round(quantile(ms, 0.99)),
})
