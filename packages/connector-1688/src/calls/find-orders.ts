import { isRemoteFailure, RemoteFailure } from '@huoqiao/connector-kit'
import type { FindOrdersInput, SourceOrder } from '../trade-order.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { getOrder, listOrders } from './read-orders.ts'

/** Four thousand orders: a longer list is not read to its end, so "none" could not be proved. */
const MAX_PAGES = 200

/**
 * All orders with exactly our number, newest first. A lost placement is resolved by this answer, so an empty result is returned only after
 * the whole list was read, including the archive unless excluded. The filter is sent but not relied on, because other filters were observed
 * to be ignored (reference 3.5, traps). If a list entry has no number, the order itself is read. Throws RemoteFailure; `unavailable` if the
 * list is too long to be certain. An order may appear in the list with a delay that is not documented: look again before placing again.
 */
export async function ordersByOutOrderId(
  transport: Transport,
  outOrderId: string,
  input: FindOrdersInput = {},
  options?: CallOptions,
): Promise<SourceOrder[]> {
  const found = new Map<string, SourceOrder>()
  for (const history of input.history === false ? [false] : [false, true]) {
    for await (const order of everyOrder(transport, { outOrderId, history, ...bound(input) }, options)) {
      if (found.has(order.orderId)) continue
      if (await isOurs(transport, order, outOrderId, options)) found.set(order.orderId, order)
    }
  }
  return [...found.values()].toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
}

const bound = (input: FindOrdersInput) => (input.createdFrom === undefined ? {} : { createdFrom: input.createdFrom })

/**
 * Reads pages until all counted orders were seen, or a page contains nothing new: the page size may be reduced, or the page number ignored.
 */
async function* everyOrder(
  transport: Transport,
  input: { readonly outOrderId: string; readonly history: boolean; readonly createdFrom?: number },
  options: CallOptions | undefined,
): AsyncGenerator<SourceOrder, void, undefined> {
  const seen = new Set<string>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { orders, total } = await listOrders(transport, { ...input, page }, options)
    const fresh = orders.filter((order) => !seen.has(order.orderId))
    for (const order of fresh) seen.add(order.orderId)
    yield* fresh
    if (total !== null && seen.size >= total) return
    if (orders.length === 0) return
    if (fresh.length === 0) throw unsure(`page ${page} repeats the pages before it`)
  }
  throw unsure(`more than ${MAX_PAGES} pages`)
}

async function isOurs(
  transport: Transport,
  order: SourceOrder,
  outOrderId: string,
  options: CallOptions | undefined,
): Promise<boolean> {
  if (order.outOrderId !== null) return order.outOrderId === outOrderId
  if (saysNumber(order.buyerMessage, outOrderId)) return true
  try {
    const detail = await getOrder(transport, order.orderId, options)
    return detail.outOrderId === outOrderId || saysNumber(detail.buyerMessage, outOrderId)
  } catch (error) {
    if (isRemoteFailure(error) && error.word === 'not-found') return false
    throw error
  }
}

/** Whether the note to the seller contains our number as a whole: "PO-1" is not in "PO-12". */
function saysNumber(message: string | null, outOrderId: string): boolean {
  const words = message?.split(/[^\w-]+/) ?? []
  return words.includes(outOrderId)
}

const unsure = (why: string): RemoteFailure =>
  new RemoteFailure('unavailable', `alibaba.trade.getBuyerOrderList: the list cannot be read to its end: ${why}`, {
    vendor: '1688',
    call: 'alibaba.trade.getBuyerOrderList',
    code: 'list-not-ended',
  })
