import { marketId } from '@huoqiao/contract/translations/translations.schema'
import { id } from '@huoqiao/contract/wire'
import type { MarketOf } from './translations.types.ts'

/** A text in a file for translators. */
export type ExchangedText = {
  productId: string
  title: string
  field: string
  label: string
  /** `marketKey` of the market that the text is for; '': all markets */
  market: string
  marketName: string
  source: string
  sourceLocale: string
  /** beside a text of one market: that of all markets, for comparison; '' otherwise, or if there is none */
  general: string
  target: string
  isApproved: boolean
}
/** What a file says; `locale` '' : a sheet, which does not name its language. */
export type ReadTexts = {
  locale: string
  texts: Pick<ExchangedText, 'productId' | 'field' | 'market' | 'source' | 'target'>[]
}

/** How files name a market of a shop. */
export const marketKey = ({ storeId, market }: MarketOf): string => `${storeId} ${market}`

/** undefined: not written by `marketKey` */
export function marketOfKey(key: string): MarketOf | undefined {
  const [storeId, market] = key.split(' ')
  return id.safeParse(storeId).success && marketId.safeParse(market).success
    ? { storeId: storeId!.toLowerCase(), market: market! }
    : undefined
}
