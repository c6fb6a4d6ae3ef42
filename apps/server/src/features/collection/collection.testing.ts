import type { CollectItem, LineOutcome, OfferCard } from '@huoqiao/contract/collection/collection.schema'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'

export const DETAIL = 'product.search.queryProductDetail'
export const SEARCH = 'product.search.keywordQuery'
export const PUSH = 'alibaba.cross.syncProductListPushed'

/** An installation with its own simulator for the tests of one file, with their common actions. */
export type Market = {
  app: TestApp
  simulator: TestSimulator
  /** ids of the demo's stores */
  stores: string[]
  /** Offers of the market that no test of the file has used yet. */
  take(n: number): string[]
  fault(call: string, kind: string, times?: number): Promise<unknown>
  change(offerId: string, what: object): Promise<unknown>
  claim(lines: string[], storeIds?: string[]): Promise<LineOutcome[]>
  boxOf(ids: string[]): Promise<CollectItem[]>
  /** Waits until none of the rows is being fetched any more, and returns them. */
  resolved(ids: string[]): Promise<CollectItem[]>
}

/**
 * Opens both before the tests of the file, and closes them after; faults are removed after each test. Messages of 1688 cause reads of
 * sources only if the file sets `hintSeconds`, so that no other test finds data that a message caused.
 */
export function withMarket({ hintSeconds = 0 }: { hintSeconds?: number } = {}): Market {
  const market = {} as Market
  let unused: string[] = []
  beforeAll(async () => {
    const simulator = await startTestSimulator()
    market.simulator = simulator
    const app = await startTestApp({ demoSimulator: simulator.origin })
    await app.ok('updateSystemConfig', { key: 'collect.hintSeconds', value: hintSeconds, version: 0 })
    const boxOf = async (ids: string[]): Promise<CollectItem[]> =>
      (await app.ok('queryCollectProducts', { ids, pageSize: 200 })).list
    Object.assign(market, {
      app,
      stores: (await app.ok('getAllShopifyStores')).map((store) => store.id),
      take: (n) => unused.splice(0, n),
      fault: (call, kind, times = 1) =>
        simulator.control('POST', '/faults', { vendor: '1688', call, times, fault: { kind } }),
      change: (offerId, what) => simulator.control('POST', '/market/offer', { offerId, change: what }),
      claim: async (lines, storeIds = market.stores.slice(0, 1)) =>
        (await app.ok('claimProducts', { lines, storeIds }, { query: { origin: '1688' } })).lines,
      boxOf,
      resolved: (ids) =>
        until(
          () => boxOf(ids),
          (items) => items.every((item) => item.state !== 'collecting'),
        ),
    } satisfies Omit<Market, 'simulator'>)
    unused = await offersOfMarket(app)
  })
  afterAll(async () => {
    await market.app?.close()
    await market.simulator?.close()
  })
  afterEach(async () => {
    await market.simulator.control('DELETE', '/faults')
  })
  return market
}

async function offersOfMarket(app: TestApp): Promise<string[]> {
  const pages = await Promise.all(
    ['收纳', '包', '灯'].map((keyword) => app.ok('keywordQuery', { keyword, pageSize: 50 })),
  )
  return [...new Set(pages.flatMap((page) => page.list.map((offer) => offer.offerId)))]
}

export const idsOf = (lines: readonly LineOutcome[]): string[] => lines.flatMap((line) => line.collectId ?? [])
export const productsOf = (card: OfferCard | null | undefined): string[] => [
  ...new Set(card?.claims.map((one) => one.productId)),
]
