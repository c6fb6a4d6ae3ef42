export { ordersFeature } from './orders.feature.ts'
export { fulfilmentsCancelled, orderChanged } from './orders.jobs.ts'
export { goodsReturned } from './returns.jobs.ts'
export { skuOfSource } from './source-sku.rules.ts'
export type { RenamedSkus } from './source-sku.rules.ts'
export type {
  LineCounters,
  LineMove,
  LineSums,
  OrderChangeWhy,
  OrderDoc,
  OrdersApi,
  OrderSums,
  PurchasableLine,
} from './orders.types.ts'
