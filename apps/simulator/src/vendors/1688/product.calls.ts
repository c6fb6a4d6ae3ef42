import type { WorkedAnswer } from '../../core/received-call.ts'
import type { LiveOffer } from '../../world/market.ts'
import { CROSS_BORDER } from './api.ts'
import type { Api, Platform } from './api.ts'
import { productDetail } from './detail.ts'
import { productAnswer, productRefusal } from './envelopes.ts'
import { isPublished, yuan } from './offer.facts.ts'
import { readFields, readIdList, readRows, textOf, wholeOf } from './param-reading.ts'
import type { Fields } from './param-reading.ts'
import { answerLanguage } from './translations.ts'
import { freightOf, freightRule } from './trade/freight.ts'
import type { Shipped } from './trade/freight.ts'

const isListed = (ids: string, id: string): boolean =>
  ids
    .split(',')
    .map((one) => one.trim())
    .includes(id)

const NO_PERMISSION = '没有该商品的查询权限'

const noPermission = (platform: Platform): WorkedAnswer =>
  platform.quirks.noPermissionShape() === 'nested'
    ? productRefusal('500', NO_PERMISSION)
    : { status: 200, body: { success: false, message: NO_PERMISSION }, outcome: 'refused', code: NO_PERMISSION }

const queryProductDetail: Api = {
  namespace: CROSS_BORDER,
  name: 'product.search.queryProductDetail',
  token: 'required',
  grant: true,
  required: ['offerDetailParam'],
  work: (platform, params) => {
    const fields = readFields(params['offerDetailParam']!)
    const offerId = fields && textOf(fields, 'offerId')
    if (!fields || offerId === undefined) return productRefusal('400', '参数offerId不能为空')
    const country = textOf(fields, 'country')
    if (country === undefined) return productRefusal('400', '参数country不能为空')
    const language = answerLanguage(platform, country)
    if (typeof language !== 'string') return language
    const offer = platform.market.get(offerId)
    if (!offer || offer.gone) return productRefusal('404', '商品不存在')
    if (isListed(platform.quirks.noPermissionOffers(), offerId)) return noPermission(platform)
    if (!isPublished(offer) && platform.quirks.removedProduct() === 'refuse') return productRefusal('404', '商品已下架')
    return productAnswer(productDetail(platform, offer, { currency: textOf(fields, 'currency'), language }))
  },
}

/** Goods of an estimate: each SKU with its own price and weight, otherwise a quantity of the offer. */
function estimatedLines(offer: LiveOffer, fields: Fields): Shipped[] {
  const total = Math.max(1, wholeOf(fields, 'totalNum') ?? 1)
  const rows = readRows(JSON.stringify(fields['logisticsSkuNumModels'] ?? [])) ?? []
  const named = rows.flatMap((row) => {
    const sku = offer.skus.find((each) => each.skuId === textOf(row, 'skuId'))
    const quantity = wholeOf(row, 'number') ?? 0
    return sku && quantity > 0 ? [{ offer, grams: sku.grams, quantity, amountFen: sku.priceFen * quantity }] : []
  })
  return named.length > 0
    ? named
    : [{ offer, grams: offer.grams, quantity: total, amountFen: offer.tiers[0]!.priceFen * total }]
}

/** The seller's own freight rule, the same that preview and order use; `toCountryCode` has the district (reference 2.4). */
const freightEstimate: Api = {
  namespace: CROSS_BORDER,
  name: 'product.freight.estimate',
  token: 'required',
  grant: true,
  required: ['productFreightQueryParamsNew'],
  work: (platform, params) => {
    const fields = readFields(params['productFreightQueryParamsNew']!)
    if (!fields) return productRefusal('400', '参数格式错误')
    const missing = ['offerId', 'toProvinceCode', 'toCityCode', 'toCountryCode', 'totalNum'].find(
      (name) => textOf(fields, name) === undefined,
    )
    if (missing !== undefined) return productRefusal('400', `参数${missing}不能为空`)
    const offer = platform.market.get(textOf(fields, 'offerId')!)
    if (!offer || !isPublished(offer)) return productRefusal('404', '商品不存在')
    const rule = freightRule(offer.supplier, textOf(fields, 'toCountryCode')!)
    return productAnswer({
      offerId: Number(offer.offerId),
      freight: yuan(freightOf(rule, estimatedLines(offer, fields))),
      templateId: 121_133,
      templateType: 2,
      templateName: '默认运费模板',
      subTemplateType: 0,
      subTemplateName: '快递',
      firstFee: yuan(rule.firstFen),
      firstUnit: '1',
      nextFee: yuan(rule.nextFen),
      nextUnit: '1',
      discount: null,
      chargeType: '0',
      freePostage: offer.onePieceFreePost,
      singleProductWeight: offer.grams / 1000,
      sizeValueType: offer.skus.length > 0 ? 2 : 1,
      productFreightSkuInfoModels: offer.skus.map((sku) => ({
        skuId: sku.skuId,
        singleSkuWeight: sku.grams / 1000,
      })),
    })
  },
}

const MOST_PUSHED = 20

const relationAnswer = (success: boolean, msg: string, traceId: string, effect?: string): WorkedAnswer => ({
  status: 200,
  body: { result: { success, msg, traceId } },
  ...(success ? {} : { outcome: 'refused' as const, code: msg }),
  ...(effect === undefined ? {} : { effect }),
})

const addRelation: Api = {
  namespace: CROSS_BORDER,
  name: 'product.kjdistribute.addRelation',
  token: 'optional',
  grant: true,
  required: ['offerId'],
  work: (platform, params) => {
    const offerId = params['offerId']!
    const trace = `add-${offerId}`
    const offer = platform.market.get(offerId)
    if (!offer || !isPublished(offer)) return relationAnswer(false, '商品不存在或已下架', trace)
    if (platform.relations.add(offerId, 'distribution'))
      return relationAnswer(true, '操作成功', trace, `distribution relation with ${offerId}`)
    return platform.quirks.alreadyRelated() === 'accept'
      ? relationAnswer(true, '操作成功', trace)
      : relationAnswer(false, '已存在铺货关系', trace)
  },
}

const removeRelation: Api = {
  namespace: CROSS_BORDER,
  name: 'product.kjdistribute.removeRelation',
  token: 'optional',
  grant: true,
  required: ['offerId'],
  work: (platform, params) => {
    const offerId = params['offerId']!
    return platform.relations.remove(offerId, 'distribution')
      ? relationAnswer(true, '操作成功', `remove-${offerId}`, `no distribution relation with ${offerId} any more`)
      : relationAnswer(false, '铺货关系不存在', `remove-${offerId}`)
  },
}

const followAnswer = (code: number, message: string, effect?: string): WorkedAnswer => ({
  status: 200,
  body: { code, message },
  ...(code === 0 ? {} : { outcome: 'refused' as const, code: String(code) }),
  ...(effect === undefined ? {} : { effect }),
})

const follow: Api = {
  namespace: 'com.alibaba.product',
  name: 'alibaba.product.follow.crossborder',
  token: 'required',
  grant: true,
  required: ['productId'],
  work: (platform, params) => {
    const offerId = params['productId']!
    if (!platform.market.get(offerId)) return followAnswer(1, '商品不存在')
    const fresh = platform.relations.add(offerId, 'followed')
    return followAnswer(0, 'success', fresh ? `follows ${offerId}` : undefined)
  },
}

const unfollow: Api = {
  namespace: 'com.alibaba.product',
  name: 'alibaba.product.unfollow.crossborder',
  token: 'required',
  grant: true,
  required: ['productId'],
  work: (platform, params) => {
    const offerId = params['productId']!
    const had = platform.relations.remove(offerId, 'followed')
    return followAnswer(0, 'success', had ? `follows ${offerId} no more` : undefined)
  },
}

const pushedAnswer = (
  success: boolean,
  errorCode: string | null,
  errorMsg: string | null,
  effect?: string,
): WorkedAnswer => ({
  status: 200,
  body: { result: { success, errorCode, errorMsg } },
  ...(errorCode === null ? {} : { outcome: 'refused' as const, code: errorCode }),
  ...(effect === undefined ? {} : { effect }),
})

const syncProductListPushed: Api = {
  namespace: 'com.alibaba.product.push',
  name: 'alibaba.cross.syncProductListPushed',
  token: 'required',
  grant: true,
  required: ['productIdList'],
  work: (platform, params) => {
    const ids = readIdList(params['productIdList']!)
    if (!ids || ids.length === 0) return pushedAnswer(false, 'PARAM_ILLEGAL', 'productIdList不合法')
    if (ids.length > MOST_PUSHED) return pushedAnswer(false, 'PARAM_ILLEGAL', '单次最多20个商品')
    const unknown = ids.find((id) => !platform.market.get(id))
    if (unknown !== undefined) return pushedAnswer(false, 'PRODUCT_NOT_EXIST', `商品[${unknown}]不存在`)
    const fresh = ids.filter((id) => platform.relations.add(id, 'pushed'))
    return pushedAnswer(true, null, null, fresh.length > 0 ? `listing relation with ${fresh.join(', ')}` : undefined)
  },
}

export const PRODUCT_CALLS: readonly Api[] = [
  queryProductDetail,
  freightEstimate,
  addRelation,
  removeRelation,
  follow,
  unfollow,
  syncProductListPushed,
]
