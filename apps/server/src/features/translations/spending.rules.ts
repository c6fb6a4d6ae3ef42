import { CHINA_OFFSET_MS } from '@huoqiao/kit'

const MILLION = 1_000_000

/** Fen, rounded up: characters × fen for a million characters. */
export const costOf = (scaled: number): number => Math.ceil(scaled / MILLION)

/** The billed amount of a request. */
export type Amount = { chars: number; pictures: number }
type Prices = { pricePerMillion: number; pricePerPicture: number }

/** Fen × a million. */
export const scaledCost = ({ chars, pictures }: Amount, { pricePerMillion, pricePerPicture }: Prices): number =>
  chars * pricePerMillion + pictures * pricePerPicture * MILLION

/** Shown if the forecast of a run exceeds the budget. */
export const OVER_BUDGET = '预计花费超出翻译服务本月剩下的预算；可以少选一些，或提高预算'

/** The calendar month in UTC+8 that an instant lies in. */
export function monthOf(nowMs: number): { from: Date; to: Date } {
  const local = new Date(nowMs + CHINA_OFFSET_MS)
  const start = (months: number): Date =>
    new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - CHINA_OFFSET_MS)
  return { from: start(0), to: start(1) }
}
