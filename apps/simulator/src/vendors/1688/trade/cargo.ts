import type { LiveOffer, Market } from '../../../world/market.ts'
import type { Sku, Supplier } from '../../../world/world.types.ts'
import { isPublished, onePieceFen, promotionFen } from '../offer.facts.ts'
import { readRows, textOf } from '../param-reading.ts'
import type { Relations } from '../relations.ts'
import type { TradeQuirks } from './trade.quirks.ts'

/** Maximum number of SKUs in one order (reference 1.8). */
export const MOST_SKUS = 50

export type CargoLine = { offerId: string; specId: string | null; quantity: number }

export type PricedLine = {
  offer: LiveOffer
  sku: Sku | null
  quantity: number
  /** Unit price before and after a promotion or the flow's own price, fen. */
  listFen: number
  unitFen: number
  amountFen: number
}

/** Why an order cannot be placed, with the line when one line is the cause. Codes of reference 3.3. */
export type CargoFault = { code: string; message: string; line?: CargoLine }
export type Priced = { supplier: Supplier; lines: PricedLine[]; flow: string }

export const isFault = <T extends object>(value: T | CargoFault): value is CargoFault => 'code' in value

/** Flows of reference 3.4 that use the one-piece price and have no minimum quantity. */
const DROP_SHIPPING = new Set(['fenxiao', 'saleproxy'])
const CURATED = new Set(['boutiquefenxiao', 'boutiquepifa'])
const FLOWS = new Set(['general', 'paired', 'repurchase', 'ttpft', 'proxy', ...DROP_SHIPPING, ...CURATED])

/** The lines of `cargoParamList`, or what is wrong with the parameter. Quantities must be whole although typed Double. */
export function readCargo(text: string): CargoLine[] | CargoFault {
  const rows = readRows(text)
  if (!rows || rows.length === 0) return { code: '400', message: 'cargoParamList不合法' }
  const lines: CargoLine[] = []
  for (const row of rows) {
    const offerId = textOf(row, 'offerId')
    const quantity = Number(textOf(row, 'quantity'))
    if (offerId === undefined) return { code: '400', message: 'offerId不能为空' }
    if (!Number.isInteger(quantity) || quantity <= 0) return { code: '400', message: 'quantity不合法' }
    lines.push({ offerId, specId: textOf(row, 'specId') ?? null, quantity })
  }
  return lines
}

export type CargoDeps = { market: Market; relations: Relations; quirks: TradeQuirks }

type Found = { line: CargoLine; offer: LiveOffer; sku: Sku | null }

/** Checks one line: sold online, the spec belongs to the product, and there is enough stock. */
function findLine(deps: CargoDeps, line: CargoLine, wanted: number): Found | CargoFault {
  const offer = deps.market.get(line.offerId)
  if (!offer || !isPublished(offer))
    return { code: '500_001', message: `商品${line.offerId}不支持在线交易或已下架`, line }
  const sku = offer.skus.find((each) => each.specId === line.specId) ?? null
  if (offer.skus.length > 0 && line.specId === null)
    return { code: '500_002', message: `商品${line.offerId}缺少specId`, line }
  if (line.specId !== null && sku === null) return { code: '500_003', message: `specId不属于商品${line.offerId}`, line }
  const zero = deps.quirks.zeroPriceOffers().split(',').includes(offer.offerId)
  if (zero) return { code: '500_008', message: `商品${line.offerId}的SKU价格为0，不能下单`, line }
  if ((sku ? sku.stock : offer.stock) < wanted) return { code: '500_004', message: `商品${line.offerId}库存不足`, line }
  return { line, offer, sku }
}

/** The total quantity of each SKU: two lines with one SKU share its stock. */
function wantedOf(cargo: readonly CargoLine[]): (line: CargoLine) => number {
  const totals = new Map<string, number>()
  const key = (line: CargoLine): string => `${line.offerId}:${line.specId ?? ''}`
  for (const line of cargo) totals.set(key(line), (totals.get(key(line)) ?? 0) + line.quantity)
  return (line) => totals.get(key(line))!
}

function priceOf(found: Found, quantityOfOffer: number, flow: string): { listFen: number; unitFen: number } {
  const { offer, sku } = found
  const tier = offer.tiers.findLast((each) => each.startQuantity <= quantityOfOffer) ?? offer.tiers[0]!
  const listFen = offer.quoteType === 1 && sku ? sku.priceFen : tier.priceFen
  if (DROP_SHIPPING.has(flow) && offer.onePiece) return { listFen: onePieceFen(listFen), unitFen: onePieceFen(listFen) }
  if (CURATED.has(flow)) return { listFen, unitFen: Math.max(1, Math.round((listFen * 98) / 100)) }
  return { listFen, unitFen: promotionFen(offer, listFen) ?? listFen }
}

/** Rules for minimum, lot and mixed lots over all lines of one seller; the seller's mixed lot may replace the minimum. */
function quantityFault(lines: readonly PricedLine[], flow: string): CargoFault | undefined {
  const free = (line: PricedLine): boolean => CURATED.has(flow) || (DROP_SHIPPING.has(flow) && line.offer.onePiece)
  const { mix } = lines[0]!.offer.supplier
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const amount = lines.reduce((sum, line) => sum + line.amountFen, 0)
  const mixed = mix.generalHunpi && (pieces >= mix.mixNumber || amount >= mix.mixAmount * 100)
  const offers = new Map(lines.map((line) => [line.offer.offerId, line]))
  for (const [offerId, line] of offers) {
    if (free(line)) continue
    const total = lines.filter((each) => each.offer.offerId === offerId).reduce((sum, each) => sum + each.quantity, 0)
    const { batchNumber, minOrderQuantity, skus } = line.offer
    const blamed: CargoLine = { offerId, specId: line.sku?.specId ?? null, quantity: total }
    if (batchNumber !== null && total % batchNumber !== 0)
      return { code: '500_009', message: `商品${offerId}须按${batchNumber}件的倍数购买`, line: blamed }
    if (total >= minOrderQuantity || mixed) continue
    return mix.generalHunpi && (offers.size > 1 || skus.length > 1)
      ? { code: '500_006', message: `不满足混批条件：满${mix.mixNumber}件或${mix.mixAmount}元`, line: blamed }
      : { code: '500_005', message: `商品${offerId}低于起批量${minOrderQuantity}`, line: blamed }
  }
  return undefined
}

function flowFault(deps: CargoDeps, lines: readonly PricedLine[], flow: string): CargoFault | undefined {
  if (!FLOWS.has(flow)) return { code: '400', message: `flow不合法:${flow}` }
  for (const { offer, quantity, sku } of lines) {
    const line = { offerId: offer.offerId, specId: sku?.specId ?? null, quantity }
    if (flow === 'saleproxy' && !deps.relations.has(offer.offerId, 'distribution'))
      return { code: '500_007', message: `商品${offer.offerId}没有分销关系`, line }
    if (CURATED.has(flow) && !offer.curated)
      return { code: '500_001', message: `商品${offer.offerId}不是精选货源`, line }
    if (flow === 'boutiquefenxiao' && quantity > 1) return { code: '400', message: 'boutiquefenxiao只支持数量1', line }
  }
  return undefined
}

/** Prices a cargo by the rules of reference 3.3, or returns the code for why it cannot be ordered. */
function priceCargo(deps: CargoDeps, cargo: readonly CargoLine[], flow: string): Priced | CargoFault {
  if (cargo.length > MOST_SKUS) return { code: '400', message: `单次最多${MOST_SKUS}个SKU` }
  const wanted = wantedOf(cargo)
  const found: Found[] = []
  for (const line of cargo) {
    const one = findLine(deps, line, wanted(line))
    if (isFault(one)) return one
    found.push(one)
  }
  const { supplier } = found[0]!.offer
  if (found.some((one) => one.offer.supplier.openId !== supplier.openId))
    return { code: '500_002', message: '一次下单只能购买同一个卖家的商品' }
  const lines = found.map((one): PricedLine => {
    const ofOffer = cargo
      .filter((line) => line.offerId === one.line.offerId)
      .reduce((sum, line) => sum + line.quantity, 0)
    const price = priceOf(one, ofOffer, flow)
    const { quantity } = one.line
    return { offer: one.offer, sku: one.sku, quantity, ...price, amountFen: price.unitFen * quantity }
  })
  return flowFault(deps, lines, flow) ?? quantityFault(lines, flow) ?? { supplier, lines, flow }
}

/** Without a flow the platform uses the cheapest that is possible (reference 3.3): wholesale, otherwise one-piece distribution. */
export function priceAnyFlow(
  deps: CargoDeps,
  cargo: readonly CargoLine[],
  flow: string | undefined,
): Priced | CargoFault {
  if (flow !== undefined) return priceCargo(deps, cargo, flow)
  const general = priceCargo(deps, cargo, 'general')
  if (!isFault(general) || !['500_005', '500_006', '500_009'].includes(general.code)) return general
  const single = priceCargo(deps, cargo, 'fenxiao')
  return isFault(single) ? general : single
}

/**
 * The lines of an order that 1688 splits into two: half of the lines each, or half of one line's quantity; one part when that is
 * impossible.
 */
export function splitInTwo(lines: readonly PricedLine[]): PricedLine[][] {
  if (lines.length > 1) {
    const middle = Math.ceil(lines.length / 2)
    return [lines.slice(0, middle), lines.slice(middle)]
  }
  const only = lines[0]!
  if (only.quantity < 2) return [[only]]
  const first = Math.ceil(only.quantity / 2)
  return [first, only.quantity - first].map((quantity) => [{ ...only, quantity, amountFen: only.unitFen * quantity }])
}
