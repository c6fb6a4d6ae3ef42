import type { TextMarket } from '@huoqiao/contract/translations/translations.schema'
import type { Tx } from '../../db/db.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { findMarketName } from './market-texts.store.ts'
import type { MarketTextRow } from './market-texts.store.ts'
import type { MarketOf, MarketScope } from './translations.types.ts'

export type MarketScopes = ReturnType<typeof marketScopes>

/** The markets that can have their own texts. */
export function marketScopes({ stores }: { stores: StoresApi }) {
  /** Also finds a market that the shop removed, so that its texts can be read and removed. */
  async function named(tx: Tx, productId: string, of: MarketOf): Promise<MarketScope> {
    const store = (await stores.storesById(tx, [of.storeId])).get(of.storeId)
    if (store === undefined) throw new Refusal('not-found', { why: '店铺不存在或已被删除' })
    const there = store.markets.find(({ id }) => id === of.market)
    const marketName = there?.name ?? (await findMarketName(tx, productId, of))
    if (marketName === undefined)
      throw new Refusal('not-found', {
        why: `店铺“${store.name}”没有这个市场`,
        next: [{ label: '检查店铺的连接，会重新读取市场', to: '/system/systemconfig' }],
      })
    return { ...of, marketName, storeName: store.name, isThere: there !== undefined }
  }

  return {
    named,

    /** The market in the input of a call; undefined: all markets. */
    async scopeOf(
      tx: Tx,
      productId: string,
      { storeId, marketId }: { storeId?: string | undefined; marketId?: string | undefined },
    ): Promise<MarketScope | undefined> {
      if (storeId === undefined && marketId === undefined) return undefined
      if (storeId === undefined) throw invalidField('storeId', '请选择市场所在的店铺')
      if (marketId === undefined) throw invalidField('marketId', '请选择市场')
      return named(tx, productId, { storeId, market: marketId })
    },

    /** The markets of these shops, and the markets of these texts, which the shop may have removed. */
    async markets(tx: Tx, storeIds: readonly string[], texts: readonly MarketTextRow[]): Promise<TextMarket[]> {
      const ids = [...new Set([...storeIds, ...texts.map(({ storeId }) => storeId)])]
      const docs = [...(await stores.storesById(tx, ids)).values()]
      return docs.flatMap(({ id: storeId, name, markets }) => {
        const gone = new Map(
          texts
            .filter((row) => row.storeId === storeId && !markets.some(({ id }) => id === row.market))
            .map((row) => [row.market, row.marketName]),
        )
        return [
          ...markets.map((market) => ({
            storeId,
            marketId: market.id,
            name: `${name} · ${market.name}`,
            isThere: true,
          })),
          ...[...gone].map(([marketId, was]) => ({ storeId, marketId, name: `${name} · ${was}`, isThere: false })),
        ]
      })
    },
  }
}

export const marketView = ({ storeId, market, storeName, marketName, isThere }: MarketScope): TextMarket => ({
  storeId,
  marketId: market,
  name: `${storeName} · ${marketName}`,
  isThere,
})
