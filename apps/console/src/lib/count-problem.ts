/** The smallest and the largest number that a form accepts. */
export type Limits = { least: number; most?: number }

/** Why a number cannot be accepted; undefined: it can, or there is none. */
export function countProblem(value: number | null | undefined, { least, most = Infinity }: Limits): string | undefined {
  if (value === null || value === undefined) return undefined
  if (value < least) return `不能少于 ${least}`
  return value > most ? `最多 ${most}` : undefined
}
