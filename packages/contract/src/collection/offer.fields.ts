import type { FieldsOf } from '../fields.ts'
import type { Offer, OfferCard } from './collection.schema.ts'
import { OFFER_ORIGINS } from './collection.words.ts'
import { COLLECT_STATES } from './collection.status.ts'

export const OFFER_CARD_FIELDS = {
  offerId: { label: '货源编号', format: 'text' },
  title: { label: '标题', format: 'text' },
  titleTrans: { label: '译文标题', format: 'text' },
  image: { label: '图片', format: 'text' },
  priceMinor: { label: '价格', format: 'fen' },
  promotionPriceMinor: { label: '促销价', format: 'fen' },
  dropshipPriceMinor: { label: '代发价', format: 'fen' },
  tiers: { label: '阶梯价', format: 'list' },
  minOrderQuantity: { label: '起批量', format: 'count' },
  monthSold: { label: '月销', format: 'count' },
  repurchaseRate: { label: '复购', format: 'text' },
  tradeScore: { label: '评分', format: 'text' },
  supplierName: { label: '供应商', format: 'text' },
  sellerIdentities: { label: '卖家类型', format: 'list' },
  shipWithin: { label: '发货', format: 'choice', choices: { '24h': '24小时', '48h': '48小时' } },
  onePieceDropship: { label: '一件代发', format: 'yes-no' },
  selected: { label: '严选', format: 'yes-no' },
  patentRisk: { label: '专利风险', format: 'yes-no' },
  url: { label: '货源链接', format: 'text' },
  collectState: { label: '状态', format: 'choice', choices: COLLECT_STATES },
  claims: { label: '认领店铺', format: 'list' },
} satisfies FieldsOf<OfferCard>

export const OFFER_SKU_FIELDS = {
  skuId: { label: '货源SKU', format: 'text' },
  image: { label: '图片', format: 'text' },
  values: { label: '规格', format: 'list' },
  valuesTrans: { label: '英文规格', format: 'list' },
  priceMinor: { label: '单价', format: 'fen' },
  stock: { label: '库存', format: 'count' },
  weightGrams: { label: '重量', format: 'grams' },
} satisfies FieldsOf<Offer['skus'][number]>

export const OFFER_FIELDS = {
  ...OFFER_CARD_FIELDS,
  images: { label: '图片', format: 'list' },
  attributes: { label: '商品属性', format: 'list' },
  skus: { label: '规格', format: 'list', fields: OFFER_SKU_FIELDS },
  weightGrams: { label: '单件重量', format: 'grams' },
  sendFrom: { label: '发货地', format: 'text' },
  freightMinor: { label: '国内运费', format: 'fen' },
  origin: { label: '采集方式', format: 'choice', choices: OFFER_ORIGINS },
  status: { label: '1688状态', format: 'text' },
  fetchedAt: { label: '采集时间', format: 'time' },
} satisfies FieldsOf<Offer>
