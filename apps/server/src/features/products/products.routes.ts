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
  getProductsByCondition: (_call, input) => service.getByCondition(db.handle, input),
  getProductCountByState: (_call, input) => service.getCountByState(db.handle, input),
  getProduct: (_call, input) => service.get(db.handle, input.productId),
  createProduct: (call, input) => call.write((tx) => service.create(tx, call, input)),
  editProduct: (call, input) => call.write((tx) => service.edit(tx, call, input)),
  modifyProducts: (call, input) => service.modify(call, input),
  deleteProduct: (call, input) => service.remove(call, input.productId),
  batchDeleteProducts: (call, input) => service.batchDelete(call, input),
  restoreProducts: (call, input) => service.restore(call, input.productIds),
  tryPrices: (_call, input) => service.tryPrices(db.handle, input),
  getProductHistory: (_call, input) => service.getHistory(db.handle, input),
  getProductAt: (_call, input) => service.getAt(db.handle, input),
  undoProductChange: (call, input) => call.write((tx) => service.undo(tx, call, input)),
  undoProductBatch: (call, input) => service.undoBatch(call, input),
  unlockProductFields: (call, input) => call.write((tx) => service.unlockFields(tx, call, input)),
  getSourceProposals: (_call, input) => service.getProposals(db.handle, input.productId),
  applySourceProposals: (call, input) => call.write((tx) => service.applyProposals(tx, call, input)),
  saveProductDraft: (call, input) => call.write((tx) => service.saveDraft(tx, call, input)),
  getProductDraft: (call, input) => service.getDraft(db.handle, call, input.productId),
})
