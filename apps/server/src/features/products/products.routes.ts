import type { productsEndpoints } from '@huoqiao/contract/products/products.endpoints'
import type { productsHistoryEndpoints } from '@huoqiao/contract/products/products-history.endpoints'
import type { productsWhatIfEndpoints } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ProductsService } from './products.service.ts'

export const productsRoutes = ({
  db,
  service,
}: {
  db: Db
  service: ProductsService
}): RoutesOf<keyof (typeof productsEndpoints & typeof productsHistoryEndpoints & typeof productsWhatIfEndpoints)> => ({
  getProductsByCondition: (_call, input) => service.getProductsByCondition(db.handle, input),
  getProductCountByState: (_call, input) => service.getProductCountByState(db.handle, input),
  getProduct: (_call, input) => service.getProduct(db.handle, input.productId),
  createProduct: (call, input) => call.write((tx) => service.createProduct(tx, call, input)),
  editProduct: (call, input) => call.write((tx) => service.editProduct(tx, call, input)),
  modifyProducts: (call, input) => service.modifyProducts(call, input),
  deleteProduct: (call, input) => service.deleteProduct(call, input.productId),
  batchDeleteProducts: (call, input) => service.batchDeleteProducts(call, input),
  restoreProducts: (call, input) => service.restoreProducts(call, input.productIds),
  tryPrices: (_call, input) => service.tryPrices(db.handle, input),
  previewPriceChange: (_call, input) => service.previewPriceChange(db.handle, input),
  getProductHistory: (_call, input) => service.getProductHistory(db.handle, input),
  getProductAt: (_call, input) => service.getProductAt(db.handle, input),
  undoProductChange: (call, input) => call.write((tx) => service.undoProductChange(tx, call, input)),
  undoProductBatch: (call, input) => service.undoProductBatch(call, input),
  unlockProductFields: (call, input) => call.write((tx) => service.unlockProductFields(tx, call, input)),
  getSourceProposals: (_call, input) => service.getSourceProposals(db.handle, input.productId),
  applySourceProposals: (call, input) => call.write((tx) => service.applySourceProposals(tx, call, input)),
  saveProductDraft: (call, input) => call.write((tx) => service.saveProductDraft(tx, call, input)),
  getProductDraft: (call, input) => service.getProductDraft(db.handle, call, input.productId),
})
