/** A 1688 order of the purchase: whether its seller has sent it, and the purchase lines that it bought. */
export type SentOrder = { orderId: string; isSent: boolean; lineIds: readonly string[] }
export type SentParcel = { id: string; alibabaOrderId: string }
/** What a parcel contains according to 1688; `quantity` null: not reported. */
export type SentItem = { parcelId: string; lineId: string | null; quantity: number | null }
export type Sent = {
  orders: readonly SentOrder[]
  parcels: readonly SentParcel[]
  items: readonly SentItem[]
}

/**
 * How many source pieces of a purchase line have been sent, counted by its parcels. Null: unknown, because 1688 reports an order as sent
 * without a parcel, a parcel without contents, or a line without a quantity. Pieces that were not sent cannot be received.
 */
export function sentOf(lineId: string, { orders, parcels, items }: Sent): number | null {
  const isUnnamed = orders.some(
    (order) =>
      order.isSent &&
      (order.lineIds.length === 0 || order.lineIds.includes(lineId)) &&
      !parcels.some((parcel) => parcel.alibabaOrderId === order.orderId),
  )
  const isUnlisted = parcels.some((parcel) => !items.some((item) => item.parcelId === parcel.id))
  const own = items.filter((item) => item.lineId === lineId)
  if (isUnnamed || isUnlisted || own.some(({ quantity }) => quantity === null)) return null
  return own.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

/** Source pieces of a line, usable and defective, that were received with each parcel. */
export type CameWith = (parcelId: string, lineId: string) => number

/**
 * The parcels that the received pieces came with, if the person named only the purchase: all parcels with remaining pieces, or the only one
 * with enough of them. Empty: unknown.
 */
export function parcelsOf(
  request: { lineId: string; quantity: number; defects: number },
  { items }: Pick<Sent, 'items'>,
  cameWith: CameWith,
): { parcelId: string; quantity: number; defects: number }[] {
  const held = items.filter((item) => item.lineId === request.lineId)
  if (held.some(({ quantity }) => quantity === null)) return []
  const open = [...new Set(held.map(({ parcelId }) => parcelId))]
    .map((parcelId) => {
      const inside = held.filter((item) => item.parcelId === parcelId)
      const pieces = inside.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
      return { parcelId, left: Math.max(0, pieces - cameWith(parcelId, request.lineId)) }
    })
    .filter(({ left }) => left > 0)
  const pieces = request.quantity + request.defects
  const [only, ...others] = open
  if (only && others.length === 0 && only.left >= pieces)
    return [{ parcelId: only.parcelId, quantity: request.quantity, defects: request.defects }]
  const isAll = open.reduce((sum, { left }) => sum + left, 0) === pieces
  // It is unknown which of several parcels contained a defective piece.
  return isAll && request.defects === 0
    ? open.map(({ parcelId, left }) => ({ parcelId, quantity: left, defects: 0 }))
    : []
}

/**
 * How many source pieces of a line a parcel contains. Null: unknown, because 1688 reports nothing of ours in it, or the line without a
 * quantity.
 */
export function packedIn(parcelId: string, lineId: string, items: readonly SentItem[]): number | null {
  const inside = items.filter((item) => item.parcelId === parcelId)
  const own = inside.filter((item) => item.lineId === lineId)
  const isListed = inside.some((item) => item.lineId !== null && (item.quantity ?? 0) > 0)
  if (!isListed || own.some(({ quantity }) => quantity === null)) return null
  return own.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

/** How much of a parcel was received: its source pieces, and whether nothing is left to receive. */
export function receivedOf(
  parcel: { id: string; items: readonly Pick<SentItem, 'lineId' | 'quantity'>[] },
  cameWith: CameWith,
  lines: readonly { id: string; quantity: number; received: number }[],
): { pieces: number; isWhole: boolean } {
  const ours = parcel.items.flatMap(({ lineId, quantity }) => (lineId === null ? [] : [{ lineId, quantity }]))
  const came = (lineId: string): number => cameWith(parcel.id, lineId)
  const pieces = lines.reduce((sum, line) => sum + came(line.id), 0)
  const isAllHere = (lineId: string): boolean => {
    const line = lines.find((one) => one.id === lineId)
    return line !== undefined && line.received >= line.quantity
  }
  const isWhole =
    ours.length === 0
      ? lines.length > 0 && lines.every((line) => isAllHere(line.id))
      : ours.every(({ lineId, quantity }) => isAllHere(lineId) || (quantity !== null && came(lineId) >= quantity))
  return { pieces, isWhole }
}
