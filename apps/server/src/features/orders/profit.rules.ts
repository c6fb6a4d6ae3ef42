import { currencyDigits, parseRatio, scaleMinor } from '@huoqiao/kit'

export type ProfitLine = {
  current: number
  needsGoods: boolean
  saleQuantity: number
  sourceQuantity: number
  /** fen a source piece; null: no source, or its price is not known */
  unitCostCny: number | null
}
export type ProfitFacts = {
  currency: string
  /** what the order is worth now, minor units of `currency` */
  currentMinor: number
  /** CNY for one unit, decimal text; undefined: no rate is kept */
  rate: { rate: string; day: string } | undefined
  feePercent: string
  goodsPaidCny: number | null
  freightPaidCny: number | null
  lines: readonly ProfitLine[]
}

/** All in fen. Without a rate nothing is known; without a source's price the sale and the fee are. */
export type ProfitFigures = {
  saleCny: number | null
  goodsCny: number | null
  freightCny: number | null
  feeCny: number | null
  profitCny: number | null
  rate: string | null
  rateDay: string | null
}

/** Source pieces that a sale quantity needs, rounded up. */
export const sourcePieces = (quantity: number, link: { saleQuantity: number; sourceQuantity: number }): number =>
  Math.ceil((quantity * link.sourceQuantity) / link.saleQuantity)

/** An amount of any currency in fen, rounded half away from zero. Throws RangeError on a rate that is no decimal. */
export const inFen = (minor: number, currency: string, rate: string): number =>
  scaleMinor(minor, parseRatio(rate), 2 - currencyDigits(currency))

/** Sale − goods − freight − fee, with the rate of the order's day (issue 4, point 2). */
export function profitOf(facts: ProfitFacts): ProfitFigures {
  if (!facts.rate)
    return { saleCny: null, goodsCny: null, freightCny: null, feeCny: null, profitCny: null, rate: null, rateDay: null }
  const saleCny = inFen(facts.currentMinor, facts.currency, facts.rate.rate)
  const percent = parseRatio(facts.feePercent)
  const feeCny = scaleMinor(saleCny, { units: percent.units, scale: percent.scale + 2 })
  const goodsCny = facts.goodsPaidCny ?? expectedGoods(facts.lines)
  const freightCny = facts.freightPaidCny ?? 0
  return {
    saleCny,
    goodsCny,
    freightCny,
    feeCny,
    profitCny: goodsCny === null ? null : saleCny - goodsCny - freightCny - feeCny,
    rate: facts.rate.rate,
    rateDay: facts.rate.day,
  }
}

function expectedGoods(lines: readonly ProfitLine[]): number | null {
  let total = 0
  for (const line of lines) {
    if (!line.needsGoods || line.current === 0) continue
    if (line.unitCostCny === null) return null
    total += sourcePieces(line.current, line) * line.unitCostCny
  }
  return total
}

/** Why there is no profit, in a sentence; null: there is one. */
export function profitMissing(facts: {
  rate: string | null
  profitCny: number | null
  currency: string
}): string | null {
  if (facts.rate === null) return `没有${facts.currency}的汇率`
  return facts.profitCny === null ? '有商品没有货源，或货源没有价格' : null
}
