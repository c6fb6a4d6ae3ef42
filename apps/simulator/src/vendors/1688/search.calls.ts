import type { WorkedAnswer } from '../../core/received-call.ts'
import { hash32 } from '../../core/random.ts'
import type { LiveOffer } from '../../world/market.ts'
import { CROSS_BORDER } from './api.ts'
import type { Api, Platform } from './api.ts'
import { pictureAnswer, productAnswer, productRefusal } from './envelopes.ts'
import { percent } from './offer.facts.ts'
import { listItem } from './list-item.ts'
import { flagOf, readFields, textOf, wholeOf } from './param-reading.ts'
import type { Fields } from './param-reading.ts'
import { narrow, ordered } from './search.conditions.ts'
import { matchOffers, publishedOffers } from './search.matching.ts'
import { answerLanguage } from './translations.ts'
import type { Language } from './translations.ts'

/** Page cap of picture search (reference 1.8, CONFIRMED) and of related products. */
const PICTURE_PAGE_CAP = 50
const RELATED_PAGE_CAP = 10
/** Pictures are compared by their points; this many of the most similar kinds count as similar. */
const ALIKE_KINDS = 6

const BAD_JSON = '参数格式错误'

/** The first field that is missing or not a number, as the text of the refusal; the codes of such refusals are UNCERTAIN. */
function complaint(fields: Fields, texts: readonly string[], wholes: readonly string[]): string | undefined {
  const missing = texts.find((name) => textOf(fields, name) === undefined)
  if (missing !== undefined) return `参数${missing}不能为空`
  const odd = wholes.find((name) => (wholeOf(fields, name) ?? 0) < 1)
  return odd === undefined ? undefined : `参数${odd}不合法`
}

/** One page of a result in the shape of 2.1. Pages past the end are empty, not an error. */
function pageOf(
  platform: Platform,
  offers: readonly LiveOffer[],
  fields: Fields,
  language: Language,
  more: (offer: LiveOffer) => object = () => ({}),
) {
  const pageSize = wholeOf(fields, 'pageSize')!
  const currentPage = wholeOf(fields, 'beginPage')!
  const start = (currentPage - 1) * pageSize
  return {
    totalRecords: offers.length,
    totalPage: Math.ceil(offers.length / pageSize),
    pageSize,
    currentPage,
    data: offers
      .slice(start, start + pageSize)
      .map((offer) => ({ ...listItem(platform, offer, language), ...more(offer) })),
  }
}

type SearchCall = {
  name: string
  /** the parameter that has all fields as JSON */
  parameter: string
  /** required fields */
  texts: readonly string[]
  /** the name of the page field */
  page?: 'beginPage' | 'pageNo'
  /** maximum number of items on a page */
  cap?: (platform: Platform) => number
  /** the value of `success` in a refusal, for calls where it is text */
  refusedAs?: 'false'
  /** the field that names the language */
  languageField?: 'country' | 'language'
  answer: (platform: Platform, fields: Fields, language: Language) => WorkedAnswer | Promise<WorkedAnswer>
}

/** A call that returns pages of offers: its fields are checked before anything is searched. */
const searchCall = ({
  name,
  parameter,
  texts,
  page = 'beginPage',
  cap,
  refusedAs,
  languageField = 'country',
  answer,
}: SearchCall): Api => ({
  namespace: CROSS_BORDER,
  name,
  token: 'required',
  grant: true,
  required: [parameter],
  work: (platform, params) => {
    const refused = (message: string): WorkedAnswer => productRefusal('400', message, refusedAs)
    const fields = readFields(params[parameter]!)
    if (!fields) return refused(BAD_JSON)
    const wrong = complaint(fields, texts, [page, 'pageSize'])
    if (wrong) return refused(wrong)
    const most = cap?.(platform)
    if (most !== undefined && wholeOf(fields, 'pageSize')! > most) return refused(`pageSize不能超过${most}`)
    const language = answerLanguage(platform, textOf(fields, languageField)!, refusedAs)
    return typeof language === 'string' ? answer(platform, fields, language) : language
  },
})

const searchPageCap = (platform: Platform): number => platform.quirks.pageSizeCap()

const keywordQuery = searchCall({
  name: 'product.search.keywordQuery',
  parameter: 'offerQueryParam',
  texts: ['keyword', 'country'],
  cap: searchPageCap,
  answer: (platform, fields, language) => {
    const keyword = textOf(fields, 'keyword')!
    const found = matchOffers(platform.market, keyword, flagOf(fields, 'keywordTranslate'), textOf(fields, 'country'))
    const offers = ordered(narrow(found, fields, platform.core.clock.now()), fields)
    return productAnswer(pageOf(platform, offers, fields, language))
  },
})

const sellerOfferList = searchCall({
  name: 'product.search.querySellerOfferList',
  parameter: 'offerQueryParam',
  texts: ['sellerOpenId', 'country'],
  cap: searchPageCap,
  answer: (platform, fields, language) => {
    const seller = textOf(fields, 'sellerOpenId')
    const keyword = textOf(fields, 'keyword')
    const pool =
      keyword === undefined
        ? publishedOffers(platform.market)
        : matchOffers(platform.market, keyword, false, textOf(fields, 'country'))
    const own = pool.filter((offer) => offer.supplier.openId === seller)
    const offers = ordered(narrow(own, fields, platform.core.clock.now()), fields)
    return productAnswer(pageOf(platform, offers, fields, language))
  },
})

const imageUpload: Api = {
  namespace: CROSS_BORDER,
  name: 'product.image.upload',
  token: 'required',
  grant: true,
  required: ['uploadImageParam'],
  work: async (platform, params): Promise<WorkedAnswer> => {
    const fields = readFields(params['uploadImageParam']!)
    const base64 = fields && textOf(fields, 'imageBase64')
    if (base64 === undefined) return productRefusal('400', '参数imageBase64不能为空', 'false')
    // Plain base64 only: a data: prefix is not base64 and does not give a picture, as on the platform.
    const upload = /^[A-Za-z0-9+/\s]+=*\s*$/.test(base64)
      ? await platform.pictures.upload(Buffer.from(base64, 'base64'))
      : undefined
    if (!upload) return productRefusal('400', '图片格式不正确', 'false')
    return pictureAnswer(upload.imageId, `uploaded picture ${upload.imageId}`)
  },
}

/** Similar offers first: the nearest kinds in order, their offers in an order that depends on the picture. */
async function alikeOffers(platform: Platform, imageId: string): Promise<LiveOffer[]> {
  const upload = platform.pictures.get(imageId)!
  const kinds = (await platform.pictures.alike(upload)).slice(0, ALIKE_KINDS).map((kind) => kind.emoji)
  const place = new Map(kinds.map((emoji, i) => [emoji, i]))
  return publishedOffers(platform.market)
    .filter((offer) => place.has(offer.kind.emoji))
    .map((offer) => ({ offer, rank: place.get(offer.kind.emoji)!, tie: hash32(`${imageId}:${offer.offerId}`) }))
    .sort((a, b) => a.rank - b.rank || a.tie - b.tie)
    .map((ranked) => ranked.offer)
}

const imageQuery = searchCall({
  name: 'product.search.imageQuery',
  parameter: 'offerQueryParam',
  texts: ['imageId', 'country'],
  cap: () => PICTURE_PAGE_CAP,
  refusedAs: 'false',
  answer: async (platform, fields, language) => {
    const imageId = textOf(fields, 'imageId')!
    const upload = platform.pictures.get(imageId)
    if (!upload) return productRefusal('400', '图片不存在或已过期', 'false')
    const keyword = textOf(fields, 'keyword')
    const within =
      keyword === undefined
        ? undefined
        : new Set(matchOffers(platform.market, keyword, false, textOf(fields, 'country')).map(({ offerId }) => offerId))
    const alike = (await alikeOffers(platform, imageId)).filter((offer) => !within || within.has(offer.offerId))
    const page = pageOf(
      platform,
      ordered(narrow(alike, fields, platform.core.clock.now()), fields),
      fields,
      language,
      shownWithPicture,
    )
    const region = textOf(fields, 'region') ?? `0,${upload.width},0,${upload.height}`
    return pictureAnswer({ ...page, picRegionInfo: { currentRegion: region, yoloCropRegion: region } })
  },
})

/** Fields that picture search adds to each item (reference 2.2). */
const shownWithPicture = (offer: LiveOffer) => ({
  companyName: offer.supplier.companyName,
  companyAddress: `${offer.supplier.province}${offer.supplier.city}`,
  offerDataInfo: {
    offerApplauseRate: percent(10_000 - offer.qualityReturnBasisPoints * 2),
    kjFeaturedServices: '',
    qualityRfdRate30d: percent(offer.qualityReturnBasisPoints),
    repurchaseRate30d: `${offer.repurchasePercent}%`,
    pickupRate24h30d: `${offer.pickup24Percent}%`,
  },
})

/** The vendor's sample of the recommendations has `onePsale` for what the searches call `isOnePsale`. */
function recommended(platform: Platform, item: Record<string, unknown>): Record<string, unknown> {
  const { isOnePsale, ...rest } = item
  const form = platform.quirks.recommendOnePsale()
  return {
    ...rest,
    ...(form === 'isOnePsale' ? {} : { onePsale: isOnePsale }),
    ...(form === 'onePsale' ? {} : { isOnePsale }),
  }
}

const offerRecommend = searchCall({
  name: 'product.search.offerRecommend',
  parameter: 'recommendOfferParam',
  texts: ['country', 'outMemberId'],
  answer: (platform, fields, language) => {
    const who = textOf(fields, 'outMemberId')
    const liked = publishedOffers(platform.market)
      .map((offer) => ({ offer, liking: hash32(`${who}:${offer.offerId}`) }))
      .sort((a, b) => a.liking - b.liking)
      .map((entry) => entry.offer)
    return productAnswer(pageOf(platform, liked, fields, language).data.map((item) => recommended(platform, item)))
  },
})

const relatedRecommend = searchCall({
  name: 'product.related.recommend',
  parameter: 'relatedQueryParams',
  texts: ['offerId', 'language'],
  // This call uses pageNo and language, while similar calls use beginPage and country (reference 2.4).
  page: 'pageNo',
  languageField: 'language',
  cap: () => RELATED_PAGE_CAP,
  answer: (platform, fields, language) => {
    const model = platform.market.get(textOf(fields, 'offerId')!)
    if (!model) return productRefusal('404', '商品不存在')
    const near = publishedOffers(platform.market)
      .filter((offer) => offer.offerId !== model.offerId && offer.categoryKey === model.categoryKey)
      .sort((a, b) => Number(b.categoryId === model.categoryId) - Number(a.categoryId === model.categoryId))
    const { data } = pageOf(platform, near, { ...fields, beginPage: fields['pageNo'] }, language)
    return productAnswer(data.map((item) => recommended(platform, item)))
  },
})

export const SEARCH_CALLS: readonly Api[] = [
  keywordQuery,
  sellerOfferList,
  imageUpload,
  imageQuery,
  offerRecommend,
  relatedRecommend,
]
