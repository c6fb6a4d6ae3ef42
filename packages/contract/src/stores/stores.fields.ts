import type { FieldsOf } from '../fields.ts'
import { CAN, ID, VERSION } from '../fields.ts'
import type { Store, StoreFields, StoreLanguage, StoreMarket, StoreProduct } from './stores.schema.ts'
import { ENVIRONMENTS, STORE_HEALTH, STORE_LOCALES } from './stores.status.ts'

export const STORE_LANGUAGE_FIELDS = {
  locale: { label: '语言代码', format: 'text' },
  name: { label: '语言名称', format: 'text' },
  primary: { label: '主语言', format: 'yes-no' },
  published: { label: '已发布', format: 'yes-no' },
} satisfies FieldsOf<StoreLanguage>

export const STORE_MARKET_FIELDS = {
  id: ID,
  name: { label: '市场名称', format: 'text' },
  handle: { label: '市场标识', format: 'text' },
  active: { label: '已启用', format: 'yes-no' },
} satisfies FieldsOf<StoreMarket>

export const STORE_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  origin: { label: '地址', format: 'text' },
  domain: { label: '域名', format: 'text' },
  environment: { label: '环境', format: 'choice', choices: ENVIRONMENTS },
  currency: { label: '币种', format: 'text' },
  plan: { label: '套餐', format: 'text' },
  clientId: { label: 'Client ID', format: 'text' },
  clientSecret: { label: 'Client secret', format: 'text' },
  accessToken: { label: 'Admin API 访问令牌', format: 'text' },
  priceRuleId: { label: '定价规则', format: 'reference' },
  locationId: { label: '仓库', format: 'text' },
  locations: { label: '仓库', format: 'list' },
  publicationIds: { label: '销售渠道', format: 'list' },
  publications: { label: '销售渠道', format: 'list' },
  locale: { label: '推送语言', format: 'choice', choices: STORE_LOCALES },
  languages: { label: '店铺语言', format: 'list', fields: STORE_LANGUAGE_FIELDS },
  languagesReadAt: { label: '语言读取于', format: 'time' },
  markets: { label: '店铺市场', format: 'list', fields: STORE_MARKET_FIELDS },
  marketsReadAt: { label: '市场读取于', format: 'time' },
  vendorName: { label: '品牌名', format: 'text' },
  shipDays: { label: '发货期限（天）', format: 'count' },
  hasSecret: { label: '已保存凭证', format: 'yes-no' },
  missingScopes: { label: '缺少的权限', format: 'list' },
  health: { label: '连接状态', format: 'choice', choices: STORE_HEALTH },
  healthMessage: { label: '连接说明', format: 'text' },
  checkedAt: { label: '上次检查', format: 'time' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<Store, StoreFields>

export const STORE_VARIANT_FIELDS = {
  id: ID,
  title: { label: '变体', format: 'text' },
  sku: { label: 'SKU', format: 'text' },
  price: { label: '价格', format: 'text' },
  inventory: { label: '库存', format: 'count' },
} satisfies FieldsOf<StoreProduct['variants'][number]>

/** A product as it is in the shop, for 店铺直连. */
export const STORE_PRODUCT_FIELDS = {
  id: ID,
  title: { label: '标题', format: 'text' },
  handle: { label: '网址名', format: 'text' },
  status: { label: '状态', format: 'text' },
  vendor: { label: '品牌', format: 'text' },
  image: { label: '图片', format: 'text' },
  storefrontUrl: { label: '店铺地址', format: 'text' },
  totalInventory: { label: '库存', format: 'count' },
  variants: { label: '变体', format: 'list', fields: STORE_VARIANT_FIELDS },
  listingOf: { label: '我们的商品', format: 'reference' },
  updatedAt: { label: '修改时间', format: 'text' },
} satisfies FieldsOf<StoreProduct>
