const CHINA_MS = 8 * 3_600_000

/**
 * The first instant that a log keeps, when it keeps the running month and so many before it: the beginning of a month in China.
 * Undefined for 0 months: everything is kept. Logs go by whole months only, which the database itself holds them to.
 */
export function keptFrom(nowMs: number, months: number): Date | undefined {
  if (months <= 0) return undefined
  const china = new Date(nowMs + CHINA_MS)
  return new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - months, 1) - CHINA_MS)
}
