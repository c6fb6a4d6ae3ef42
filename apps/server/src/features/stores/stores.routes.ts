import type { storesEndpoints } from '@huoqiao/contract/stores/stores.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import { sampleProducts } from './sample-products.view.ts'
import type { ShopService } from './shop.service.ts'
import type { StoresService } from './stores.service.ts'

export const storesRoutes = (deps: {
  db: Db
  service: StoresService
  shop: ShopService
}): RoutesOf<keyof typeof storesEndpoints> => {
  const { db, service, shop } = deps
  return {
    getAllShopifyStores: () => service.getAll(db.handle),
    addShopifyStore: (call, input) => call.write((tx) => service.add(tx, call, input)),
    updateShopifyStore: (call, input) => call.write((tx) => service.update(tx, call, input)),
    deleteShopifyStore: (call, input) => call.write((tx) => service.remove(tx, call, input)),
    checkShopifyStore: (call, input) => service.check(call, input.id),
    getStoreProducts: (call, input) => shop.getProducts(call, input),
    createStoreProduct: (call, input) => shop.createProduct(call, input),
    selfTestStore: (call, input) => shop.selfTest(call, input.storeId),
    previewStoreCreation: (call, input) => shop.previewCreation(call, input),
    previewStoreDeletion: (call, input) => shop.previewDeletion(call, input),
    deleteStoreProduct: (call, input) => shop.deleteProduct(call, input),
    deleteStoreVariants: (call, input) => shop.deleteVariants(call, input),
    mockProductList: async () => {
      const list = sampleProducts()
      return { list, total: list.length }
    },
  }
}
