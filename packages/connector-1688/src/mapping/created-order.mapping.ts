import type { CreatedOrder, FailedLine, OrderCreated } from '../trade.ts'
import { fen, flag, id, isRecord, list, record, text } from '../wire/field.ts'

/**
 * The answer of a create (reference 3.4): one order in `result`, several in `result.orderList`, and in two official samples at the top
 * level. Every order number counts, whatever the success flag says.
 */
export function toOrderCreated(body: unknown): OrderCreated {
  const top = record(body)
  const inner = isRecord(top['result']) ? top['result'] : {}
  const found = new Map<string, CreatedOrder>()
  const failed: FailedLine[] = []
  // The list contains each order's own amounts, the single fields only their sum, so the list comes first.
  for (const row of [...list(inner['orderList']), ...list(top['orderList'])].map(record)) {
    const order = toCreatedOrder(row, row)
    if (order && !found.has(order.orderId)) found.set(order.orderId, order)
    else if (!order) failed.push({ offerId: null, specId: null, ...reasonOf(row) })
  }
  for (const row of [inner, top]) {
    const order = toCreatedOrder(row, top)
    if (order && !found.has(order.orderId)) found.set(order.orderId, order)
  }
  for (const row of [...list(inner['failedOfferList']), ...list(top['failedOfferList'])].map(record)) {
    failed.push({ offerId: id(row['offerId']), specId: text(row['specId']), ...reasonOf(row) })
  }
  return { orders: [...found.values()], failed }
}

function toCreatedOrder(row: Record<string, unknown>, flagged: Record<string, unknown>): CreatedOrder | undefined {
  const orderId = id(row['orderId'])
  if (orderId === null) return undefined
  const refused = [row, flagged].find((one) => flag(one['success']) === false)
  return {
    orderId,
    // `orderAmmount` is the vendor's spelling in the list.
    totalFen: fen(row['totalSuccessAmount']) ?? fen(row['orderAmmount']) ?? fen(row['orderAmount']),
    freightFen: fen(row['postFee']),
    payChannel: text(row['payChannel']),
    doubt: refused ? reasonOf(refused) : null,
  }
}

const reasonOf = (row: Record<string, unknown>) => ({
  code: text(row['errorCode']) ?? text(row['resultCode']) ?? text(row['code']),
  message: text(row['errorMessage']) ?? text(row['message']),
})
