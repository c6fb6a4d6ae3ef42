import { afterAll, beforeAll } from 'vitest'
import { startTestHouse } from '../../../test/harness.ts'
import type { Answer, TestHouse } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import { lamp } from './product-lamp.testing.ts'

type Made = { id: string; version: number }

/** A house in which products are made and edited and nothing is pushed, for the tests of one file. */
export type ProductDesk = {
  house: TestHouse
  /** ids of the demo's stores by their currency */
  us: string
  eu: string
  create(over?: object): ReturnType<typeof createLamp>
  edit(product: Made, change: object): Promise<Answer<'editProduct'>>
}

const createLamp = (house: TestHouse, fields: object) => house.ok('createProduct', lamp(fields))

export function withProductDesk(): ProductDesk {
  const desk = {
    create: (over = {}) => createLamp(desk.house, { storeIds: [desk.us], ...over }),
    edit: ({ id, version }, change) => desk.house.call('editProduct', { productId: id, version, edit: change }),
  } as ProductDesk
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const simulator = await startTestSimulator()
    close = () => simulator.close()
    desk.house = await startTestHouse({ work: false, demoSimulator: simulator.origin })
    const stores = await desk.house.ok('getAllShopifyStores')
    const idOf = (currency: string): string => stores.find((store) => store.currency === currency)!.id
    Object.assign(desk, { us: idOf('USD'), eu: idOf('EUR') })
  })
  afterAll(async () => {
    await desk.house?.close()
    await close?.()
  })
  return desk
}
