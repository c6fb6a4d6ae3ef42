/**
 * The platform's `java.util.Date` text, `yyyyMMddHHmmssSSSZ`, e.g. `20180801104333000+0800` (reference 1.3). The offset
 * is not always +0800: an official sample has -0700. Returns milliseconds since the epoch, or undefined.
 */
export function parseAopDate(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})([+-]\d{2})(\d{2})$/.exec(text.trim())
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, ms, offsetHours, offsetMinutes] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${offsetHours}:${offsetMinutes}`
  const instant = Date.parse(iso)
  return Number.isNaN(instant) ? undefined : instant
}

/** The same text for an instant, in China time as the platform itself writes it. */
export function formatAopDate(instantMs: number): string {
  const digits = new Date(instantMs + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '')
  return `${digits}+0800`
}
