import { marketId } from '@huoqiao/contract/translations/translations.schema'
import { id } from '@huoqiao/contract/wire'
import type { MarketOf } from './translations.types.ts'

/** A text in a file for translators. */
export type ExchangedText = {
  productId: string
  title: string
  field: string
  label: string
  /** `marketKey` of the text's market; '': all markets */
  market: string
  marketName: string
  source: string
  sourceLocale: string
  /** of a text of one market: the general text, for comparison; '' otherwise, or if there is none */
  general: string
  target: string
  isApproved: boolean
}
/** The content of a file; `locale` '' : a sheet, which does not name its language. */
export type ReadTexts = {
  locale: string
  texts: Pick<ExchangedText, 'productId' | 'field' | 'market' | 'source' | 'target'>[]
}

/** The identifier of a shop's market in files. */
export const marketKey = ({ storeId, market }: MarketOf): string => `${storeId} ${market}`

/** undefined: not in the form that `marketKey` writes */
export function marketOfKey(key: string): MarketOf | undefined {
  const [storeId, market] = key.split(' ')
  return id.safeParse(storeId).success && marketId.safeParse(market).success
    ? { storeId: storeId!.toLowerCase(), market: market! }
    : undefined
}
