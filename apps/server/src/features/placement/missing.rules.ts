type Sku = { readonly offerId: string; readonly specId: string | null }
type Piece = Sku & { readonly quantity: number }
type Line = Piece & { readonly id: string; readonly received: number }
type Demand = {
  readonly id: string
  readonly lineId: string
  readonly orderLineId: string
  readonly saleQuantity: number
  readonly ratioSource: number
  readonly ratioSale: number
}

const piecesOf = (pieces: readonly Piece[], sku: Sku): number =>
  pieces
    .filter((one) => one.offerId === sku.offerId && one.specId === sku.specId)
    .reduce((sum, one) => sum + one.quantity, 0)

/** Source pieces, by line, that a closed order would have brought and that neither a live order brings nor a receipt has brought. */
export function missingPieces(
  lines: readonly Line[],
  closed: readonly Piece[],
  live: readonly Piece[],
): Map<string, number> {
  const missing = new Map<string, number>()
  for (const line of lines) {
    const coming = Math.max(piecesOf(live, line), line.received)
    const gone = Math.min(piecesOf(closed, line), line.quantity - coming)
    if (gone > 0) missing.set(line.id, gone)
  }
  return missing
}

/**
 * Sale pieces that can no longer be delivered, newest demand first, so that whoever asked first keeps theirs. At most what each order line
 * still waits for (`free`).
 */
export function demandToRelease(
  lines: readonly Line[],
  demand: readonly Demand[],
  missing: ReadonlyMap<string, number>,
  free: ReadonlyMap<string, number>,
): { demandId: string; saleQuantity: number }[] {
  const left = new Map(free)
  const parts: { demandId: string; saleQuantity: number }[] = []
  for (const line of lines) {
    let coming = line.quantity - (missing.get(line.id) ?? 0)
    if (!missing.has(line.id)) continue
    for (const one of demand.filter((each) => each.lineId === line.id)) {
      const served = Math.min(one.saleQuantity, Math.floor((coming * one.ratioSale) / one.ratioSource))
      coming -= Math.ceil((served * one.ratioSource) / one.ratioSale)
      const saleQuantity = Math.min(one.saleQuantity - served, left.get(one.orderLineId) ?? 0)
      if (saleQuantity <= 0) continue
      left.set(one.orderLineId, (left.get(one.orderLineId) ?? 0) - saleQuantity)
      parts.push({ demandId: one.id, saleQuantity })
    }
  }
  return parts
}
