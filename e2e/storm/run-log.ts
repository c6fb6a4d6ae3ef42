import { appendFile } from 'node:fs/promises'
import type { StormEnded, StormOptions, StormResult } from './storm.ts'

const PAGE = new URL('../../docs/storm.md', import.meta.url)

/** The result of a run, or the error that ended it early. */
export type Ended = StormResult | StormEnded

const WORDS = 120

/** One row of the table at the end of docs/storm.md. */
export function rowOf(at: Date, size: string, options: StormOptions, ended: Ended): string {
  const threw = ended instanceof Error
  const { kill = 0, freeze = 0, aimed = 0, ...others } = Object.fromEntries(ended.injected)
  const cells = [
    at.toISOString().slice(0, 10),
    options.seed,
    size,
    threw ? (options.database === 'embedded' ? 'embedded' : 'PostgreSQL') : ended.database,
    kill,
    `${freeze + aimed} (${aimed})`,
    Object.entries(others)
      .map(([kind, times]) => `${kind} ${times}`)
      .join(', '),
    threw ? 'not read' : (ended.facts.find(({ what }) => what === '远程动作')?.here ?? 'not read'),
    threw ? `**threw**: ${firstLineOf(ended)}` : verdictOf(ended),
  ]
  return `| ${cells.join(' | ')} |\n`
}

function verdictOf({ facts }: StormResult): string {
  const wrong = facts.filter(({ holds }) => !holds)
  return wrong.length === 0 ? `all ${facts.length} hold` : `**${wrong.length} do not**`
}

/** Within one cell. */
const firstLineOf = ({ message }: Error): string => message.split('\n')[0]!.slice(0, WORDS).replaceAll('|', '\\|')

export const logRun = (row: string): Promise<void> => appendFile(PAGE, row)
