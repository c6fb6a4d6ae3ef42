/** Times are UTC instants; people read China time, UTC+8 (decisions, section 3; specification, section 9). */
export const CHINA_OFFSET_MS = 8 * 60 * 60 * 1000

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

/** YYYY-MM-DD HH:mm:ss in UTC+8, the display format of specification section 5. */
export function formatChinaTime(instantMs: number): string {
  const d = new Date(instantMs + CHINA_OFFSET_MS)
  const date = `${pad(d.getUTCFullYear(), 4)}-${pad(d.getUTCMonth() + 1)}-${pad(d.getUTCDate())}`
  return `${date} ${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}:${pad(d.getUTCSeconds())}`
}

/** YYYY-MM-DD in UTC+8. */
export const formatChinaDate = (instantMs: number): string => formatChinaTime(instantMs).slice(0, 10)

/** Start of the China-time day that holds the instant, as an instant. */
export const startOfChinaDay = (instantMs: number): number =>
  Math.floor((instantMs + CHINA_OFFSET_MS) / 86_400_000) * 86_400_000 - CHINA_OFFSET_MS

/** Parses "YYYY-MM-DD HH:mm:ss" (or the date alone) as China time. Returns undefined on anything else, and on dates that do not exist. */
export function parseChinaTime(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/.exec(text.trim())
  if (!match) return undefined
  const time = match[2] ?? '00:00:00'
  const instant = Date.parse(`${match[1]}T${time}+08:00`)
  // The engine lets 24:00:00 and, for some months, the 31st roll over into the next day; writing it back shows that.
  return !Number.isNaN(instant) && formatChinaTime(instant) === `${match[1]} ${time}` ? instant : undefined
}
