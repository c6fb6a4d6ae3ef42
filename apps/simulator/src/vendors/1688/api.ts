import type { SimCore } from '../../core.ts'
import type { WorkedAnswer } from '../../core/received-call.ts'
import type { Market } from '../../world/market.ts'
import type { Quirks1688 } from './quirks.ts'
import type { PictureSearch } from './picture-search.ts'
import type { Relations } from './relations.ts'

/** What the calls of the platform work on. */
export type Platform = {
  core: SimCore
  quirks: Quirks1688
  market: Market
  pictures: PictureSearch
  relations: Relations
  /** Full address of a picture name. */
  pictureUrl(name: string): string
}

export type Params = Readonly<Record<string, string>>

/** One call of the platform: how the gateway guards it and what it does once all guards are passed. */
export type Api = {
  namespace: string
  name: string
  token: 'required' | 'optional' | 'none'
  /** Needs a grant of the app (reference 1.9). */
  grant: boolean
  /** Names that must be there, in the order in which the gateway complains. */
  required: readonly string[]
  work(platform: Platform, params: Params): WorkedAnswer | Promise<WorkedAnswer>
}

export const CROSS_BORDER = 'com.alibaba.fenxiao.crossborder'
