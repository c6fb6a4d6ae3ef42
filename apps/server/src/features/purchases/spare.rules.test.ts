import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heldNeed, hereOf, isHere, keptBack, mostCounted, spareOf, takenOf, usableOf } from './spare.rules.ts'
import type { HeldPart, Pool } from './spare.rules.ts'

const part = (saleQuantity: number, returnedQuantity = 0, ratioSource = 1, ratioSale = 1): HeldPart => ({
  saleQuantity,
  returnedQuantity,
  ratioSource,
  ratioSale,
})
const bought = { quantity: 10, received: 10, missing: 0, spareGone: 0, spareGoneHere: 0 }
const paid = { state: 'to-receive', payment: 'paid' } as const
const lineOf = (
  change: Partial<typeof bought>,
  demand: readonly HeldPart[],
  purchase: Parameters<typeof spareOf>[1] = paid,
) => {
  const line = { ...bought, ...change }
  return { ...line, spare: spareOf(line, purchase, demand) }
}

describe('spare pieces of a line', () => {
  it('are what no order holds: what came back from a shopper is spare again', () => {
    expect(lineOf({}, [part(8)]).spare).toBe(2)
    expect(lineOf({}, [part(8, 3)]).spare).toBe(5)
    expect(lineOf({ spareGone: 4 }, [part(8, 3)]).spare).toBe(1)
    expect(lineOf({ spareGone: 4 }, [part(8)]).spare).toBe(0)
  })

  it('at another ratio grow only by whole pieces: the need of the line is rounded up once', () => {
    // Two sale pieces are one source piece.
    expect([0, 1, 2, 3].map((returned) => heldNeed([part(8, returned, 1, 2)]))).toEqual([4, 4, 3, 3])
    // One sale piece is three source pieces.
    expect([0, 1, 2].map((returned) => heldNeed([part(3, returned, 3, 1)]))).toEqual([9, 6, 3])
    expect(heldNeed([part(3, 1, 1, 2), part(3, 1, 1, 2)])).toBe(2)
  })

  it('are here when more arrived than orders hold; what was lost of it is not', () => {
    expect(hereOf(lineOf({ received: 6 }, [part(4)]), paid)).toBe(2)
    expect(hereOf(lineOf({ received: 6 }, [part(4, 1)]), paid)).toBe(3)
    expect(hereOf(lineOf({ received: 6, spareGone: 2, spareGoneHere: 2 }, [part(4, 1)]), paid)).toBe(1)
    // Pieces that were written off before they arrived do not reduce the pieces that are here.
    expect(hereOf(lineOf({ received: 6, spareGone: 2, spareGoneHere: 0 }, [part(4)]), paid)).toBe(2)
    expect(hereOf(lineOf({ received: 3 }, [part(4)]), paid)).toBe(0)
    expect(usableOf({ received: 6, spareGoneHere: 2 })).toBe(4)
    expect(usableOf({ received: 1, spareGoneHere: 2 })).toBe(0)
  })

  it('are all here when everything arrived that orders may take, also of a purchase that was ended or refunded', () => {
    expect(isHere(lineOf({}, [part(4)]), paid)).toBe(true)
    expect(isHere(lineOf({ received: 6 }, [part(4)]), paid)).toBe(false)
    expect(isHere(lineOf({ received: 6, missing: 4 }, [part(4)]), paid)).toBe(true)
    const ended = { state: 'ended', payment: 'paid' } as const
    expect(hereOf(lineOf({ received: 6 }, [part(4, 2)], ended), ended)).toBe(4)
    const refunded = { state: 'done', payment: 'part-refunded' } as const
    expect(hereOf(lineOf({ received: 6, spareGone: 1, spareGoneHere: 1 }, [part(4)], refunded), refunded)).toBe(1)
  })

  it('are never more than what arrived and is usable, and never less than none', () => {
    const demand = fc
      .record({
        sale: fc.nat(12),
        back: fc.nat(12),
        source: fc.integer({ min: 1, max: 4 }),
        per: fc.integer({ min: 1, max: 4 }),
      })
      .map(({ sale, back, source, per }) => part(sale, Math.min(sale, back), source, per))
    const line = fc
      .record({ quantity: fc.nat(60), received: fc.nat(60), missing: fc.nat(10), gone: fc.nat(20), here: fc.nat(20) })
      .map(({ gone, here, ...one }) => ({ ...one, spareGone: gone, spareGoneHere: Math.min(gone, here, one.received) }))
    fc.assert(
      fc.property(line, fc.array(demand, { maxLength: 4 }), (one, asking) => {
        const of = lineOf(one, asking)
        const here = hereOf(of, paid)
        expect(here).toBeGreaterThanOrEqual(0)
        expect(here).toBeLessThanOrEqual(of.spare)
        expect(here).toBeLessThanOrEqual(usableOf(one))
        if (of.spare > 0)
          expect(here + heldNeed(asking)).toBeGreaterThanOrEqual(Math.min(usableOf(one), heldNeed(asking)))
      }),
    )
  })
})

it('a count finds at most what earlier counts missed', () => {
  expect([mostCounted(5, 0), mostCounted(5, -2), mostCounted(5, 3)]).toEqual([5, 7, 5])
})

it('pieces that a shopper returned are kept as stock of the line only as far as no order takes them', () => {
  const line = { quantity: 10, extraNeed: 4, stockQuantity: 4 }
  expect(keptBack(line, [part(8, 2)])).toEqual({ need: 10, extraNeed: 4, stockQuantity: 4 })
  expect(keptBack(line, [part(8, 2), part(3)])).toEqual({ need: 10, extraNeed: 1, stockQuantity: 1 })
})

it('an order takes what came back, and never a piece twice', () => {
  const pool = (demand: readonly HeldPart[]): Pool => ({
    lineId: 'a',
    purchaseId: 'p',
    number: 'CG1',
    offerId: '1',
    skuId: null,
    specId: 's',
    arrived: true,
    at: 0,
    promisable: 4,
    demand,
  })
  const taker = { key: 'k', offerId: '1', skuId: null, specId: 's', saleQuantity: 9, ratioSource: 1, ratioSale: 2 }
  const taken = (demand: readonly HeldPart[]) =>
    takenOf([taker], [pool(demand)]).map(({ saleQuantity }) => saleQuantity)
  expect(taken([part(8, 0, 1, 2)])).toEqual([])
  // With two sale pieces per source piece, one returned sale piece serves one sale piece.
  expect(taken([part(8, 1, 1, 2)])).toEqual([1])
  expect(taken([part(4, 2)])).toEqual([4])
})
