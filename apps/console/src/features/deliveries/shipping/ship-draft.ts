import type { Shippable, ShipRequest } from '@huoqiao/contract/deliveries/deliveries.schema'
import { countProblem } from '../../../lib/count-problem.ts'
import { numbersOf, wrongNumbers } from '../deliveries.words.ts'
import { urlsOf, wrongUrls } from './tracking-url.ts'

/** Values typed for one order. `amounts` are sale pieces by order line; a line without an entry is sent with its whole open quantity. */
export type ShipTyped = { carrier?: string; numbers?: string; url?: string; amounts?: Readonly<Record<string, number>> }
/** Whether a courier needs a tracking address. If the shop knows the courier, an address that was typed for another one is ignored. */
export type AsksUrl = (carrier: string) => boolean
const always: AsksUrl = () => true
export type ShipDraft = Readonly<Record<string, ShipTyped>>

export const amountOf = (line: Shippable['lines'][number], typed: ShipTyped | undefined): number =>
  typed?.amounts?.[line.orderLineId] ?? line.open

/** Whether an order is to be sent: one without a tracking number waits, which is no error. */
export const isMeant = (order: Shippable, draft: ShipDraft): boolean =>
  order.refusal === null && (draft[order.orderId]?.numbers ?? '').trim() !== ''

/** Why this order cannot be sent with these values; undefined: it can. */
export function wrongShip(
  order: Shippable,
  typed: ShipTyped | undefined,
  carrier: string,
  asksUrl: AsksUrl = always,
): string | undefined {
  if (order.refusal !== null) return order.refusal
  const wrong = wrongNumbers(numbersOf(typed?.numbers ?? ''))
  if (wrong !== undefined) return wrong
  const chosen = (typed?.carrier ?? carrier).trim()
  if (chosen === '') return '请选择承运商'
  const url = asksUrl(chosen) ? (typed?.url ?? '') : ''
  const wrongUrl = wrongUrls(url, chosen, numbersOf(typed?.numbers ?? ''))
  if (wrongUrl !== undefined) return wrongUrl
  for (const line of order.lines) {
    const problem = countProblem(amountOf(line, typed), { least: 0, most: line.open })
    if (problem !== undefined) return `${line.title} 本次发的件数${problem}`
  }
  return order.lines.every((line) => amountOf(line, typed) === 0) ? '请填写发货数量' : undefined
}

export function requestOf(
  order: Shippable,
  typed: ShipTyped | undefined,
  shared: { carrier: string; notifyCustomer: boolean | undefined; asksUrl?: AsksUrl },
): ShipRequest {
  const carrier = (typed?.carrier ?? shared.carrier).trim()
  const numbers = numbersOf(typed?.numbers ?? '')
  const urls = (shared.asksUrl ?? always)(carrier) ? urlsOf(typed?.url ?? '', carrier, numbers) : []
  return {
    orderId: order.orderId,
    carrier,
    numbers,
    ...(urls.length > 0 ? { urls } : {}),
    lines: order.lines
      .map((line) => ({ orderLineId: line.orderLineId, quantity: amountOf(line, typed) }))
      .filter(({ quantity }) => quantity !== 0),
    ...(shared.notifyCustomer === undefined ? {} : { notifyCustomer: shared.notifyCustomer }),
  }
}
