import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { CollectedOffer, CollectorKey } from './collector.schema.ts'
import { COLLECTOR_KEY_STATES } from './collector.status.ts'
import { OFFER_FIELDS, OFFER_SKU_FIELDS } from './offer.fields.ts'

export const COLLECTOR_KEY_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  hint: { label: '密钥开头', format: 'text' },
  account: { label: '账号', format: 'text' },
  state: { label: '状态', format: 'choice', choices: COLLECTOR_KEY_STATES },
  createdAt: CREATED_AT,
  lastUsedAt: { label: '最近使用', format: 'time' },
  withdrawnAt: { label: '撤销时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<CollectorKey>

const VALUE = { label: '值', format: 'text' } as const
const NAME = { label: '名称', format: 'text' } as const

/** The offer of a page, for the operation log. Its facts have the labels of offers. */
export const COLLECTED_OFFER_FIELDS = {
  offerId: OFFER_FIELDS.offerId,
  pageVersion: { label: '网页版本', format: 'text' },
  title: OFFER_FIELDS.title,
  images: OFFER_FIELDS.images,
  attributes: { ...OFFER_FIELDS.attributes, fields: { name: NAME, value: VALUE } },
  skus: {
    ...OFFER_FIELDS.skus,
    fields: {
      skuId: OFFER_SKU_FIELDS.skuId,
      specId: { label: '规格编号', format: 'text' },
      values: { ...OFFER_SKU_FIELDS.values, fields: { name: NAME, value: VALUE, image: OFFER_SKU_FIELDS.image } },
      priceMinor: OFFER_SKU_FIELDS.priceMinor,
      promotionPriceMinor: OFFER_FIELDS.promotionPriceMinor,
      stock: OFFER_SKU_FIELDS.stock,
      weightGrams: OFFER_SKU_FIELDS.weightGrams,
    },
  },
  tiers: {
    ...OFFER_FIELDS.tiers,
    fields: {
      startQuantity: OFFER_FIELDS.minOrderQuantity,
      priceMinor: OFFER_FIELDS.priceMinor,
      promotionPriceMinor: OFFER_FIELDS.promotionPriceMinor,
    },
  },
  minOrderQuantity: OFFER_FIELDS.minOrderQuantity,
  unit: { label: '单位', format: 'text' },
  stock: OFFER_SKU_FIELDS.stock,
  supplierName: OFFER_FIELDS.supplierName,
  sendFrom: OFFER_FIELDS.sendFrom,
  shipWithin: OFFER_FIELDS.shipWithin,
  freightMinor: OFFER_FIELDS.freightMinor,
  weightGrams: OFFER_FIELDS.weightGrams,
  soldCount: { label: '销量', format: 'count' },
  videoUrl: { label: '视频', format: 'text' },
  descriptionHtml: { label: '详情', format: 'text' },
} satisfies FieldsOf<CollectedOffer>
