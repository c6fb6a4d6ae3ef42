import { appendFile } from 'node:fs/promises'
import type { StormOptions, StormResult } from './storm.ts'

const PAGE = new URL('../../docs/storm.md', import.meta.url)

/** One row of the table that ends docs/storm.md. */
export function rowOf(at: Date, size: string, options: StormOptions, result: StormResult): string {
  const { kill, freeze, ...others } = options.strokes
  const wrong = result.facts.filter(({ holds }) => !holds)
  const cells = [
    at.toISOString().slice(0, 10),
    options.seed,
    size,
    result.database,
    kill,
    freeze,
    Object.entries(others)
      .map(([kind, times]) => `${kind} ${times}`)
      .join(', '),
    result.facts.find(({ what }) => what === '远程动作')?.here ?? 'not read',
    wrong.length === 0 ? `all ${result.facts.length} hold` : `**${wrong.length} do not**`,
  ]
  return `| ${cells.join(' | ')} |\n`
}

export const logRun = (row: string): Promise<void> => appendFile(PAGE, row)
