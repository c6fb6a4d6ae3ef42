import type { TypeFields } from './call.ts'
import { fileCreate, fileDelete, fileUpdate, stagedUploadsCreate } from './mutations/files.ts'
import {
  inventoryActivate,
  inventoryAdjustQuantities,
  inventoryItemUpdate,
  inventorySetQuantities,
} from './mutations/inventory.ts'
import { metafieldDefinitionCreate, metafieldsDelete, metafieldsSet } from './mutations/metafields.ts'
import { productSet } from './mutations/product-set.ts'
import { productCreate, productDelete, productUpdate } from './mutations/product-write.ts'
import { publicationUpdate, publishablePublish, publishableUnpublish } from './mutations/publishing.ts'
import {
  productVariantsBulkCreate,
  productVariantsBulkDelete,
  productVariantsBulkUpdate,
} from './mutations/variants-bulk.ts'
import { webhookSubscriptionCreate, webhookSubscriptionDelete } from './mutations/webhooks.ts'
import { mediaTypes } from './types/media.fields.ts'
import { metafieldTypes } from './types/metafield.fields.ts'
import { productTypes } from './types/product.fields.ts'
import { publicationTypes } from './types/publication.fields.ts'
import { queryRoot } from './types/query-root.fields.ts'
import { shopTypes } from './types/shop.fields.ts'
import { variantTypes } from './types/variant.fields.ts'

/** Everything that the simulator knows of the schema; a field that is not here and not on its row is not simulated. */
export const TYPES: Readonly<Record<string, TypeFields>> = {
  ...mediaTypes,
  ...metafieldTypes,
  ...productTypes,
  ...publicationTypes,
  ...shopTypes,
  ...variantTypes,
  QueryRoot: queryRoot,
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
    webhookSubscriptionCreate,
    webhookSubscriptionDelete,
  },
}
