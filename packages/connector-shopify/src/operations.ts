import { ACTIVATE_INVENTORY } from './operations/activate-inventory.ts'
import { ADJUST_INVENTORY } from './operations/adjust-inventory.ts'
import { APPROVE_RETURN, CLOSE_RETURN, DECLINE_RETURN } from './operations/answer-return.ts'
import { BROWSE_PRODUCTS, BROWSE_VARIANTS } from './operations/browse-products.ts'
import { BULK_STATE, CANCEL_BULK, RUN_BULK_MUTATION, RUN_BULK_QUERY } from './operations/bulk-operations.ts'
import { CANCEL_ORDER, JOB_DONE } from './operations/cancel-order.ts'
import { CANCEL_FULFILLMENT, CREATE_FULFILLMENT, UPDATE_TRACKING } from './operations/create-fulfillment.ts'
import { CREATE_PRODUCT } from './operations/create-product.ts'
import { DELETE_PRODUCT } from './operations/delete-product.ts'
import { DELETE_VARIANTS } from './operations/delete-variants.ts'
import { DELETE_WEBHOOK } from './operations/delete-webhook.ts'
import { exportQuery } from './operations/export-orders.ts'
import { CREATE_ID_DEFINITION } from './operations/ensure-id-definition.ts'
import { FIND_BY_CUSTOM_ID } from './operations/find-by-custom-id.ts'
import { FIND_BY_SKUS } from './operations/find-by-skus.ts'
import { HOLD_FULFILLMENT_ORDER, RELEASE_HOLD } from './operations/hold-fulfillment-order.ts'
import { LIST_LOCATIONS } from './operations/list-locations.ts'
import { LIST_ORDER_STAMPS, ORDERS_OF_FULFILLMENT_ORDERS } from './operations/list-orders.ts'
import { LIST_PRODUCTS } from './operations/list-products.ts'
import { LIST_PUBLICATIONS } from './operations/list-publications.ts'
import { LIST_VARIANT_REFS } from './operations/list-variant-refs.ts'
import { MEDIA_STATUS } from './operations/media-status.ts'
import {
  FULFILLMENT_LINES,
  FULFILLMENT_ORDER_LINES,
  ORDER_FULFILLMENT_ORDERS,
  ORDER_LINES,
  ORDER_PART_IDS,
  READ_FULFILLMENTS,
  READ_REFUNDS,
  REFUND_LINES,
} from './operations/order-pages.ts'
import { ORDERS_OF_RETURNS } from './operations/orders-of-returns.ts'
import { POLL_PRODUCT_OPERATION } from './operations/poll-product-operation.ts'
import { PRODUCT_MEDIA } from './operations/product-media.ts'
import { UPDATE_PUBLICATION } from './operations/publish-many.ts'
import { PUBLISH_PRODUCT, UNPUBLISH_PRODUCT } from './operations/publish-product.ts'
import { READ_ORDERS } from './operations/read-orders.ts'
import { READ_MEDIA_PAGE, READ_PRODUCTS, READ_VARIANT_PAGE } from './operations/read-products.ts'
import { READ_TRANSLATIONS } from './operations/read-translations.ts'
import { READ_RETURNS, RETURN_EXCHANGES, RETURN_LINES, RETURN_REFUNDS } from './operations/read-returns.ts'
import { REGISTER_TRANSLATIONS, REMOVE_TRANSLATIONS } from './operations/register-translations.ts'
import { CREATE_WEBHOOK, LIST_WEBHOOKS } from './operations/register-webhooks.ts'
import { PROCESS_RETURN, SUGGEST_RETURN_REFUND, UNPROCESSED_RETURN } from './operations/refund-return.ts'
import { REFUND_TOTALS } from './operations/refund-totals.ts'
import { SET_STATUS } from './operations/set-status.ts'
import { SHOP_INFO } from './operations/shop-info.ts'
import { SHOP_LOCALES } from './operations/shop-locales.ts'
import { SHOP_MARKETS } from './operations/shop-markets.ts'
import { STAGE_UPLOADS } from './operations/stage-uploads.ts'
import { STOCK_LEVELS } from './operations/stock-levels.ts'
import { TRANSLATABLE_MEDIA, TRANSLATABLE_PARTS } from './operations/translatable-parts.ts'
import { ADD_TAGS, UPDATE_ORDER } from './operations/update-order.ts'
import { UPDATE_VARIANTS } from './operations/update-variants.ts'
import { UPSERT_PRODUCT } from './operations/upsert-product.ts'

type Listed = { readonly name: string; readonly document: string; readonly mutation: boolean; readonly safe: boolean }

/** Every operation of this connector; the tests validate them against the vendor's published schemas. */
export const OPERATIONS: readonly Listed[] = [
  ACTIVATE_INVENTORY,
  ADJUST_INVENTORY,
  ADD_TAGS,
  APPROVE_RETURN,
  BROWSE_PRODUCTS,
  BROWSE_VARIANTS,
  BULK_STATE,
  CANCEL_BULK,
  CANCEL_FULFILLMENT,
  CANCEL_ORDER,
  CLOSE_RETURN,
  CREATE_FULFILLMENT,
  CREATE_ID_DEFINITION,
  CREATE_PRODUCT,
  CREATE_WEBHOOK,
  DECLINE_RETURN,
  DELETE_PRODUCT,
  DELETE_VARIANTS,
  DELETE_WEBHOOK,
  FIND_BY_CUSTOM_ID,
  FIND_BY_SKUS,
  FULFILLMENT_LINES,
  FULFILLMENT_ORDER_LINES,
  HOLD_FULFILLMENT_ORDER,
  JOB_DONE,
  LIST_LOCATIONS,
  LIST_ORDER_STAMPS,
  LIST_PRODUCTS,
  LIST_PUBLICATIONS,
  LIST_VARIANT_REFS,
  LIST_WEBHOOKS,
  MEDIA_STATUS,
  ORDERS_OF_FULFILLMENT_ORDERS,
  ORDERS_OF_RETURNS,
  REFUND_TOTALS,
  ORDER_FULFILLMENT_ORDERS,
  ORDER_LINES,
  ORDER_PART_IDS,
  POLL_PRODUCT_OPERATION,
  PROCESS_RETURN,
  PRODUCT_MEDIA,
  PUBLISH_PRODUCT,
  READ_FULFILLMENTS,
  READ_MEDIA_PAGE,
  READ_ORDERS,
  READ_PRODUCTS,
  READ_REFUNDS,
  READ_RETURNS,
  READ_TRANSLATIONS,
  READ_VARIANT_PAGE,
  REFUND_LINES,
  REGISTER_TRANSLATIONS,
  RELEASE_HOLD,
  REMOVE_TRANSLATIONS,
  RETURN_EXCHANGES,
  RETURN_LINES,
  RETURN_REFUNDS,
  RUN_BULK_MUTATION,
  RUN_BULK_QUERY,
  SET_STATUS,
  SHOP_INFO,
  SHOP_LOCALES,
  SHOP_MARKETS,
  STAGE_UPLOADS,
  STOCK_LEVELS,
  SUGGEST_RETURN_REFUND,
  TRANSLATABLE_MEDIA,
  TRANSLATABLE_PARTS,
  UNPROCESSED_RETURN,
  UNPUBLISH_PRODUCT,
  UPDATE_ORDER,
  UPDATE_PUBLICATION,
  UPDATE_TRACKING,
  UPDATE_VARIANTS,
  UPSERT_PRODUCT,
]

/** Documents that are sent inside another operation, as the text of a bulk query. */
export const BULK_QUERIES: readonly (readonly [name: string, document: string])[] = [
  ['order export', exportQuery({ createdFrom: '2026-01-01T00:00:00Z' }, true)],
  ['order export without customers', exportQuery({}, false)],
]
