import type { Draw } from '../core/random.ts'
import { words } from './axes.ts'
import { secondCategoryId, thirdCategoryId, topCategoryId } from './catalogue.ts'
import { drawSkus, roundToTenFen } from './offer-skus.ts'
import { pictureName } from './pictures.names.ts'
import { drawTitle } from './titles.ts'
import type { Bilingual, Category, Offer, ProductKind, Size, Sku, Supplier, Tier } from './world.types.ts'

export type OfferMaking = {
  seed: string
  category: Category
  categoryIndex: number
  kindIndex: number
  suppliers: readonly Supplier[]
  draw: Draw
  nextOfferId: () => string
  nextSkuId: () => string
}

/** Statuses other than `published` in the documents that a search no longer shows (reference 2.3). */
const GONE_STATUSES = ['expired', 'auto expired', 'member expired', 'member deleted']

const BRANDS = words('无|None,OEM|OEM,锦途|Jintu,悦品|Yuepin,Homely|Homely,其他|Other')
const ORIGINS = words('中国大陆|Mainland China,浙江|Zhejiang,广东|Guangdong,福建|Fujian')
const CRAFTS = words('印刷|Printing,激光雕刻|Laser Engraving,丝印|Silk Screen,烫金|Hot Stamping,刺绣|Embroidery')
const YESNO = words('是|Yes,否|No')

/** Prices fall with the quantity: one to four tiers, the first at the minimum order. */
function drawTiers(draw: Draw, minimum: number, fen: number): Tier[] {
  const tiers: Tier[] = [{ startQuantity: minimum, priceFen: fen }]
  const starts = [draw.one([10, 20, 50]), draw.one([100, 200]), draw.one([500, 1000, 3000])]
  for (const startQuantity of starts.slice(0, draw.whole(0, 3))) {
    const last = tiers.at(-1)!
    if (startQuantity <= last.startQuantity) continue
    const priceFen = roundToTenFen(last.priceFen * (1 - draw.whole(2, 9) / 100))
    if (priceFen < last.priceFen) tiers.push({ startQuantity, priceFen })
  }
  return tiers
}

/** A parcel whose volume is proportional to its weight, millimetres. */
function drawSize(draw: Draw, grams: number): Size {
  const edge = Math.cbrt(grams * draw.whole(2, 9)) * 10
  const stretch = (): number => Math.max(10, Math.round((edge * draw.whole(60, 160)) / 100))
  return { length: stretch(), width: stretch(), height: stretch() }
}

function drawAttributes(draw: Draw, making: OfferMaking, cargo: string, skus: readonly Sku[]): Offer['attributes'] {
  const one = (attributeId: number, zh: string, en: string, value: Bilingual) => ({
    attributeId,
    name: { zh, en },
    value,
  })
  // An attribute id may occur several times, once per value: the SKU's own values do (reference 2.3).
  const firstAxis = new Map(skus.map((sku) => [sku.values[0]!.value.zh, sku.values[0]!]))
  return [
    one(2176, '品牌', 'Brand', draw.one(BRANDS)),
    one(3151, '货号', 'Item No.', { zh: cargo, en: cargo }),
    one(1234, '材质', 'Material', draw.one(making.category.materials)),
    one(7588903, '产地', 'Place of Origin', draw.one(ORIGINS)),
    one(287, '适用场景', 'Applicable Scene', draw.one(making.category.uses)),
    one(100017842, '特点', 'Feature', draw.one(making.category.features)),
    ...(draw.chance(0.5) ? [one(346, '加工工艺', 'Processing', draw.one(CRAFTS))] : []),
    one(182318189, '是否跨境出口专供货源', 'Cross-border Export Only', draw.one(YESNO)),
    one(193290002, '是否进口', 'Imported', { zh: '否', en: 'No' }),
    ...Array.from(firstAxis.values(), (value) => ({
      attributeId: value.attributeId,
      name: value.name,
      value: value.value,
    })),
  ]
}

function drawPictures(draw: Draw, offerId: string, kind: ProductKind) {
  const named = (scene: 'main' | 'detail' | 'white', index: number): string =>
    pictureName(`${offerId}:${scene}:${index}`, scene, kind.emoji)
  return {
    images: Array.from({ length: draw.whole(3, 6) }, (_, i) => named('main', i)),
    whiteImage: draw.chance(0.85) ? named('white', 0) : '',
    descriptionImages: Array.from({ length: draw.whole(2, 5) }, (_, i) => named('detail', i)),
  }
}

function drawSales(draw: Draw) {
  const scale = draw.one([3, 20, 80, 400, 2000])
  const monthSold = draw.whole(0, scale * 2)
  const sold14 = Math.floor((monthSold * draw.whole(30, 60)) / 100)
  return {
    monthSold,
    sold14,
    sold7: Math.floor((sold14 * draw.whole(30, 70)) / 100),
    soldTotal: monthSold * draw.whole(2, 30) + draw.whole(0, 50),
    repurchasePercent: draw.whole(0, 68),
    tradeScoreTenths: draw.whole(38, 50),
    qualityReturnBasisPoints: draw.whole(0, 180),
    pickup24Percent: draw.whole(70, 100),
    pickup48Percent: draw.whole(90, 100),
  }
}

/** Draws one offer of a category. All its numbers come from `draw`, its ids from the world's counters. */
export function drawOffer(making: OfferMaking): Offer {
  const { seed, category, categoryIndex, kindIndex, draw } = making
  const kind = category.kinds[kindIndex]!
  const offerId = making.nextOfferId()
  const baseFen = roundToTenFen(draw.whole(kind.yuan[0] * 100, kind.yuan[1] * 100))
  const grams = draw.whole(kind.grams[0], kind.grams[1])
  const cargo = `${draw.one('ABHJKLXYZ'.split(''))}${draw.one('CDFGMPQT'.split(''))}-${draw.whole(100, 9999)}`
  const withoutSkus = draw.chance(0.08)
  const skus = withoutSkus
    ? []
    : drawSkus({ seed, offerId, category, kind, draw, baseFen, baseGrams: grams, cargo, nextSkuId: making.nextSkuId })
  const samePrice = new Set(skus.map((sku) => sku.priceFen)).size === 1
  const minOrderQuantity = draw.one([1, 1, 1, 2, 2, 3, 5, 10, 20])
  const lot = draw.chance(0.06) ? draw.one([2, 5, 10]) : null
  const minimum = lot === null ? minOrderQuantity : Math.max(lot, Math.ceil(minOrderQuantity / lot) * lot)
  const onePiece = draw.chance(0.6)
  const created = draw.one([6, 25, 120, 400, 1400])
  return {
    offerId,
    title: drawTitle(draw, category, kind),
    categoryKey: category.key,
    topCategoryId: topCategoryId(categoryIndex),
    secondCategoryId: secondCategoryId(categoryIndex),
    categoryId: thirdCategoryId(categoryIndex, kindIndex),
    kind,
    supplier: draw.one(making.suppliers),
    quoteType: withoutSkus ? 0 : samePrice && draw.chance(0.7) ? 2 : 1,
    tiers: drawTiers(draw, minimum, baseFen),
    skus,
    stock: withoutSkus ? draw.whole(0, 5000) : 0,
    minOrderQuantity: minimum,
    batchNumber: lot,
    unit: category.unit,
    grams,
    size: drawSize(draw, grams),
    ...drawPictures(draw, offerId, kind),
    video: draw.chance(0.3),
    attributes: drawAttributes(draw, making, cargo, skus),
    cargoNumber: cargo,
    status: draw.chance(0.02) ? draw.one(GONE_STATUSES) : 'published',
    ...drawSales(draw),
    createdDaysAgo: draw.whole(1, created),
    promotionPercent: draw.chance(0.25) ? draw.whole(2, 12) : 0,
    onePiece,
    onePieceFreePost: onePiece && draw.chance(0.4),
    curated: draw.chance(0.12),
    selected: draw.chance(0.25),
    noReasonReturn: draw.chance(0.5),
    patented: draw.chance(0.03),
  }
}
