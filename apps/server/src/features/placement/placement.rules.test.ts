import type { OrderPreview, SourceOrder } from '@huoqiao/connector-1688'
import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  duplicateOrders,
  isOlder,
  isOurs,
  paymentStateOf,
  purchaseStateOf,
  toleranceOf,
  withinTolerance,
} from './placement.rules.ts'

const part = (totalFen: number | null, freightFen: number | null, goodsFen: number | null) =>
  ({ totalFen, freightFen, goodsFen }) as OrderPreview['orders'][number]
const preview = (...orders: OrderPreview['orders']): OrderPreview => ({ orders, unsupportedCrossBorderPay: [] })

describe('the price check before placing', () => {
  it('adds up what 1688 splits, and never takes an unreadable price for zero', () => {
    expect(amountsOf(preview(part(4400, 800, 3600), part(600, null, null)))).toEqual({
      goodsMinor: 4200,
      freightMinor: 800,
      totalMinor: 5000,
    })
    expect(amountsOf(preview(part(4400, 800, 3600), part(null, 0, 0)))).toBeUndefined()
    expect(amountsOf(preview())).toBeUndefined()
  })

  it('accepts a lower price and a rise up to the tolerance, and stops one fen above it', () => {
    const expected = { goodsMinor: 10_000, freightMinor: 0 }
    const at = (goodsMinor: number) =>
      withinTolerance(expected, { goodsMinor, freightMinor: 0, totalMinor: goodsMinor }, 5, 0)
    expect([at(9_000), at(10_500), at(10_501)]).toEqual([true, true, false])
  })

  it('stops for freight that lifts the total above the tolerance, and for freight that nobody has seen, unless it is small', () => {
    const now = { goodsMinor: 10_000, freightMinor: 2_000, totalMinor: 12_000 }
    expect(withinTolerance({ goodsMinor: 10_000, freightMinor: 500 }, now, 5, 0)).toBe(false)
    const unseen = (limit: number) => withinTolerance({ goodsMinor: 10_000, freightMinor: null }, now, 5, limit)
    expect([unseen(0), unseen(1_999), unseen(2_000)]).toEqual([false, false, true])
    const free = { goodsMinor: 10_000, freightMinor: 0, totalMinor: 10_000 }
    expect(withinTolerance({ goodsMinor: 10_000, freightMinor: null }, free, 5, 0)).toBe(true)
  })

  it('always stops when the expected price is unknown', () => {
    expect(
      withinTolerance({ goodsMinor: 0, freightMinor: null }, { goodsMinor: 1, freightMinor: 0, totalMinor: 1 }, 5, 0),
    ).toBe(false)
    expect(toleranceOf(999, 0.1)).toBe(0)
  })
})

describe('a lost answer', () => {
  it('to a request that made two orders makes the younger one a duplicate', () => {
    const order = (orderId: string, createdAt: number) =>
      ({
        orderId,
        createdAt,
        status: 'waitbuyerpay',
        items: [{ offerId: '1', specId: 'a', quantity: 3 }],
      }) as unknown as SourceOrder
    const asked = [{ offerId: '1', specId: 'a', quantity: 3 }]
    expect(duplicateOrders(asked, [order('2', 20), order('1', 10)])).toEqual(['2'])
    expect(duplicateOrders(asked, [order('1', 10)])).toEqual([])
  })
})

describe('an order that exists at 1688 under our number before anything was sent', () => {
  const piece = (specId: string, quantity: number) => ({ offerId: '1', specId, quantity })
  const found = (...items: ReturnType<typeof piece>[]) => ({
    orderId: '1',
    status: 'waitbuyerpay',
    createdAt: 1,
    items,
  })
  const asked = [piece('a', 2), piece('b', 1), piece('a', 1)]

  it('is the purchase itself if it contains nothing else and no more, in one order or in several', () => {
    expect(isOurs(asked, [found(piece('a', 3), piece('b', 1))])).toBe(true)
    expect(isOurs(asked, [found(piece('a', 3)), found(piece('b', 1))])).toBe(true)
    expect(isOurs(asked, [found(piece('a', 1))])).toBe(true)
    expect(isOurs(asked, [])).toBe(true)
  })
  it('is a different one if it has a piece too many, over all orders, or another SKU', () => {
    expect(isOurs(asked, [found(piece('a', 4))])).toBe(false)
    expect(isOurs(asked, [found(piece('a', 3)), found(piece('a', 1))])).toBe(false)
    expect(isOurs(asked, [found(piece('a', 1), piece('c', 1))])).toBe(false)
  })
})

describe('the state of a purchase by its 1688 orders', () => {
  it('is the least advanced of the orders that are not closed', () => {
    expect(purchaseStateOf(['waitbuyerreceive', 'waitsellersend'])).toBe('to-send')
    expect(purchaseStateOf(['cancel', 'waitbuyerreceive'])).toBe('to-receive')
    expect(purchaseStateOf(['cancel', 'terminated'])).toBe('cancelled')
    expect(purchaseStateOf(['success', 'waitbuyerpay'])).toBe('to-pay')
  })

  it('is not changed by unknown statuses, nor by no orders', () => {
    expect(purchaseStateOf(['somethingnew'])).toBeNull()
    expect(purchaseStateOf([])).toBeNull()
  })

  it('is paid when nothing is owed, and distinguishes a partial refund from a full one', () => {
    const order = (status: string, paid: boolean, refundMinor = 0) => ({
      status,
      paidAt: paid ? new Date(0) : null,
      paidMinor: paid ? 100 : 0,
      refundMinor,
    })
    expect(paymentStateOf([order('waitsellersend', true), order('waitbuyerpay', false)], true)).toBe('requested')
    expect(paymentStateOf([order('waitsellersend', true)], true)).toBe('paid')
    expect(paymentStateOf([order('waitsellersend', true, 40)], true)).toBe('part-refunded')
    expect(paymentStateOf([order('cancel', true, 100)], true)).toBe('refunded')
    const deposit = { ...order('waitbuyerpay', false), paidMinor: 30 }
    expect(paymentStateOf([deposit], true)).toBe('part-paid')
    expect(paymentStateOf([{ ...deposit, refundMinor: 30 }], true)).toBe('refunded')
  })

  it('never goes back for an older answer, nor for one of the same time with less progress', () => {
    const reported = (modifiedAt: number, status: string) => ({ modifiedAt, status }) as SourceOrder
    const held = { modifiedAt: new Date(1000), status: 'waitsellersend' }
    expect(isOlder(held, reported(999, 'waitbuyerreceive'))).toBe(true)
    expect(isOlder(held, reported(1000, 'waitbuyerpay'))).toBe(true)
    expect(isOlder(held, reported(1000, 'waitbuyerreceive'))).toBe(false)
    expect(isOlder({ ...held, modifiedAt: null }, reported(1, 'waitbuyerpay'))).toBe(false)
  })
})
