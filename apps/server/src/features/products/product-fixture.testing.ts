import { afterAll, beforeAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import { productFields } from './product-fields.testing.ts'

type Made = { id: string; version: number }

/** An installation in which products are made and edited and nothing is pushed, for the tests of one file. */
export type ProductFixture = {
  app: TestApp
  /** ids of the demo's stores by their currency */
  us: string
  eu: string
  create(over?: object): ReturnType<typeof createSample>
  edit(product: Made, change: object): Promise<Answer<'editProduct'>>
}

const createSample = (app: TestApp, fields: object) => app.ok('createProduct', productFields(fields))

export function withProductFixture(): ProductFixture {
  const fixture = {
    create: (over = {}) => createSample(fixture.app, { storeIds: [fixture.us], ...over }),
    edit: ({ id, version }, change) => fixture.app.call('editProduct', { productId: id, version, edit: change }),
  } as ProductFixture
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const simulator = await startTestSimulator()
    close = () => simulator.close()
    fixture.app = await startTestApp({ work: false, demoSimulator: simulator.origin })
    const stores = await fixture.app.ok('getAllShopifyStores')
    const idOf = (currency: string): string => stores.find((store) => store.currency === currency)!.id
    Object.assign(fixture, { us: idOf('USD'), eu: idOf('EUR') })
  })
  afterAll(async () => {
    await fixture.app?.close()
    await close?.()
  })
  return fixture
}
