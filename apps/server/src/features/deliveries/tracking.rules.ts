import { pastedRows } from '../../platform/pasted-rows.ts'

/** A pasted row: order number, carrier, tracking number. */
export type PastedRow = { row: number; text: string; orderNumber: string; carrier: string; number: string }

/** The carrier may contain spaces. Two columns mean order number and tracking number. */
export const parsePasted = (text: string): PastedRow[] =>
  pastedRows(text).map(({ row, text: typed, cells: [orderNumber = '', ...others] }) => ({
    row,
    text: typed,
    orderNumber,
    carrier: others.slice(0, -1).join(' '),
    number: others.at(-1) ?? '',
  }))

/** A template contains `{number}` and may contain `{carrier}`. Undefined if the result is not a valid address. */
function trackingUrlOf(template: string, carrier: string, number: string): string | undefined {
  const url = template
    .replaceAll('{number}', encodeURIComponent(number))
    .replaceAll('{carrier}', encodeURIComponent(carrier))
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined
}

/** Templates by carrier, from the setting: `云途=https://…/{number}; 燕文=https://…/{number}`. */
function carrierTemplates(setting: string): ReadonlyMap<string, string> {
  const pairs = setting.split(/[\n;；]+/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    const name = at < 0 ? '' : pair.slice(0, at).trim()
    const template = at < 0 ? '' : pair.slice(at + 1).trim()
    return name !== '' && /^https?:\/\//.test(template) ? [[plainName(name), template]] : []
  })
  return new Map(pairs)
}

export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, '')

type Settings = { carrierUrls: string; trackingUrl: string }

/** The tracking page for a carrier's parcels: the carrier's own template, otherwise the general one. */
export const templateFor = (settings: Settings, carrier: string): string =>
  carrierTemplates(settings.carrierUrls).get(plainName(carrier)) ?? settings.trackingUrl

export function urlsFor(settings: Settings, carrier: string, numbers: readonly string[]): string[] {
  const template = templateFor(settings, carrier)
  return numbers.flatMap((number) => trackingUrlOf(template, carrier, number) ?? [])
}

/** A carrier is stored by its label, whether it was given as label or as dictionary code. */
export const carrierLabel = (entries: readonly { value: string; label: string }[], given: string): string =>
  entries.find((entry) => entry.value === given.trim())?.label ?? given.trim()

/** The search text of a shipment in the list. */
export const searchTextOf = (orderName: string, tracking: { carrier: string; numbers: readonly string[] }): string =>
  [orderName, tracking.carrier, ...tracking.numbers].join(' ').toLowerCase().slice(0, 1_000)
