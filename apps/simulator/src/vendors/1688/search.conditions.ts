import type { LiveOffer } from '../../world/market.ts'
import { DAY_MS, WORLD_DAY_MS } from '../../world/world.ts'
import { createdAt, listPriceFen } from './offer.facts.ts'
import { fenOf, readFields, textOf } from './param-reading.ts'
import type { Fields } from './param-reading.ts'

type Condition = (offer: LiveOffer, now: number) => boolean

const rate =
  (percentOf: (offer: LiveOffer) => number, least: number): Condition =>
  (offer) =>
    percentOf(offer) >= least
const pickup24: (offer: LiveOffer) => number = (offer) => offer.pickup24Percent
const pickup48: (offer: LiveOffer) => number = (offer) => offer.pickup48Percent
const experience =
  (least: number): Condition =>
  (offer) =>
    offer.supplier.scores[0] >= least
const returns =
  (most: number): Condition =>
  (offer) =>
    offer.qualityReturnBasisPoints <= most * 100
const younger =
  (days: number): Condition =>
  (offer, now) =>
    createdAt(offer) >= Math.min(now, WORLD_DAY_MS) - days * DAY_MS

/** Values of `filter` (reference 2.1). Their exact thresholds are not published; these are plausible ones. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  shipInToday: (offer) => offer.supplier.ship === 'shipInToday',
  shipIn24Hours: (offer) => offer.supplier.ship !== 'shipIn48Hours',
  shipIn48Hours: () => true,
  getRate24HLv1: rate(pickup24, 95),
  getRate24HLv2: rate(pickup24, 90),
  getRate24HLv3: rate(pickup24, 80),
  getRate48HLv1: rate(pickup48, 99),
  getRate48HLv2: rate(pickup48, 97),
  getRate48HLv3: rate(pickup48, 95),
  noReason7DReturn: (offer) => offer.noReasonReturn,
  isOnePsale: (offer) => offer.onePiece,
  isOnePsaleFreePost: (offer) => offer.onePieceFreePost,
  certifiedFactory: (offer) => offer.supplier.identities.includes('super_factory'),
  '1688Selection': (offer) => offer.selected,
  isSelect: (offer) => offer.selected,
  jxhy: (offer) => offer.curated,
  isQqyx: (offer) => offer.curated,
  new7: younger(7),
  new30: younger(30),
  totalEpScoreLv1: experience(50),
  totalEpScoreLv2: experience(45),
  totalEpScoreLv3: experience(40),
  totalEpScoreLv4: experience(35),
  qrr0: returns(0),
  qrr1: returns(1),
  qrr5: returns(5),
  qrr10: returns(10),
}

const SALES: Readonly<Record<string, (offer: LiveOffer) => number>> = {
  sales7: (offer) => offer.sold7,
  sales14: (offer) => offer.sold14,
  sales30: (offer) => offer.monthSold,
  totalSales: (offer) => offer.soldTotal,
}

const SORTS: Readonly<Record<string, (offer: LiveOffer) => number>> = {
  price: listPriceFen,
  monthSold: (offer) => offer.monthSold,
  rePurchaseRate: (offer) => offer.repurchasePercent,
}

const commaList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function saleConditions(fields: Fields): Condition[] {
  if (!Array.isArray(fields['saleFilterList'])) return []
  return (fields['saleFilterList'] as unknown[]).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return []
    const sale = SALES[textOf(entry as Fields, 'saleType') ?? '']
    if (!sale) return []
    const start = Number(textOf(entry as Fields, 'saleStart') ?? 0)
    const end = Number(textOf(entry as Fields, 'saleEnd') ?? Number.MAX_SAFE_INTEGER)
    return [(offer: LiveOffer) => sale(offer) >= start && sale(offer) <= end]
  })
}

/** Filters a result by price, category, `filter` and `saleFilterList`; unknown filter values change nothing (UNCERTAIN). */
export function narrow(offers: readonly LiveOffer[], fields: Fields, now: number): LiveOffer[] {
  const low = fenOf(fields, 'priceStart')
  const high = fenOf(fields, 'priceEnd')
  const categories = new Set(
    [...commaList(textOf(fields, 'categoryIdList')), ...commaList(textOf(fields, 'categoryId'))].filter(
      (id) => id !== '0',
    ),
  )
  const conditions: Condition[] = [
    ...commaList(textOf(fields, 'filter')).flatMap((name) => CONDITIONS[name] ?? []),
    ...saleConditions(fields),
  ]
  return offers.filter((offer) => {
    const fen = listPriceFen(offer)
    if ((low !== undefined && fen < low) || (high !== undefined && fen > high)) return false
    if (
      categories.size > 0 &&
      ![offer.topCategoryId, offer.secondCategoryId, offer.categoryId].some((id) => categories.has(String(id)))
    )
      return false
    return conditions.every((holds) => holds(offer, now))
  })
}

/** Sorts a result as `sort` says, which is JSON text inside the JSON; any other value leaves the order unchanged. */
export function ordered(offers: readonly LiveOffer[], fields: Fields): LiveOffer[] {
  const sort = readFields(textOf(fields, 'sort') ?? '{}') ?? {}
  const [key, direction] = Object.entries(sort)[0] ?? []
  const value = key === undefined ? undefined : SORTS[key]
  if (!value) return [...offers]
  const sign = direction === 'desc' ? -1 : 1
  return [...offers].sort((a, b) => sign * (value(a) - value(b)))
}
