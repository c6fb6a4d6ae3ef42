const CHINA_MS = 8 * 3_600_000

/**
 * The start of the first kept month in China time: the current month and `months` before it are kept. Undefined for 0 months: everything is
 * kept. The database only allows whole months to be dropped.
 */
export function keptFrom(nowMs: number, months: number): Date | undefined {
  if (months <= 0) return undefined
  const china = new Date(nowMs + CHINA_MS)
  return new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - months, 1) - CHINA_MS)
}
