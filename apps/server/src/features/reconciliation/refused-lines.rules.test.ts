import { expect, it } from 'vitest'
import { comparePurchase } from './purchase-compare.rules.ts'
import type { PurchaseFacts } from './purchase-facts.rules.ts'

const PATIENCE = { placement: 0, priceSlackPercent: 5 } as Parameters<typeof comparePurchase>[2]
const line = (specId: string, received: number) => ({
  id: specId,
  offerId: 'X',
  specId,
  title: specId,
  quantity: 5,
  received,
  unitPriceMinor: 100,
  receipts: received,
  defects: 0,
})
const item = (specId: string) => ({ offerId: 'X', specId, title: specId, quantity: 5, amountMinor: 500 })

/** A purchase of red and blue: 1688 refused red, and blue is in the order that 1688 accepted. */
function purchase(received: { blue: number }, refused: string | null, read = true): PurchaseFacts {
  const order = {
    id: 'o',
    orderId: '1',
    status: 'waitbuyerreceive',
    totalMinor: 500,
    goodsMinor: 500,
    refundMinor: 0,
    paidAt: new Date(0),
    payBefore: null,
    read,
    duplicate: false,
    items: [item('blue')],
    stages: [],
    paid: [],
  }
  return {
    id: 'p',
    number: 'CG1',
    state: 'part-received',
    supplierName: '',
    payment: 'paid',
    goodsMinor: 500,
    totalMinor: 500,
    actualTotalMinor: 500,
    lines: [line('red', 0), line('blue', received.blue)],
    orders: [order],
    attempt: {
      state: 'placed',
      sentAt: new Date(0),
      failed: [{ offerId: 'X', specId: refused, message: '库存不足' }],
    },
    parcels: [],
  }
}
const repairOf = (facts: PurchaseFacts) =>
  comparePurchase(facts, 0, PATIENCE).find(({ kind }) => kind === 'failed-lines')?.repair?.name

it.each(['red', null])(
  'a line that 1688 took is awaited, though it refused another of the same offer (named: %s)',
  (refused) => {
    expect(repairOf(purchase({ blue: 0 }, refused))).toBeUndefined()
    expect(repairOf(purchase({ blue: 5 }, refused))).toBe('terminateRest')
  },
)

it('an order that was not read in full may have the refused line', () => {
  expect(repairOf(purchase({ blue: 5 }, 'red', false))).toBeUndefined()
})
