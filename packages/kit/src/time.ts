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

/** The start of the day in China time that contains the instant. */
export const startOfChinaDay = (instantMs: number): number =>
  Math.floor((instantMs + CHINA_OFFSET_MS) / 86_400_000) * 86_400_000 - CHINA_OFFSET_MS

/** Parses "YYYY-MM-DD HH:mm:ss" (or only the date) as China time. Returns undefined for anything else and for dates that do not exist. */
export function parseChinaTime(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/.exec(text.trim())
  if (!match) return undefined
  const time = match[2] ?? '00:00:00'
  const instant = Date.parse(`${match[1]}T${time}+08:00`)
  // The engine accepts 24:00:00, and for some months the 31st, as the next day; formatting it again shows that.
  return !Number.isNaN(instant) && formatChinaTime(instant) === `${match[1]} ${time}` ? instant : undefined
}
