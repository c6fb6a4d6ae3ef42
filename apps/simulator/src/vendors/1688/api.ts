import type { SimCore } from '../../core.ts'
import type { WorkedAnswer } from '../../core/received-call.ts'
import type { Market } from '../../world/market.ts'
import type { BuyerAccount } from './buyers.ts'
import type { Quirks1688 } from './quirks.ts'
import type { PictureSearch } from './picture-search.ts'
import type { Relations } from './relations.ts'
import type { BuyersTrade, Trade } from './trade/trade.ts'

/** What the calls of the platform use. */
export type Platform = {
  core: SimCore
  quirks: Quirks1688
  market: Market
  pictures: PictureSearch
  relations: Relations
  trade: Trade
  /** Full address of a picture. */
  pictureUrl(name: string): string
}

/** The same for the calls of one buyer: without other buyers' orders, refunds, addresses and money. */
export type BuyersPlatform = Omit<Platform, 'trade'> & { trade: BuyersTrade }

export type Params = Readonly<Record<string, string>>

/** Who calls: the app, and the account of the call's token (the first account where no token is needed). */
export type Caller = {
  appKey: string
  buyer: BuyerAccount
  /** Bytes of the files of a multipart call, by field (reference 1.1). */
  files: Readonly<Record<string, Buffer>>
}

/** One call of the platform: the checks of the gateway, and what the call does after them. */
export type Api = {
  namespace: string
  name: string
  token: 'required' | 'optional' | 'none'
  /** Needs a grant of the app (reference 1.9). */
  grant: boolean
  /** Required parameters, in the order in which the gateway reports missing ones. */
  required: readonly string[]
  work(platform: Platform, params: Params, caller: Caller): WorkedAnswer | Promise<WorkedAnswer>
}

export const CROSS_BORDER = 'com.alibaba.fenxiao.crossborder'
