import { pastedRows } from '../../platform/pasted-rows.ts'

/** A row that a person pasted: order number, carrier, tracking number. */
export type PastedRow = { row: number; text: string; orderNumber: string; carrier: string; number: string }

/** The carrier may itself hold spaces. Two columns are an order number and a tracking number. */
export const parsePasted = (text: string): PastedRow[] =>
  pastedRows(text).map(({ row, text: typed, cells: [orderNumber = '', ...others] }) => ({
    row,
    text: typed,
    orderNumber,
    carrier: others.slice(0, -1).join(' '),
    number: others.at(-1) ?? '',
  }))

/** A template holds `{number}`, and may hold `{carrier}`. Undefined when nothing sensible comes out. */
function trackingUrlOf(template: string, carrier: string, number: string): string | undefined {
  const url = template
    .replaceAll('{number}', encodeURIComponent(number))
    .replaceAll('{carrier}', encodeURIComponent(carrier))
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined
}

/** Templates of single carriers, as the setting has them: `云途=https://…/{number}; 燕文=https://…/{number}`. */
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

/** Where a shopper follows a carrier's parcels: the carrier's own page, else the general one. */
export const templateFor = (settings: Settings, carrier: string): string =>
  carrierTemplates(settings.carrierUrls).get(plainName(carrier)) ?? settings.trackingUrl

export function urlsFor(settings: Settings, carrier: string, numbers: readonly string[]): string[] {
  const template = templateFor(settings, carrier)
  return numbers.flatMap((number) => trackingUrlOf(template, carrier, number) ?? [])
}

/** A carrier as it is kept: by its label, whether it was named by that or by the code of the dictionary. */
export const carrierLabel = (entries: readonly { value: string; label: string }[], given: string): string =>
  entries.find((entry) => entry.value === given.trim())?.label ?? given.trim()

/** What the list of shipments is searched by. */
export const searchTextOf = (orderName: string, tracking: { carrier: string; numbers: readonly string[] }): string =>
  [orderName, tracking.carrier, ...tracking.numbers].join(' ').toLowerCase().slice(0, 1_000)
