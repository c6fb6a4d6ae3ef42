import { currencyDigits, parseRatio, scaleMinor } from '@huoqiao/kit'

export type ProfitLine = {
  current: number
  /** wanted pieces that are not ordered at 1688 */
  unplaced: number
  needsGoods: boolean
  saleQuantity: number
  sourceQuantity: number
  /** fen for one source piece; null: no source, or its price is unknown */
  unitCostCny: number | null
}
export type ProfitFacts = {
  currency: string
  /** what the order earns now, minor units of `currency`: without tax and duties, which are passed on (order-amounts.rules.ts) */
  earnedMinor: number
  /** CNY for one unit, decimal text; undefined: no rate is stored */
  rate: { rate: string; day: string } | undefined
  feePercent: string
  /** weight of the order now; 0: unknown */
  grams: number
  /** freight for one kilogram abroad by the store's price rule, minor units of `currency`; 0: no rule */
  freightPerKgMinor: number
  /** international freight that a person typed, fen; null: none */
  abroadEnteredCny: number | null
  /** real cost of everything ordered at 1688; null: nothing was ordered, or 1688 has not reported it yet */
  goodsPaidCny: number | null
  freightPaidCny: number | null
  lines: readonly ProfitLine[]
}

/** All in fen. Without a rate all are unknown; without a source's price only sale and fee are known. */
export type ProfitFigures = {
  saleCny: number | null
  goodsCny: number | null
  freightCny: number | null
  /** international freight; null: neither typed nor estimable, and not in the profit */
  abroadCny: number | null
  feeCny: number | null
  profitCny: number | null
  rate: string | null
  rateDay: string | null
}

const NOTHING: ProfitFigures = {
  saleCny: null,
  goodsCny: null,
  freightCny: null,
  abroadCny: null,
  feeCny: null,
  profitCny: null,
  rate: null,
  rateDay: null,
}

/** Source pieces needed for a sale quantity, rounded up. */
export const sourcePieces = (quantity: number, link: { saleQuantity: number; sourceQuantity: number }): number =>
  Math.ceil((quantity * link.sourceQuantity) / link.saleQuantity)

/** Converts an amount to fen, rounded half away from zero. Throws RangeError if the rate is not a decimal. */
export const inFen = (minor: number, currency: string, rate: string): number =>
  scaleMinor(minor, parseRatio(rate), 2 - currencyDigits(currency))

/**
 * Sale − goods − freight in China − international freight − fee, at the rate of the order's day (issue 4, point 2). Tips belong to the
 * sale; taxes and duties do not. What is ordered at 1688 counts with its real cost; what still has to be bought counts with its expected
 * cost.
 */
export function profitOf(facts: ProfitFacts): ProfitFigures {
  if (!facts.rate) return { ...NOTHING, abroadCny: facts.abroadEnteredCny }
  const saleCny = inFen(facts.earnedMinor, facts.currency, facts.rate.rate)
  const percent = parseRatio(facts.feePercent)
  const feeCny = scaleMinor(saleCny, { units: percent.units, scale: percent.scale + 2 })
  const goodsCny = goodsOf(facts)
  const freightCny = facts.freightPaidCny ?? 0
  const abroadCny = facts.abroadEnteredCny ?? abroadExpected(facts, facts.rate.rate)
  return {
    saleCny,
    goodsCny,
    freightCny,
    abroadCny,
    feeCny,
    profitCny: goodsCny === null ? null : saleCny - goodsCny - freightCny - (abroadCny ?? 0) - feeCny,
    rate: facts.rate.rate,
    rateDay: facts.rate.day,
  }
}

/** Weight × the price rule's freight for one kilogram; null: no rule or no weight. */
function abroadExpected({ grams, freightPerKgMinor, currency }: ProfitFacts, rate: string): number | null {
  if (grams === 0 || freightPerKgMinor === 0) return null
  return inFen(scaleMinor(freightPerKgMinor * grams, { units: 1n, scale: 3 }), currency, rate)
}

function goodsOf({ goodsPaidCny, lines }: ProfitFacts): number | null {
  if (goodsPaidCny === null) return expectedGoods(lines, (line) => line.current)
  const rest = expectedGoods(lines, (line) => line.unplaced)
  return rest === null ? null : goodsPaidCny + rest
}

function expectedGoods(lines: readonly ProfitLine[], piecesOf: (line: ProfitLine) => number): number | null {
  let total = 0
  for (const line of lines) {
    const pieces = piecesOf(line)
    if (!line.needsGoods || pieces === 0) continue
    if (line.unitCostCny === null) return null
    total += sourcePieces(pieces, line) * line.unitCostCny
  }
  return total
}

/** How the goods cost was determined (real or estimated), for the screen. */
export function basisOf(
  { goodsPaidCny, goodsCny }: { goodsPaidCny: number | null; goodsCny: number },
  unplaced: number,
): {
  basis: 'expected' | 'part' | 'actual'
  parts: { paidMinor: number; expectedMinor: number; expectedPieces: number } | null
} {
  if (goodsPaidCny === null) return { basis: 'expected', parts: null }
  if (unplaced === 0) return { basis: 'actual', parts: null }
  const parts = { paidMinor: goodsPaidCny, expectedMinor: goodsCny - goodsPaidCny, expectedPieces: unplaced }
  return { basis: 'part', parts }
}

/** Why there is no profit, as a sentence; null: there is one. */
export function profitMissing(facts: {
  rate: string | null
  profitCny: number | null
  currency: string
}): string | null {
  if (facts.rate === null) return `没有${facts.currency}的汇率`
  return facts.profitCny === null ? '有商品没有货源，或货源没有价格' : null
}
