import type { Field, FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import { PRICE_RULE_FIELDS } from '../pricing/pricing.fields.ts'
import type { ProductChange } from './products.endpoints.ts'
import type { WhatIf } from './products-whatif.endpoints.ts'
import type {
  ListingSummary,
  PastProduct,
  Product,
  ProductImage,
  ProductOption,
  ProductVariant,
  VariantPrice,
} from './products.schema.ts'
import { FIELD_ORIGINS, LISTING_STATES, PRODUCT_STATES, SOURCE_HEALTH } from './products.status.ts'

export const IMAGE_FIELDS = {
  id: ID,
  url: { label: '地址', format: 'text' },
  alt: { label: '替代文字', format: 'text' },
  dropped: { label: '不上架', format: 'yes-no' },
} satisfies FieldsOf<ProductImage>

export const OPTION_FIELDS = {
  name: { label: '名称', format: 'text' },
  nameZh: { label: '中文名称', format: 'text' },
  values: {
    label: '取值',
    format: 'list',
    fields: { value: { label: '取值', format: 'text' }, valueZh: { label: '中文取值', format: 'text' } },
  },
} satisfies FieldsOf<ProductOption>

export const VARIANT_PRICE_FIELDS = {
  storeId: { label: '店铺', format: 'reference' },
  currency: { label: '币种', format: 'text' },
  minor: { label: '价格', format: 'minor' },
  compareAtMinor: { label: '划线价', format: 'minor' },
  origin: { label: '来源', format: 'choice', choices: FIELD_ORIGINS },
  by: { label: '谁改的', format: 'text' },
  at: { label: '时间', format: 'time' },
  rule: {
    label: '定价规则',
    format: 'record',
    fields: { name: { label: '名称', format: 'text' }, tried: { label: '来自定价沙盘', format: 'yes-no' } },
  },
} satisfies FieldsOf<VariantPrice>

export const VARIANT_FIELDS = {
  id: ID,
  skuCode: { label: 'SKU编码', format: 'text' },
  barcode: { label: '条码', format: 'text' },
  sourceSkuId: { label: '货源SKU编号', format: 'text' },
  sourceSpecId: { label: '货源规格编号', format: 'text' },
  optionValues: { label: '规格取值', format: 'list' },
  costMinor: { label: '成本', format: 'fen' },
  weightGrams: { label: '重量', format: 'grams' },
  weight: {
    label: '重量（原单位）',
    format: 'record',
    fields: { value: { label: '数值', format: 'text' }, unit: { label: '单位', format: 'text' } },
  },
  stock: { label: '库存', format: 'count' },
  stockPolicy: { label: '缺货策略', format: 'choice', choices: { deny: '缺货不卖', continue: '缺货继续卖' } },
  imageId: { label: '图片', format: 'reference' },
  dropped: { label: '不上架', format: 'yes-no' },
  prices: { label: '价格', format: 'list', fields: VARIANT_PRICE_FIELDS },
} satisfies FieldsOf<ProductVariant>

export const LISTING_FIELDS = {
  storeId: { label: '店铺', format: 'reference' },
  storeName: { label: '店铺', format: 'text' },
  state: { label: '状态', format: 'choice', choices: LISTING_STATES },
  outdated: { label: '待更新', format: 'yes-no' },
  shopifyProductId: { label: '店铺商品', format: 'text' },
  storefrontUrl: { label: '店铺地址', format: 'text' },
  adminUrl: { label: '后台地址', format: 'text' },
  error: { label: '失败的原因', format: 'text' },
  pushedAt: { label: '上次同步', format: 'time' },
  shopChanged: { label: '店铺里的改动', format: 'list' },
} satisfies FieldsOf<ListingSummary>

/** The shop's title is the English one, so `titleZh` is a separate field. */
export const PRODUCT_FIELDS = {
  id: ID,
  title: { label: '英文标题', format: 'text' },
  titleZh: { label: '中文标题', format: 'text' },
  descriptionHtml: { label: '描述', format: 'text' },
  vendor: { label: '品牌', format: 'text' },
  productType: { label: '商品类型', format: 'text' },
  tags: { label: '标签', format: 'list' },
  images: { label: '图片', format: 'list', fields: IMAGE_FIELDS },
  options: { label: '规格', format: 'list', fields: OPTION_FIELDS },
  variants: { label: '变体', format: 'list', fields: VARIANT_FIELDS },
  note: NOTE,
  storeIds: { label: '认领店铺', format: 'list' },
  variantOrder: { label: '变体顺序', format: 'list' },
  image: { label: '图片', format: 'text' },
  origin: { label: '来源', format: 'choice', choices: { '1688': '1688', manual: '手工' } },
  offerId: { label: '货源', format: 'text' },
  supplierName: { label: '供应商', format: 'text' },
  state: { label: '状态', format: 'choice', choices: PRODUCT_STATES },
  sourceHealth: { label: '货源', format: 'choice', choices: SOURCE_HEALTH },
  costMin: { label: '最低成本', format: 'record' },
  costMax: { label: '最高成本', format: 'record' },
  priceMin: { label: '最低售价', format: 'record' },
  priceMax: { label: '最高售价', format: 'record' },
  marginPercent: { label: '毛利', format: 'percent' },
  variantCount: { label: '变体', format: 'count' },
  stockTotal: { label: '库存', format: 'count' },
  missing: { label: '还缺的', format: 'list' },
  listings: { label: '店铺', format: 'list', fields: LISTING_FIELDS },
  fieldSources: { label: '字段的来源', format: 'record' },
  ownerName: { label: '负责人', format: 'text' },
  doubts: { label: '可疑的数字', format: 'list' },
  forbiddenWords: { label: '违禁词', format: 'list' },
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<Product, PastProduct> & { variantOrder: Field }

export const WHAT_IF_FIELDS = {
  storeId: { label: '店铺', format: 'reference' },
  rule: { label: '试算的规则', format: 'record', fields: PRICE_RULE_FIELDS },
  manual: { label: '人工改过的价格', format: 'yes-no' },
  ruleId: { label: '从哪个规则开始', format: 'reference' },
} satisfies FieldsOf<WhatIf>

export const PRODUCT_CHANGE_FIELDS = {
  titlePrefix: { label: '标题前加', format: 'text' },
  titleSuffix: { label: '标题后加', format: 'text' },
  titleReplace: {
    label: '标题替换',
    format: 'record',
    fields: { find: { label: '查找', format: 'text' }, replace: { label: '替换为', format: 'text' } },
  },
  vendor: PRODUCT_FIELDS.vendor,
  productType: PRODUCT_FIELDS.productType,
  addTags: { label: '添加标签', format: 'list' },
  removeTags: { label: '移除标签', format: 'list' },
  priceChangePercent: { label: '调价', format: 'percent' },
  priceChangeAmount: {
    label: '加减金额',
    format: 'record',
    fields: { currency: { label: '币种', format: 'text' }, minor: { label: '金额', format: 'minor' } },
  },
  stockPolicy: VARIANT_FIELDS.stockPolicy,
  repriceByRule: { label: '按规则重新定价', format: 'yes-no' },
  repriceBy: { label: '按试算的规则定价', format: 'record', fields: WHAT_IF_FIELDS },
  addStoreIds: { label: '添加店铺', format: 'list' },
  removeStoreIds: { label: '移除店铺', format: 'list' },
} satisfies FieldsOf<ProductChange>
