/** One order line's part: sale pieces, and the number of source pieces for a number of sale pieces. */
export type NeedPart = { readonly saleQuantity: number; readonly ratioSource: number; readonly ratioSale: number }

/**
 * Source pieces that these parts need together. Rounded up once for the whole purchase line, never for each order line (decision 0007).
 * Exact: the fractions are added as whole numbers.
 */
export function sourceNeed(parts: readonly NeedPart[], extra = 0): number {
  let numerator = BigInt(extra)
  let denominator = 1n
  for (const { saleQuantity, ratioSource, ratioSale } of parts) {
    if (ratioSale <= 0) throw new RangeError('a ratio needs at least one sale piece')
    numerator = numerator * BigInt(ratioSale) + BigInt(saleQuantity) * BigInt(ratioSource) * denominator
    denominator *= BigInt(ratioSale)
  }
  return Number((numerator + denominator - 1n) / denominator)
}

/** 1688 sells some offers only in lots: the quantity must be a multiple of `batchNumber` (1688 reference, 2.3). */
export function packsOf(need: number, batchNumber: number): { packs: number; quantity: number } {
  const pack = Math.max(1, batchNumber)
  const packs = Math.ceil(need / pack)
  return { packs, quantity: packs * pack }
}

export const sourcePiecesOf = (sale: number, part: Pick<NeedPart, 'ratioSource' | 'ratioSale'>): number =>
  sourceNeed([{ ...part, saleQuantity: sale }])
