import type { storesEndpoints } from '@huoqiao/contract/stores/stores.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ShopService } from './shop.service.ts'
import type { StoresService } from './stores.service.ts'

export const storesRoutes = (deps: {
  db: Db
  service: StoresService
  shop: ShopService
}): RoutesOf<keyof typeof storesEndpoints> => {
  const { db, service, shop } = deps
  return {
    getAllShopifyStores: () => service.getAllShopifyStores(db.handle),
    addShopifyStore: (call, input) => call.write((tx) => service.addShopifyStore(tx, call, input)),
    updateShopifyStore: (call, input) => call.write((tx) => service.updateShopifyStore(tx, call, input)),
    deleteShopifyStore: (call, input) => call.write((tx) => service.deleteShopifyStore(tx, call, input)),
    checkShopifyStore: (call, input) => service.checkShopifyStore(call, input.id),
    getStoreProducts: (call, input) => shop.getStoreProducts(call, input),
    createStoreProduct: (call, input) => shop.createStoreProduct(call, input),
    selfTestStore: (call, input) => shop.selfTestStore(call, input.storeId),
    previewStoreCreation: (call, input) => shop.previewStoreCreation(call, input),
    previewStoreDeletion: (call, input) => shop.previewStoreDeletion(call, input),
    deleteStoreProduct: (call, input) => shop.deleteStoreProduct(call, input),
    deleteStoreVariants: (call, input) => shop.deleteStoreVariants(call, input),
    mockProductList: () => shop.mockProductList(),
  }
}
