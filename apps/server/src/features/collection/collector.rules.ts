import type { SourceOffer } from '@huoqiao/connector-1688'
import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'

/** Limits of the browser extension's keys. A person who collects by hand makes some calls a minute; a queue sends its pages one by one. */
export const COLLECTOR = {
  /** so that a key is recognised if it appears where it does not belong, such as in a log */
  prefix: 'hqc_',
  keyMax: 100,
  hintChars: 10,
  keysPerAccount: 10,
  callsPerMinute: 120,
} as const

/** True, or the reason why not. */
export const mayWithdraw = (withdrawnAt: Date | null): true | string => (withdrawnAt === null ? true : '已经撤销')

/**
 * How the prices of a page apply (reference 2.3): by quantity if there are no SKUs, by SKU if these have prices, otherwise the SKUs share
 * the prices by quantity. Sharing that the API reported before is kept if the page has prices by quantity, because the page lacks it.
 */
export function quoteTypeOf(page: CollectedOffer, known: SourceOffer | undefined): 0 | 1 | 2 {
  if (page.skus.length === 0) return 0
  if (page.skus.every(({ priceMinor }) => priceMinor === null)) return 2
  return known?.quoteType === 2 && page.tiers.length > 0 ? 2 : 1
}
