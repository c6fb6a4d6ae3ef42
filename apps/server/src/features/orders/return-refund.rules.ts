import type { ProcessReturnRequest, RefundSuggestion, UnprocessedReturn } from '@huoqiao/connector-shopify'

type Line = UnprocessedReturn['lines'][number]
export type RefundLine = { id: string; quantity: number; open: number; restock: boolean }

/** The pieces of a line that can still be put back into stock. */
export const restockableOf = ({ arrivals }: Pick<Line, 'arrivals'>): number =>
  arrivals.reduce((sum, { quantity }) => sum + quantity, 0)

/** Why these pieces can't be processed; undefined: they can. `stale`: the return changed after the person saw it. */
export function piecesProblem(
  lines: readonly RefundLine[],
  { lines: open }: Pick<UnprocessedReturn, 'lines'>,
): { word: 'state-not-allowed' | 'stale'; why: string } | undefined {
  if (new Set(lines.map(({ id }) => id)).size !== lines.length)
    return { word: 'state-not-allowed', why: '同一件商品提交了两次' }
  for (const asked of lines) {
    const line = open.find(({ id }) => id === asked.id)
    if (!line) return { word: 'stale', why: '选中的商品已不在这次退货里，请重新打开退款窗口' }
    if (line.quantity !== asked.open)
      return { word: 'stale', why: `还没处理的已变成 ${line.quantity} 件，请重新打开退款窗口核对` }
    if (asked.quantity > line.quantity)
      return { word: 'state-not-allowed', why: `还没处理的只有 ${line.quantity} 件，不能退 ${asked.quantity} 件` }
    if (asked.restock && asked.quantity > restockableOf(line))
      return { word: 'state-not-allowed', why: `只有 ${restockableOf(line)} 件还能退回库存` }
  }
  return undefined
}

/** Where the pieces go: what is not put back into stock is recorded as such, as far as the shop still waits for it. */
export const processedLines = (
  lines: readonly RefundLine[],
  { lines: open }: Pick<UnprocessedReturn, 'lines'>,
  locationId: string | undefined,
): ProcessReturnRequest['lines'] =>
  lines.map(({ id, quantity, restock }) => {
    let left = quantity
    const dispositions: ProcessReturnRequest['lines'][number]['dispositions'][number][] = []
    for (const arrival of open.find((line) => line.id === id)?.arrivals ?? []) {
      const part = Math.min(left, arrival.quantity)
      if (part === 0) break
      left -= part
      dispositions.push({
        arrivalId: arrival.id,
        quantity: part,
        ...(restock && locationId !== undefined ? { locationId } : {}),
      })
    }
    return { id, quantity, dispositions }
  })

/**
 * Divides the amount over the payments that the shop proposes: with the shop's own amounts if the sum is the same, otherwise each payment up to its
 * maximum, in their order. Undefined if the maximums are too small.
 */
export function paymentsOf(
  { payments, amount }: Pick<RefundSuggestion, 'payments' | 'amount'>,
  minor: number,
): ProcessReturnRequest['payments'] | undefined {
  if (amount?.presentment.minor === minor)
    return payments.map(({ id, amount: part }) => ({ id, amount: part.presentment }))
  let left = minor
  const shared = payments.flatMap(({ id, maximum: { presentment } }) => {
    const part = Math.min(left, presentment.minor)
    left -= part
    return part > 0 ? { id, amount: { ...presentment, minor: part } } : []
  })
  return left === 0 ? shared : undefined
}
