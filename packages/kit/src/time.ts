/** Times are UTC instants; people read China time, UTC+8 (decisions, section 3; specification, section 9). */
export const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

/** YYYY-MM-DD HH:mm:ss in UTC+8, the display format of specification section 5. */
export function formatChinaTime(instantMs: number): string {
  const d = new Date(instantMs + CHINA_OFFSET_MS)
  const date = `${d.getUTCFullYear()}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())}`
  return `${date} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`
}

/** YYYY-MM-DD in UTC+8. */
export const formatChinaDate = (instantMs: number): string => formatChinaTime(instantMs).slice(0, 10)

/** Start of the China-time day that holds the instant, as an instant. */
export const startOfChinaDay = (instantMs: number): number =>
  Math.floor((instantMs + CHINA_OFFSET_MS) / 86_400_000) * 86_400_000 - CHINA_OFFSET_MS

/** Parses "YYYY-MM-DD HH:mm:ss" (or the date alone) as China time. Returns undefined on anything else. */
export function parseChinaTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as number[]
  const utc = Date.UTC(year!, month! - 1, day, hour || 0, minute || 0, second || 0)
  const back = new Date(utc)
  if (back.getUTCMonth() !== month! - 1 || back.getUTCDate() !== day) return undefined
  return utc - CHINA_OFFSET_MS
}
