import type { CallOutput } from '../../../lib/contract.ts'

/** SKUs by day and store for every day of the range; days without any have 0. */
export type DailySkus = {
  dates: string[]
  stores: { id: string; name: string; counts: number[] }[]
}

const DAY_MS = 86_400_000

/** `from` and `to` as YYYY-MM-DD, both included. */
function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00:00Z`)
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10))
}

export function byDay(rows: CallOutput<'getSyncSuccessSkuCountByDate'>, from: string, to: string): DailySkus {
  const dates = daysBetween(from, to)
  const names = new Map(rows.map((row) => [row.storeId, row.storeName]))
  const counts = new Map(rows.map((row) => [`${row.storeId} ${row.date}`, row.skuCount]))
  return {
    dates,
    stores: [...names].map(([id, name]) => ({
      id,
      name,
      counts: dates.map((date) => counts.get(`${id} ${date}`) ?? 0),
    })),
  }
}
