import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, formJson, id, instant, pageInput, pageOf, stateCounts, text, version } from '../wire.ts'
import { priceChangeWays, whatIf } from './products-whatif.endpoints.ts'
import { PRODUCT_CHANGE_FIELDS } from './products.fields.ts'
import { product, productCard, productEdit, productState, sourceHealth } from './products.schema.ts'

const base = '/api/alibaba/product'
/** Not trimmed, because the space after "New " is intended. */
const titlePart = z.string().max(64, '最多64个字')

/** Filters of the product list; all optional, combined with AND. */
export const productFilter = z.object({
  state: productState.optional(),
  storeId: id.optional(),
  keyword: text(100).optional(),
  offerId: text(20).optional(),
  supplier: text(100).optional(),
  sourceHealth: sourceHealth.optional(),
  origin: z.enum(['1688', 'manual']).optional(),
  /** changed or deleted in a shop by somebody else, only in `storeId` if that is given */
  inShop: z.enum(['changed', 'deleted']).optional(),
  from: formInt(0, 9_999_999_999_999).optional(),
  to: formInt(0, 9_999_999_999_999).optional(),
  sort: z.enum(['updated', 'created', 'price', 'margin']).default('updated'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})
export type ProductFilter = z.infer<typeof productFilter>

/** What many products may be given at once; absent fields stay as they are. */
export const productChange = z.object({
  titlePrefix: titlePart.optional(),
  titleSuffix: titlePart.optional(),
  titleReplace: z.object({ find: titlePart.min(1), replace: titlePart.default('') }).optional(),
  vendor: text(128).optional(),
  productType: text(128).optional(),
  addTags: z.array(text(64).min(1)).max(50).optional(),
  removeTags: z.array(text(64).min(1)).max(50).optional(),
  ...priceChangeWays,
  stockPolicy: z.enum(['deny', 'continue']).optional(),
  /** sets the prices of a store by a tried rule (定价沙盘); they then count as set by a person */
  repriceBy: whatIf.optional(),
  addStoreIds: z.array(id).max(50).optional(),
  removeStoreIds: z.array(id).max(50).optional(),
})
export type ProductChange = z.infer<typeof productChange>

export const productsEndpoints = defineEndpoints({
  getProductsByCondition: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductsByCondition`,
    mode: 'get',
    right: 'granted',
    title: '查询商品',
    logged: false,
    object: 'product',
    labels: { supplier: '供应商', sourceHealth: '货源状态', inShop: '店铺里的状态' },
    input: productFilter.extend(pageInput),
    output: pageOf(productCard),
    refusals: [],
    lists: ['products'],
  },
  /** Counts for the state tabs, under the same filters except the state. */
  getProductCountByState: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductCountByState`,
    mode: 'get',
    right: 'granted',
    title: '商品状态数量',
    logged: false,
    object: 'product',
    labels: { supplier: '供应商', sourceHealth: '货源状态', inShop: '店铺里的状态' },
    input: productFilter.omit({ state: true, sort: true, direction: true }),
    output: stateCounts(productState),
    refusals: [],
    lists: ['products'],
  },
  getProduct: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProduct`,
    mode: 'get',
    right: 'granted',
    title: '商品详情',
    logged: false,
    input: z.object({ productId: id }),
    output: product,
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** A product made by hand, without a source. */
  createProduct: {
    feature: 'products',
    method: 'POST',
    path: `${base}/createProduct`,
    mode: 'postjson',
    right: 'granted',
    title: '新建商品',
    logged: true,
    object: 'product',
    // 2,048 variants with prices for twenty stores, 250 pictures, a long description.
    bodyMax: 8 * BODY_MAX,
    input: productEdit.extend({ storeIds: z.array(id).max(50).default([]) }),
    output: product,
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** Saves the form of one product: `edit` is sent as JSON text in the form. */
  editProduct: {
    feature: 'products',
    method: 'POST',
    path: `${base}/editProduct`,
    mode: 'post',
    right: 'granted',
    title: '编辑商品',
    logged: true,
    object: 'product',
    labels: { edit: '修改的内容' },
    // As for createProduct; form encoding needs three bytes for a quote and nine for a Chinese character.
    bodyMax: 8 * BODY_MAX,
    input: z.object({ productId: id, version: formInt(0, 1_000_000_000), edit: formJson(productEdit) }),
    // An absent text stays unchanged; an option without a value keeps the positions of those after it.
    carriesEmpty: [
      'edit.titleZh',
      'edit.descriptionHtml',
      'edit.vendor',
      'edit.productType',
      'edit.note',
      'edit.variants.optionValues',
    ],
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
  /** Changes many products or fields at once, one outcome for each item. */
  modifyProducts: {
    feature: 'products',
    method: 'POST',
    path: `${base}/modifyProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '批量修改商品',
    logged: true,
    object: 'product',
    labels: { items: '商品', change: { label: '修改的内容', format: 'record', fields: PRODUCT_CHANGE_FIELDS } },
    input: z.object({
      items: z
        .array(z.object({ productId: id, version: version.optional() }))
        .min(1)
        .max(500),
      change: productChange,
    }),
    output: bulkOutcome.extend({
      /** for undoing the whole action (undoProductBatch) */
      batchId: id,
    }),
    refusals: [],
    lists: ['products'],
  },
  /** Moves one product to the recycle bin. */
  deleteProduct: {
    feature: 'products',
    method: 'POST',
    path: `${base}/deleteProduct`,
    mode: 'post',
    right: 'granted',
    title: '删除商品',
    logged: true,
    object: 'product',
    input: z.object({ productId: id }),
    output: bulkOutcome,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['products'],
  },
  /** Moves products to the recycle bin, or deletes those already in it. Never changes the shop. */
  batchDeleteProducts: {
    feature: 'products',
    method: 'POST',
    path: `${base}/batchDeleteProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '批量删除商品',
    logged: true,
    object: 'product',
    labels: { forGood: '彻底删除' },
    input: z.object({ productIds: z.array(id).min(1).max(500), forGood: z.boolean().default(false) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['products'],
  },
  restoreProducts: {
    feature: 'products',
    method: 'POST',
    path: `${base}/restoreProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '从回收站恢复商品',
    logged: true,
    object: 'product',
    input: z.object({ productIds: z.array(id).min(1).max(500) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['products'],
  },
  /** Stores drafts of the editor on the server, so that nothing typed is lost. */
  saveProductDraft: {
    feature: 'products',
    method: 'POST',
    path: `${base}/saveProductDraft`,
    mode: 'postjson',
    right: 'granted',
    title: '保存编辑草稿',
    logged: false,
    // The editor's whole content; a draft stores at most two million characters.
    bodyMax: 8 * BODY_MAX,
    input: z.object({ productId: id, version, draft: z.record(z.string(), z.unknown()).nullable().default(null) }),
    // An emptied field is part of what the person typed.
    carriesEmpty: ['draft'],
    output: z.object({ savedAt: instant }),
    refusals: ['not-found', 'too-large'],
    lists: [],
  },
  getProductDraft: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductDraft`,
    mode: 'get',
    right: 'granted',
    title: '读取编辑草稿',
    logged: false,
    input: z.object({ productId: id }),
    output: z.object({ version, savedAt: instant, draft: z.record(z.string(), z.unknown()) }).nullable(),
    refusals: [],
    lists: [],
  },
})
