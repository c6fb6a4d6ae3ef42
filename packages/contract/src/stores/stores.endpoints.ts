import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { seenHash, shopChange } from '../shop-change.ts'
import { formInt, id, nothing, requiredText, rowOutcome, text, version } from '../wire.ts'
import { selfTestLine, store, storeFields, storeProduct } from './stores.schema.ts'

const remoteRefusals = ['not-found', 'store-unauthorised', 'store-busy', 'store-failed', 'outcome-unknown'] as const
const shopGid = z
  .string()
  .regex(/^gid:\/\/shopify\/[A-Za-z]+\/\d+$|^\d+$/, '应为Shopify编号')
  .max(80)
/** Absent: the first store. */
const storeId = id.optional()

/** A product created directly in the shop. */
const newProduct = z.object({
  storeId,
  /** created once by the form: sending the same form twice creates one product */
  requestKey: requiredText(64),
  title: requiredText(255),
  descriptionHtml: text(100_000).default(''),
  price: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, '最多两位小数'),
  sku: text(64).default(''),
  status: z.enum(['DRAFT', 'ACTIVE']).default('DRAFT'),
  imageUrl: z.url().max(2000).optional(),
})

/** Labels for fields of `newProduct` that STORE_PRODUCT_FIELDS does not have. */
const CREATION_LABELS = { descriptionHtml: '描述', price: '价格', sku: 'SKU', imageUrl: '图片地址' } as const

export const storesEndpoints = defineEndpoints({
  getAllShopifyStores: {
    feature: 'stores',
    method: 'GET',
    path: '/api/shopify/store/getAllShopifyStores',
    mode: 'get',
    right: 'granted',
    title: '查询店铺',
    logged: false,
    input: z.object({}),
    output: z.array(store),
    refusals: [],
    lists: ['stores'],
  },
  addShopifyStore: {
    feature: 'stores',
    method: 'POST',
    path: '/api/shopify/store/addShopifyStore',
    mode: 'postjson',
    right: 'granted',
    title: '添加店铺',
    logged: true,
    object: 'store',
    input: storeFields,
    output: store,
    refusals: ['name-taken'],
    lists: ['stores'],
  },
  updateShopifyStore: {
    feature: 'stores',
    method: 'POST',
    path: '/api/shopify/store/updateShopifyStore',
    mode: 'postjson',
    right: 'granted',
    title: '修改店铺',
    logged: true,
    object: 'store',
    labels: { credentials: '凭证' },
    input: storeFields.extend({ id, version }),
    output: store,
    refusals: ['not-found', 'stale', 'name-taken'],
    lists: ['stores'],
  },
  deleteShopifyStore: {
    feature: 'stores',
    method: 'POST',
    path: '/api/shopify/store/deleteShopifyStore',
    mode: 'postjson',
    right: 'granted',
    title: '移除店铺',
    logged: true,
    object: 'store',
    input: z.object({ id, version }),
    output: nothing,
    refusals: ['not-found', 'stale', 'in-use'],
    lists: ['stores'],
  },
  /** Asks the shop for its data and stores currency, plan, locations, publications and health. */
  checkShopifyStore: {
    feature: 'stores',
    method: 'POST',
    path: '/api/shopify/store/checkShopifyStore',
    mode: 'postjson',
    right: 'granted',
    title: '检查店铺连接',
    logged: true,
    object: 'store',
    input: z.object({ id }),
    output: store,
    refusals: ['not-found'],
    lists: ['stores'],
  },
  getStoreProducts: {
    feature: 'stores',
    method: 'GET',
    path: '/shopify/v2/admin/api/get/products',
    mode: 'get',
    right: 'granted',
    title: '店铺直连：查询商品',
    logged: false,
    object: 'store-product',
    labels: { after: '位置', limit: '每次条数' },
    input: z.object({
      storeId,
      after: text(512).optional(),
      limit: formInt(1, 100).default(24),
      keyword: text(128).optional(),
    }),
    output: z.object({
      list: z.array(storeProduct),
      endCursor: z.string().nullable(),
      hasNextPage: z.boolean(),
      storeId: id,
    }),
    refusals: [...remoteRefusals, 'no-store'],
    lists: ['store-products'],
  },
  /** Shows what the form would create in the shop. Writes nothing. */
  previewStoreCreation: {
    feature: 'stores',
    method: 'POST',
    path: '/shopify/admin/api/preview/creation',
    mode: 'postjson',
    right: 'granted',
    title: '店铺直连：预演新建',
    logged: false,
    object: 'store-product',
    labels: CREATION_LABELS,
    input: newProduct,
    output: shopChange,
    refusals: [...remoteRefusals, 'no-store'],
    lists: [],
  },
  /** With `contentHash`: only if nothing changed since the preview. */
  createStoreProduct: {
    feature: 'stores',
    method: 'POST',
    path: '/shopify/admin/api/create/product',
    mode: 'postjson',
    right: 'granted',
    title: '店铺直连：新建商品',
    logged: true,
    object: 'store-product',
    labels: CREATION_LABELS,
    input: newProduct.extend({ contentHash: seenHash.optional() }),
    output: storeProduct,
    refusals: ['key-reused', ...remoteRefusals, 'no-store', 'stale'],
    lists: ['store-products'],
  },
  selfTestStore: {
    feature: 'stores',
    method: 'GET',
    path: '/shopify/admin/api/tran/test',
    mode: 'get',
    right: 'granted',
    title: '店铺直连：自检',
    logged: false,
    input: z.object({ storeId }),
    output: z.object({ storeId: id, ok: z.boolean(), lines: z.array(selfTestLine) }),
    refusals: ['not-found', 'no-store'],
    lists: [],
  },
  /** Shows what deleting a product, or variants of it, would remove from the shop. Writes nothing. */
  previewStoreDeletion: {
    feature: 'stores',
    method: 'POST',
    path: '/shopify/admin/api/preview/deletion',
    mode: 'postjson',
    right: 'granted',
    title: '店铺直连：预演删除',
    logged: false,
    object: 'store-product',
    labels: { variantsIds: '变体' },
    input: z.object({
      storeId,
      productId: shopGid,
      /** absent: the whole product */
      variantsIds: z.array(shopGid).min(1).max(250).optional(),
    }),
    output: shopChange,
    refusals: [...remoteRefusals, 'no-store'],
    lists: [],
  },
  /** With `contentHash`: only if the shop is unchanged since the preview. */
  deleteStoreProduct: {
    feature: 'stores',
    method: 'POST',
    path: '/shopify/admin/api/delete/product',
    mode: 'postjson',
    right: 'granted',
    title: '店铺直连：删除商品',
    logged: true,
    object: 'store-product',
    labels: { productId: '店铺商品' },
    input: z.object({ storeId, productId: shopGid, contentHash: seenHash.optional() }),
    output: nothing,
    refusals: [...remoteRefusals, 'no-store', 'stale'],
    lists: ['store-products', 'products'],
  },
  deleteStoreVariants: {
    feature: 'stores',
    method: 'POST',
    path: '/shopify/admin/api/delete/product/variants',
    mode: 'postjson',
    right: 'granted',
    title: '店铺直连：删除变体',
    logged: true,
    object: 'store-product',
    labels: { productId: '店铺商品', variantsIds: '变体' },
    input: z.object({
      storeId,
      productId: shopGid,
      variantsIds: z.array(shopGid).min(1).max(250),
      contentHash: seenHash.optional(),
    }),
    output: z.array(rowOutcome),
    refusals: [...remoteRefusals, 'no-store', 'stale'],
    lists: ['store-products', 'products'],
  },
  /** A fixed list that shows the card layout when no store is connected. */
  mockProductList: {
    feature: 'stores',
    method: 'GET',
    path: '/mock/product/list',
    mode: 'get',
    right: 'session',
    title: '示例商品列表',
    logged: false,
    input: z.object({}),
    output: z.object({ list: z.array(storeProduct), total: z.int() }),
    refusals: [],
    lists: [],
  },
})
