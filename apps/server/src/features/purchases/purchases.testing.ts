import { afterAll, afterEach, beforeAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

/** An offer of the market with the data that purchase tests need. */
export type Bought = { offerId: string; supplierName: string; skuIds: string[]; minOrderQuantity: number }

export type Buying = {
  app: TestApp
  simulator: TestSimulator
  addressId: string
  /** Offers of the market, several of one supplier next to each other. */
  offers: Bought[]
  fault(call: string, kind: string, times?: number): Promise<unknown>
  change(offerId: string, what: object): Promise<unknown>
}

export const WAREHOUSE = {
  name: '义乌仓',
  fullName: '王芳',
  mobile: '13312345678',
  provinceText: '浙江省',
  cityText: '金华市',
  areaText: '义乌市',
  address: '稠江街道某路1号',
  districtCode: '330782',
}

/** An installation with its own simulator, and a warehouse as the receiving address. */
export function withBuying(options: { work?: boolean } = {}): Buying {
  const buying = {} as Buying
  beforeAll(async () => {
    const simulator = await startTestSimulator()
    buying.simulator = simulator
    const app = await startTestApp({ demoSimulator: simulator.origin, work: options.work ?? false })
    Object.assign(buying, {
      app,
      fault: (call, kind, times = 1) =>
        simulator.control('POST', '/faults', { vendor: '1688', call, times, fault: { kind } }),
      change: (offerId, what) => simulator.control('POST', '/market/offer', { offerId, change: what }),
      addressId: await onlyWarehouse(app),
      offers: await offersOfMarket(app),
    } satisfies Omit<Buying, 'simulator'>)
  })
  afterAll(async () => {
    await buying.app?.close()
    await buying.simulator?.close()
  })
  afterEach(async () => {
    await buying.simulator.control('DELETE', '/faults')
  })
  return buying
}

/** Offers that the app has read, so that it knows them; those of suppliers with several offers come first. */
async function offersOfMarket(app: TestApp): Promise<Bought[]> {
  const { list } = await app.ok('keywordQuery', { keyword: '收纳', pageSize: 50 })
  const ids = list.map((offer) => offer.offerId)
  const offers: Bought[] = []
  for (const offerId of ids) {
    const offer = await app.ok('getOffer', { offerId })
    offers.push({
      offerId,
      supplierName: offer.supplierName ?? '',
      skuIds: offer.skus.map((sku) => sku.skuId),
      minOrderQuantity: offer.minOrderQuantity ?? 1,
    })
  }
  const several = (offer: Bought): number => offers.filter((one) => one.supplierName === offer.supplierName).length
  return offers.sort((a, b) => several(b) - several(a) || (a.supplierName < b.supplierName ? -1 : 1))
}

/** Deletes the demo's own warehouse, so that every test knows which ones exist. */
async function onlyWarehouse(app: TestApp): Promise<string> {
  for (const { id, version } of await app.ok('queryReceivingAddresses'))
    await app.ok('deleteReceivingAddress', { id, version })
  return (await app.ok('addReceivingAddress', WAREHOUSE)).id
}
