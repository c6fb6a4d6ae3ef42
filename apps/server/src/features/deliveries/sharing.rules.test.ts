import type { ShopOrder } from '@huoqiao/connector-shopify'
import { describe, expect, it } from 'vitest'
import { allocate, arrivedState, bindPieces } from './allocation.rules.ts'
import type { Claim } from './allocation.rules.ts'
import { refusalOfShop, refusalToShip } from './shipments.rules.ts'

describe('goods that must not be sent out', () => {
  it('are those of an order that is cancelled, on hold, refunded, voided, unpaid or sent already', () => {
    const states = ['cancelled', 'held', 'abnormal', 'unpaid', 'done', 'shipped'] as const
    expect(states.map((state) => refusalToShip(state) !== undefined)).toEqual(states.map(() => true))
    const words = states.slice(0, 4).map((state) => refusalToShip(state))
    expect(words).toEqual([
      expect.stringContaining('取消'),
      expect.stringContaining('搁置'),
      expect.stringContaining('全额退款'),
      expect.stringContaining('没有付款'),
    ])
    for (const state of ['to-ship', 'part-shipped', 'part-arrived'] as const)
      expect(refusalToShip(state)).toBeUndefined()
  })
  it('are those that the shop excludes just before sending, whatever was known before', () => {
    const reported = (order: Partial<ShopOrder>): string | undefined => refusalOfShop(order as ShopOrder)
    expect(reported({ cancelledAt: '2026-11-22T00:00:00Z', financialStatus: 'PAID' })).toContain('取消')
    expect(reported({ financialStatus: 'REFUNDED' })).toContain('全额退款')
    expect(reported({ financialStatus: 'VOIDED' })).toContain('作废')
    expect(reported({ financialStatus: 'PARTIALLY_REFUNDED' })).toBeUndefined()
  })
})

describe('the order that gives pieces back when there are fewer than allocated', () => {
  const claim = (demandId: string, allocated: number, fixed = 0): Claim => ({
    demandId,
    allocated,
    fixed,
    returned: 0,
    most: allocated,
    ratioSource: 1,
    ratioSale: 1,
  })
  it('is the newest first, down to what was sent on, then the one before', () => {
    const held = [claim('old', 4), claim('middle', 4), claim('new', 4, 3)]
    expect(Object.fromEntries(allocate(11, held)!)).toEqual({ old: 4, middle: 4, new: 3 })
    expect(Object.fromEntries(allocate(9, held)!)).toEqual({ old: 4, middle: 2, new: 3 })
    expect(Object.fromEntries(allocate(3, held)!)).toEqual({ old: 0, middle: 0, new: 3 })
    expect(allocate(2, held)).toBeUndefined()
  })
  it('keeps pieces that are bound to the oldest allocations, each piece once', () => {
    const allocations = [
      { id: 'a', allocated: 2 },
      { id: 'b', allocated: 3 },
      { id: 'c', allocated: 1 },
    ]
    expect(Object.fromEntries(bindPieces(allocations, 3))).toEqual({ a: 2, b: 1, c: 0 })
    expect(Object.fromEntries(bindPieces(allocations, 0))).toEqual({ a: 0, b: 0, c: 0 })
  })
  it('leaves a purchase partly received while one piece of one line is missing', () => {
    expect(
      arrivedState([
        { quantity: 2, received: 1 },
        { quantity: 1, received: 1 },
      ]),
    ).toBe('part-received')
    expect(
      arrivedState([
        { quantity: 2, received: 2 },
        { quantity: 0, received: 0 },
      ]),
    ).toBe('done')
  })
})
