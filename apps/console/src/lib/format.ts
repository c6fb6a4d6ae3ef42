import { currencyDigits, formatMinor } from '@huoqiao/kit/money'
import type { Money } from '@huoqiao/kit/money'
import { currencySign, moneyParts, moneyText } from '@huoqiao/kit/money-text'
import { CHINA_OFFSET_MS, formatChinaDate, formatChinaTime } from '@huoqiao/kit/time'
import { formatGrams } from '@huoqiao/kit/weight'

export const BLANK = '–'

export { currencySign, moneyParts }
export type Amount = Money

/** 123456 CNY → "¥1,234.56"; nothing → blank (specification, section 5). */
export function formatMoney(amount: Amount | null | undefined): string {
  return amount ? moneyText(amount) : ''
}

/** All amounts of purchases at 1688 are in fen. */
export const yuan = (minor: number | null | undefined): Amount | null =>
  minor === null || minor === undefined ? null : { minor, currency: 'CNY' }
export const yuanText = (minor: number | null | undefined): string =>
  minor === null || minor === undefined ? '未知' : formatMoney({ minor, currency: 'CNY' })

/** A span of prices of one currency: "¥12.00 – ¥18.50", one figure when both are equal. */
export function formatMoneyRange(min: Amount | null | undefined, max: Amount | null | undefined): string {
  if (!min || !max || (min.minor === max.minor && min.currency === max.currency)) return formatMoney(min ?? max)
  return `${formatMoney(min)} – ${formatMoney(max)}`
}

/** Plain decimal text without sign or grouping, for inputs: 1850 CNY → "18.50". */
export const plainMoney = (amount: Amount | null | undefined): string =>
  amount ? formatMinor(amount.minor, amount.currency) : ''

export { currencyDigits }

export const formatWeight = (grams: number | null | undefined): string =>
  grams === null || grams === undefined ? BLANK : formatGrams(grams)

/** YYYY-MM-DD HH:mm:ss in UTC+8. */
export const formatTime = (instant: number | null | undefined): string =>
  instant === null || instant === undefined ? BLANK : formatChinaTime(instant)
export const formatDate = (instant: number | null | undefined): string =>
  instant === null || instant === undefined ? BLANK : formatChinaDate(instant)
/** HH:mm, for save states such as 已保存 14:03. */
export const formatClock = (instant: number): string => formatChinaTime(instant).slice(11, 16)
/** MM/DD HH:mm:ss, for the last login (specification, section 2). */
export const formatShortTime = (instant: number | null | undefined): string =>
  instant === null || instant === undefined ? BLANK : formatChinaTime(instant).slice(5).replace('-', '/')

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in words: 刚刚, 5分钟前, 3小时前, 昨天, 6天前, then the date. Future instants: 5分钟后. */
export function formatRelative(instant: number | null | undefined, now: number): string {
  if (instant === null || instant === undefined) return BLANK
  const gone = now - instant
  const distance = Math.abs(gone)
  const turn = gone >= 0 ? '前' : '后'
  if (distance < MINUTE) return gone >= 0 ? '刚刚' : '马上'
  if (distance < HOUR) return `${Math.floor(distance / MINUTE)}分钟${turn}`
  const days = chinaDay(now) - chinaDay(instant)
  if (days === 0) return `${Math.floor(distance / HOUR)}小时${turn}`
  if (days === 1) return '昨天'
  if (days === -1) return '明天'
  return Math.abs(days) <= 7 ? `${Math.abs(days)}天${turn}` : formatChinaDate(instant)
}
const chinaDay = (instant: number): number => Math.floor((instant + CHINA_OFFSET_MS) / DAY)

/** 12345 → "12,345"; a capped count is marked: "10,000+". */
export const formatCount = (count: number, isCapped = false): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')}${isCapped ? '+' : ''}`

/** 23.456 → "23.5%". */
export const formatPercent = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? BLANK : `${String(Math.round(percent * 10) / 10)}%`

/** Seconds or minutes as a countdown: 75,000 ms → "1:15". */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The first whole character of a name, for round icons; surrogate pairs stay whole. */
export const firstCharacter = (text: string): string => Array.from(text)[0] ?? '?'
