import type { SimCore } from '../../../core.ts'
import { ACCOUNT, accountOf } from '../buyers.ts'
import type { BuyerAccount } from '../buyers.ts'
import { hash32 } from '../../../core/random.ts'
import { openJournal } from './journal.ts'
import type { JournalEntry } from './journal.ts'
import type { OrderRow } from './order.types.ts'

/** Opening balance of a buyer's Alipay account, fen: one million yuan. */
const FIRST_BALANCE_FEN = 100_000_000

/** Orders, their journal, the buyers' money, and the number sequences. */
export function openOrderBook(core: SimCore) {
  const orders = core.table<OrderRow>('1688-orders')
  const counters = core.table<{ value: number }>('1688-trade-counters')
  const journal = openJournal(core.table<JournalEntry>('1688-journal'))
  const next = (name: string): number => {
    const value = (counters.get(name)?.value ?? 0) + 1
    counters.put(name, { value })
    return value
  }
  const number = (series: string, name: string, buyer: BuyerAccount): string =>
    `${series}${String(next(name) * 7919 + 134_567_890).padStart(11, '0')}${buyer.tail}`
  const balanceKey = (buyer: BuyerAccount): string =>
    buyer.memberId === ACCOUNT.memberId ? 'balance' : `balance:${buyer.memberId}`
  const whole = {
    journal,
    get: (orderId: string): OrderRow | undefined => orders.get(orderId),
    put: (order: OrderRow): void => orders.put(order.orderId, order),
    /** Newest first, as the platform lists them. */
    all: (): OrderRow[] => Array.from(orders.values()).reverse(),
    byOutOrderId: (outOrderId: string): OrderRow[] =>
      Array.from(orders.values()).filter((order) => order.outOrderId === outOrderId),
    /** 19 digits. */
    nextOrderId: (buyer: BuyerAccount): string => number('28', 'order', buyer),
    nextSubItemId: (buyer: BuyerAccount): string => number('29', 'order-item', buyer),
    nextLogisticsId: (): string => `LP00${String(next('parcel') * 104_729 + 106_397_027_178).padStart(14, '0')}`,
    nextRefundNumber: (buyer: BuyerAccount): string =>
      `${String(next('refund') * 6_113 + 34_931_008_034)}${buyer.tail}`,
    nextMessageId: (): number => 92_705_609_220 + next('message') * 37,
    nextMailNo: (digits: number): string => {
      const seed = next('mail')
      return Array.from({ length: digits }, (_, i) => (i === 0 ? 7 : hash32(`mail:${seed}:${i}`) % 10)).join('')
    },
    balanceFen: (buyer: BuyerAccount): number => counters.get(balanceKey(buyer))?.value ?? FIRST_BALANCE_FEN,
    setBalanceFen: (value: number, buyer: BuyerAccount): void => counters.put(balanceKey(buyer), { value }),
    reset: () => {
      orders.clear()
      counters.clear()
      journal.clear()
    },
  }
  return {
    ...whole,
    /** The same book with one buyer's orders only: no buyer can find, read or change another buyer's order. */
    of: (buyer: BuyerAccount) => {
      const own = (order: OrderRow | undefined): order is OrderRow =>
        order !== undefined && buyerOf(order).memberId === buyer.memberId
      const find = (orderId: string): OrderRow | undefined => {
        const order = orders.get(orderId)
        return own(order) ? order : undefined
      }
      return {
        ...whole,
        get: find,
        /** Whether the number belongs to another buyer's order. */
        foreign: (orderId: string): boolean => orders.get(orderId) !== undefined && !find(orderId),
        all: (): OrderRow[] => whole.all().filter(own),
        byOutOrderId: (outOrderId: string): OrderRow[] => whole.byOutOrderId(outOrderId).filter(own),
      }
    },
  }
}

export const buyerOf = (order: Pick<OrderRow, 'buyerId'>): BuyerAccount => accountOf(order.buyerId)

export type OrderBook = ReturnType<typeof openOrderBook>
