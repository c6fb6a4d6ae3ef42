import type { ShipCarriers } from '@huoqiao/contract/deliveries/deliveries.schema'

const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s._-]+/g, '')

/** The tracking page of this courier for shoppers, with `{number}`; null: the shop knows the courier and creates the link itself. */
export function templateOf({ carriers, known, urlTemplate }: ShipCarriers, typed: string): string | null {
  const carrier = typed.trim()
  const chosen = carriers.find(({ label, code }) => label === carrier || code === carrier)
  if (chosen) return chosen.urlTemplate
  return known.some((name) => plain(name) === plain(carrier)) ? null : urlTemplate
}

const filled = (template: string, carrier: string, number: string): string =>
  template.replaceAll('{number}', encodeURIComponent(number)).replaceAll('{carrier}', encodeURIComponent(carrier))

/**
 * The typed addresses: one with `{number}` for all numbers, or one per number, separated by spaces. Empty: the address from the settings.
 */
export function urlsOf(typed: string, carrier: string, numbers: readonly string[]): string[] {
  const parts = typed.split(/\s+/).filter((part) => part !== '')
  if (parts.length === 1 && parts[0]!.includes('{number}'))
    return numbers.map((number) => filled(parts[0]!, carrier, number))
  return parts
}

/** The address of the first number; the field shows it when it is empty. */
export const exampleOf = (template: string, carrier: string, numbers: readonly string[]): string =>
  numbers[0] === undefined ? template : filled(template, carrier, numbers[0])

/** The text that gives these addresses, if it can be derived: they then follow the numbers when those change. */
export function typedOf(urls: readonly string[], numbers: readonly string[]): string {
  const templates = urls.map((url, at) => url.replaceAll(encodeURIComponent(numbers[at] ?? ''), '{number}'))
  const [first = ''] = templates
  return first.includes('{number}') && templates.every((one) => one === first) ? first : ''
}

/** Why these addresses cannot be sent; undefined: they can. */
export function wrongUrls(typed: string, carrier: string, numbers: readonly string[]): string | undefined {
  const urls = urlsOf(typed, carrier, numbers)
  if (urls.length === 0) return undefined
  const bad = urls.find((url) => !/^https?:\/\/\S+$/.test(url) || !URL.canParse(url))
  if (bad !== undefined) return `“${bad}”不是网址：以 http:// 或 https:// 开头`
  return urls.length === numbers.length
    ? undefined
    : `${numbers.length} 个运单号要 ${numbers.length} 个网址，或一个含 {number} 的网址`
}
