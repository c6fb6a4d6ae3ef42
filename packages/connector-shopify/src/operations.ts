import { ACTIVATE_INVENTORY } from './operations/activate-inventory.ts'
import { BROWSE_PRODUCTS } from './operations/browse-products.ts'
import { CREATE_PRODUCT } from './operations/create-product.ts'
import { DELETE_PRODUCT } from './operations/delete-product.ts'
import { DELETE_VARIANTS } from './operations/delete-variants.ts'
import { CREATE_ID_DEFINITION } from './operations/ensure-id-definition.ts'
import { FIND_BY_CUSTOM_ID } from './operations/find-by-custom-id.ts'
import { LIST_LOCATIONS } from './operations/list-locations.ts'
import { LIST_PRODUCTS } from './operations/list-products.ts'
import { LIST_PUBLICATIONS } from './operations/list-publications.ts'
import { LIST_VARIANT_REFS } from './operations/list-variant-refs.ts'
import { MEDIA_STATUS } from './operations/media-status.ts'
import { POLL_PRODUCT_OPERATION } from './operations/poll-product-operation.ts'
import { PRODUCT_MEDIA } from './operations/product-media.ts'
import { UPDATE_PUBLICATION } from './operations/publish-many.ts'
import { PUBLISH_PRODUCT, UNPUBLISH_PRODUCT } from './operations/publish-product.ts'
import { READ_MEDIA_PAGE, READ_PRODUCTS, READ_VARIANT_PAGE } from './operations/read-products.ts'
import { CREATE_WEBHOOK, LIST_WEBHOOKS } from './operations/register-webhooks.ts'
import { SET_INVENTORY } from './operations/set-inventory.ts'
import { SET_STATUS } from './operations/set-status.ts'
import { SHOP_INFO } from './operations/shop-info.ts'
import { STAGE_UPLOADS } from './operations/stage-uploads.ts'
import { STOCK_LEVELS } from './operations/stock-levels.ts'
import { UPDATE_VARIANTS } from './operations/update-variants.ts'
import { UPSERT_PRODUCT } from './operations/upsert-product.ts'

type Listed = { readonly name: string; readonly document: string; readonly mutation: boolean; readonly safe: boolean }

/** Every operation that this connector can send: what the tests hold against the vendor's published schemas. */
export const OPERATIONS: readonly Listed[] = [
  ACTIVATE_INVENTORY,
  BROWSE_PRODUCTS,
  CREATE_ID_DEFINITION,
  CREATE_PRODUCT,
  CREATE_WEBHOOK,
  DELETE_PRODUCT,
  DELETE_VARIANTS,
  FIND_BY_CUSTOM_ID,
  LIST_LOCATIONS,
  LIST_PRODUCTS,
  LIST_PUBLICATIONS,
  LIST_VARIANT_REFS,
  LIST_WEBHOOKS,
  MEDIA_STATUS,
  POLL_PRODUCT_OPERATION,
  PRODUCT_MEDIA,
  PUBLISH_PRODUCT,
  READ_MEDIA_PAGE,
  READ_PRODUCTS,
  READ_VARIANT_PAGE,
  SET_INVENTORY,
  SET_STATUS,
  SHOP_INFO,
  STAGE_UPLOADS,
  STOCK_LEVELS,
  UNPUBLISH_PRODUCT,
  UPDATE_PUBLICATION,
  UPDATE_VARIANTS,
  UPSERT_PRODUCT,
]
