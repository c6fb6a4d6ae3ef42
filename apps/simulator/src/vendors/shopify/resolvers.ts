import type { TypeFields } from './call.ts'
import { fileCreate, fileDelete, fileUpdate, stagedUploadsCreate } from './mutations/files.ts'
import {
  inventoryActivate,
  inventoryAdjustQuantities,
  inventoryItemUpdate,
  inventorySetQuantities,
} from './mutations/inventory.ts'
import { metafieldDefinitionCreate, metafieldsDelete, metafieldsSet } from './mutations/metafields.ts'
import { bulkMutations } from './mutations/bulk.ts'
import { fulfillmentMutations } from './mutations/fulfillments.ts'
import { orderEditMutations } from './mutations/order-edits.ts'
import { orderMutations } from './mutations/orders.ts'
import { productSet } from './mutations/product-set.ts'
import { returnMutations } from './mutations/returns.ts'
import { productCreate, productDelete, productUpdate } from './mutations/product-write.ts'
import { publicationUpdate, publishablePublish, publishableUnpublish } from './mutations/publishing.ts'
import { translationsRegister, translationsRemove } from './mutations/translations.ts'
import {
  productVariantsBulkCreate,
  productVariantsBulkDelete,
  productVariantsBulkUpdate,
} from './mutations/variants-bulk.ts'
import {
  webhookSubscriptionCreate,
  webhookSubscriptionDelete,
  webhookSubscriptionUpdate,
} from './mutations/webhooks.ts'
import { bulkTypes } from './types/bulk.fields.ts'
import { fulfillmentTypes } from './types/fulfillment.fields.ts'
import { mediaTypes } from './types/media.fields.ts'
import { metafieldTypes } from './types/metafield.fields.ts'
import { orderEditTypes } from './types/order-edit.fields.ts'
import { orderLineTypes } from './types/order-line.fields.ts'
import { orderQueries } from './types/order-queries.fields.ts'
import { orderTypes } from './types/order.fields.ts'
import { productTypes } from './types/product.fields.ts'
import { publicationTypes } from './types/publication.fields.ts'
import { queryRoot } from './types/query-root.fields.ts'
import { returnTypes } from './types/return.fields.ts'
import { shopTypes } from './types/shop.fields.ts'
import { shopperTypes } from './types/shopper.fields.ts'
import { translationQueries, translationTypes } from './types/translation.fields.ts'
import { variantTypes } from './types/variant.fields.ts'

/** Everything that the simulator implements of the schema; a field that is neither here nor on its row is not simulated. */
export const TYPES: Readonly<Record<string, TypeFields>> = {
  ...mediaTypes,
  ...metafieldTypes,
  ...productTypes,
  ...publicationTypes,
  ...shopTypes,
  ...variantTypes,
  ...orderTypes,
  ...orderLineTypes,
  ...fulfillmentTypes,
  ...returnTypes,
  ...orderEditTypes,
  ...shopperTypes,
  ...bulkTypes,
  ...translationTypes,
  QueryRoot: { ...queryRoot, ...orderQueries, ...translationQueries },
  Mutation: {
    productSet,
    productCreate,
    productUpdate,
    productDelete,
    productVariantsBulkCreate,
    productVariantsBulkUpdate,
    productVariantsBulkDelete,
    metafieldDefinitionCreate,
    metafieldsSet,
    metafieldsDelete,
    publishablePublish,
    publishableUnpublish,
    publicationUpdate,
    inventorySetQuantities,
    inventoryAdjustQuantities,
    inventoryActivate,
    inventoryItemUpdate,
    stagedUploadsCreate,
    fileCreate,
    fileUpdate,
    fileDelete,
    translationsRegister,
    translationsRemove,
    webhookSubscriptionCreate,
    webhookSubscriptionUpdate,
    webhookSubscriptionDelete,
    ...orderMutations,
    ...bulkMutations,
    ...fulfillmentMutations,
    ...returnMutations,
    ...orderEditMutations,
  },
}
