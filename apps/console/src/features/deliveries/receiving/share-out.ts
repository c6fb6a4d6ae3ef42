import { countProblem } from '../../../lib/count-problem.ts'
import type { ReceivingLine } from './receive-draft.ts'

type Demand = ReceivingLine['demand'][number]
export type Shares = Readonly<Record<string, number>>

export const shareOf = (demand: Demand, typed: Shares): number => typed[demand.demandId] ?? demand.allocated

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/**
 * Source pieces that would stay without an order, as an exact fraction over one denominator (decision 0007); negative: more is assigned
 * than arrived.
 */
export function leftOver(line: ReceivingLine, typed: Shares): { pieces: number; isWhole: boolean } {
  const parts = line.demand.map((demand) => ({ ...demand.ratio, share: shareOf(demand, typed) }))
  const common = parts.reduce((all, { sale }) => (all / gcd(all, sale)) * sale, 1)
  const taken = parts.reduce((sum, { source, sale, share }) => sum + share * source * (common / sale), 0)
  const left = line.received * common - taken
  return { pieces: Math.floor(left / common), isWhole: left % common === 0 }
}

/** Why these shares cannot be saved; undefined: they can. */
export function wrongShares(line: ReceivingLine, typed: Shares): string | undefined {
  const changed = line.demand.filter((demand) => shareOf(demand, typed) !== demand.allocated)
  if (changed.length === 0) return '没有改动'
  for (const demand of line.demand) {
    const problem = countProblem(shareOf(demand, typed), { least: demand.fixed, most: demand.quantity })
    if (problem !== undefined) return `${demand.orderName} 分到的件数${problem}`
  }
  const { pieces } = leftOver(line, typed)
  return pieces < 0 ? `到货不够分，还差 ${-pieces} 件货源` : undefined
}
