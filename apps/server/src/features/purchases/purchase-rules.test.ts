import type { SourceOffer } from '@huoqiao/connector-1688'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittingSets, mergedLines } from './merge.rules.ts'
import { packsOf, sourceNeed } from './need.rules.ts'
import { minimumOf, unitPrice } from './offer-price.rules.ts'
import type { BuyOffer } from './offer-price.rules.ts'
import { chunksOf, planOf } from './plan.rules.ts'
import type { KnownSource, PlanRequest } from './plan.rules.ts'
import { shareExcess } from './purchases.rules.ts'

const offerOf = (given: Partial<SourceOffer> & { offerId: string }): SourceOffer =>
  ({
    url: '',
    subject: `货源${given.offerId}`,
    images: [],
    skus: [],
    tiers: [{ startQuantity: 1, priceMinor: 1000, promotionPriceMinor: null }],
    quoteType: 0,
    minOrderQuantity: 1,
    batchNumber: null,
    mixRule: null,
    dropship: null,
    stock: 1000,
    unit: '件',
    supplier: { openId: 'seller-a', companyName: '甲厂' },
    ...given,
  }) as SourceOffer
const skuOf = (specId: string, priceMinor: number) =>
  ({
    skuId: `9${specId}`,
    specId,
    attributes: [],
    priceMinor,
    promotionPriceMinor: null,
    channelPriceMinor: null,
    dropshipPriceMinor: null,
    stock: 10,
  }) as unknown as SourceOffer['skus'][number]
const sourcesOf = (...offers: SourceOffer[]): Map<string, KnownSource> =>
  new Map(offers.map((offer) => [offer.offerId, { offer, published: true, status: 'published', renamed: new Map() }]))
const byHand = (offerId: string, extra: number, specId: string | null = null): PlanRequest => ({
  key: `${offerId}:${specId ?? ''}`,
  offerId,
  skuId: null,
  specId,
  extra,
})

describe('the needed quantity', () => {
  it('is rounded up once for all orders, never for each', () => {
    const third = { saleQuantity: 1, ratioSource: 1, ratioSale: 3 }
    expect(sourceNeed([third, third, third])).toBe(1)
    expect(sourceNeed([third, { saleQuantity: 1, ratioSource: 1, ratioSale: 2 }])).toBe(1)
    expect(sourceNeed([third, { saleQuantity: 5, ratioSource: 2, ratioSale: 1 }], 4)).toBe(15)
  })

  it('is the smallest whole number that covers every fraction', () => {
    const part = fc.record({
      saleQuantity: fc.nat(500),
      ratioSource: fc.integer({ min: 1, max: 30 }),
      ratioSale: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(100), (parts, extra) => {
        const need = sourceNeed(parts, extra)
        const scale = parts.reduce((product, { ratioSale }) => product * BigInt(ratioSale), 1n)
        const exact = parts.reduce(
          (sum, one) => sum + (BigInt(one.saleQuantity * one.ratioSource) * scale) / BigInt(one.ratioSale),
          BigInt(extra) * scale,
        )
        expect(BigInt(need) * scale >= exact && BigInt(need - 1) * scale < exact).toBe(true)
      }),
    )
  })

  it.each([
    [7, 5, 2, 10],
    [10, 5, 2, 10],
    [0, 5, 0, 0],
    [3, 1, 3, 3],
  ])('of %i in lots of %i takes %i lots, %i pieces', (need, batch, packs, quantity) => {
    expect(packsOf(need, batch)).toEqual({ packs, quantity })
  })
})

describe('price', () => {
  const tiers = [
    { startQuantity: 2, priceMinor: 1000, promotionPriceMinor: null },
    { startQuantity: 10, priceMinor: 900, promotionPriceMinor: null },
    { startQuantity: 50, priceMinor: 800, promotionPriceMinor: 750 },
  ]
  it.each([
    [1, 1000],
    [9, 1000],
    [10, 900],
    [49, 900],
    [50, 750],
  ])('by quantity of %i is %i', (quantity, minor) => {
    expect(unitPrice({ tiers, quoteType: 2 }, skuOf('a', 9999), quantity)).toBe(minor)
  })

  it('by SKU does not depend on the quantity, and the price agreed for the account comes first', () => {
    expect(unitPrice({ tiers, quoteType: 1 }, skuOf('a', 1234), 50)).toBe(1234)
    expect(unitPrice({ tiers, quoteType: 1 }, { ...skuOf('a', 1234), channelPriceMinor: 1100 }, 1)).toBe(1100)
    expect(unitPrice({ tiers: [], quoteType: 0 }, undefined, 5)).toBeNull()
  })
})

describe('the price below the supplier’s minimum', () => {
  const dropship = { priceMinor: 1300, freePostage: false, startQuantity: 1 }
  const tiers = [{ startQuantity: 10, priceMinor: 900, promotionPriceMinor: null }]
  const offer = (given: Partial<SourceOffer> & { offerId: string }) =>
    offerOf({ tiers, minOrderQuantity: 10, ...given })
  const pricesOf = (sources: Map<string, KnownSource>, ...requests: PlanRequest[]) =>
    planOf(requests, sources, new Map()).groups[0]!.lines.map((line) => line.unitPriceMinor)

  it('is that of a single piece, until the minimum of the offer is reached', () => {
    const sources = sourcesOf(offer({ offerId: '1', dropship }))
    expect(pricesOf(sources, byHand('1', 1))).toEqual([1300])
    expect(pricesOf(sources, byHand('1', 9))).toEqual([1300])
    expect(pricesOf(sources, byHand('1', 10))).toEqual([900])
  })

  it('is the wholesale price where single pieces are not sold', () => {
    expect(pricesOf(sourcesOf(offer({ offerId: '1' })), byHand('1', 1))).toEqual([900])
  })

  it('is that of the SKU where the offer is priced by SKU', () => {
    const skus = [{ ...skuOf('a', 1000), dropshipPriceMinor: 1450 }]
    const sources = sourcesOf(offer({ offerId: '1', dropship, quoteType: 1, skus }))
    expect(pricesOf(sources, byHand('1', 1, 'a'))).toEqual([1450])
  })

  it('is the wholesale price as soon as the supplier’s mixed batch is reached, and until then that of a single piece for all', () => {
    const mixRule = { general: true, minQuantity: 8, minAmountMinor: null }
    const sources = sourcesOf(
      offer({ offerId: '1', dropship, mixRule }),
      offer({ offerId: '2', dropship: { ...dropship, priceMinor: 2000 }, minOrderQuantity: 1, mixRule }),
    )
    expect(pricesOf(sources, byHand('1', 2), byHand('2', 5))).toEqual([1300, 2000])
    expect(pricesOf(sources, byHand('1', 2), byHand('2', 6))).toEqual([900, 900])
  })
})

describe('the minimum', () => {
  const offers = (...list: BuyOffer[]) => new Map(list.map((offer) => [offer.offerId, offer]))
  const line = (offerId: string, quantity: number, unitPriceMinor = 1000, specId: string | null = null) => ({
    offerId,
    quantity,
    unitPriceMinor,
    specId,
  })
  const mixRule = { general: true, minQuantity: 10, minAmountMinor: 20_000 }

  it('counts all SKUs of an offer together', () => {
    const known = offers(offerOf({ offerId: '1', minOrderQuantity: 5 }))
    expect(minimumOf(known, [line('1', 2, 1000, 'a'), line('1', 3, 1000, 'b')]).met).toBe(true)
    expect(minimumOf(known, [line('1', 2, 1000, 'a'), line('1', 1, 1000, 'b')])).toMatchObject({
      met: false,
      missingQuantity: 2,
    })
  })

  it('is met by a mixed batch of enough pieces, or of enough money', () => {
    const known = offers(
      offerOf({ offerId: '1', minOrderQuantity: 9, mixRule }),
      offerOf({ offerId: '2', minOrderQuantity: 9, mixRule }),
    )
    expect(minimumOf(known, [line('1', 4), line('2', 6)]).met).toBe(true)
    expect(minimumOf(known, [line('1', 1, 15_000), line('2', 1, 5_000)]).met).toBe(true)
    expect(minimumOf(known, [line('1', 4), line('2', 4)])).toMatchObject({
      met: false,
      missingQuantity: 2,
      missingMinor: 12_000,
    })
  })

  it('of a supplier without mixed batches applies to each offer', () => {
    const known = offers(offerOf({ offerId: '1', minOrderQuantity: 9 }), offerOf({ offerId: '2', minOrderQuantity: 2 }))
    expect(minimumOf(known, [line('1', 4), line('2', 6)])).toMatchObject({ met: false, missingQuantity: 5 })
  })
})

describe('a plan', () => {
  it('makes one group per supplier, uses the tier of the whole offer, and rounds up to lots', () => {
    const tiers = [
      { startQuantity: 1, priceMinor: 1000, promotionPriceMinor: null },
      { startQuantity: 10, priceMinor: 800, promotionPriceMinor: null },
    ]
    const one = offerOf({ offerId: '1', quoteType: 2, tiers, batchNumber: 4, skus: [skuOf('a', 1), skuOf('b', 1)] })
    const other = offerOf({ offerId: '2', supplier: { openId: 'seller-b', companyName: '乙厂' } as never })
    const { groups, left } = planOf(
      [byHand('1', 5, 'a'), byHand('2', 3), byHand('1', 1, 'b')],
      sourcesOf(one, other),
      new Map(),
    )
    expect(left).toEqual([])
    expect(groups.map((group) => [group.supplierName, group.goodsMinor])).toEqual([
      ['甲厂', 12 * 800],
      ['乙厂', 3000],
    ])
    expect(groups[0]!.lines.map((line) => [line.specId, line.need, line.quantity])).toEqual([
      ['a', 5, 8],
      ['b', 1, 4],
    ])
    expect(groups[0]!.warnings.map((warning) => warning.word)).toContain('rounded-up')
  })

  it('leaves out with a reason what is gone, has lost its SKU, or was never read', () => {
    const gone = offerOf({ offerId: '1' })
    const sources = sourcesOf(offerOf({ offerId: '2', skus: [skuOf('a', 100), skuOf('b', 100)] }))
    sources.set('1', { offer: gone, published: false, status: 'deleted', renamed: new Map() })
    const { groups, left } = planOf([byHand('1', 1), byHand('2', 1, 'z'), byHand('3', 1)], sources, new Map())
    expect(groups).toEqual([])
    expect(left.map((row) => [row.key, row.word, row.ok])).toEqual([
      ['1:', 'offer-gone', false],
      ['2:z', 'offer-gone', false],
      ['3:', 'offer-gone', false],
    ])
  })

  it('warns of a price that rose and of insufficient stock', () => {
    const { groups } = planOf([byHand('1', 6)], sourcesOf(offerOf({ offerId: '1', stock: 5 })), new Map([['1:', 800]]))
    expect(groups[0]!.warnings.map((warning) => warning.word)).toEqual(['price-risen', 'stock-short'])
    expect(groups[0]!.warnings[0]!.message).toContain('+25%')
  })

  it('never puts more than 50 SKUs into a group, and keeps an offer together if possible', () => {
    const line = fc.record({ offerId: fc.constantFrom('1', '2', '3', '4', '5') })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 260 }), (lines) => {
        const chunks = chunksOf(lines)
        expect(chunks.flat()).toHaveLength(lines.length)
        for (const chunk of chunks) expect(chunk.length > 0 && chunk.length <= 50).toBe(true)
        for (const offerId of new Set(lines.map((one) => one.offerId))) {
          const size = lines.filter((one) => one.offerId === offerId).length
          if (size <= 50) expect(chunks.filter((chunk) => chunk.some((one) => one.offerId === offerId))).toHaveLength(1)
        }
      }),
    )
  })
})

describe('merging', () => {
  const lineRow = (id: string, purchaseId: string, need: number, quantity: number, batchNumber = 10) =>
    ({
      id,
      purchaseId,
      offerId: '1',
      specId: 'a',
      need,
      quantity,
      batchNumber,
      extraNeed: need,
      shortReason: '',
      stockQuantity: 0,
    }) as never

  it('rounds up to lots once, and keeps what was bought in addition on purpose', () => {
    const [merged] = mergedLines([lineRow('l1', 'p1', 3, 10), lineRow('l2', 'p2', 4, 20)], () => [])
    expect(merged).toMatchObject({ need: 7, quantity: 20, memberLineIds: ['l1', 'l2'] })
  })

  it('makes sets of up to 50 SKUs, and no set of one purchase', () => {
    const member = (name: string, from: number, count: number) => ({
      name,
      skus: new Set(Array.from({ length: count }, (_, index) => String(from + index))),
    })
    const sets = fittingSets([member('a', 0, 40), member('b', 100, 30), member('c', 0, 45), member('d', 110, 25)])
    expect(sets.map((set) => set.map(({ name }) => name))).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
    expect(fittingSets([member('a', 0, 40), member('b', 100, 30)])).toEqual([])
  })
})

it('what an order no longer needs is removed from the purchase that is easiest to undo, newest first', () => {
  const parts = [
    { name: 'placed', held: 2, rank: 5, createdAt: 9 },
    { name: 'old', held: 2, rank: 0, createdAt: 1 },
    { name: 'new', held: 2, rank: 0, createdAt: 2 },
  ]
  const shares = shareExcess(parts, 3)
  expect(parts.map((part) => [part.name, shares.get(part)])).toEqual([
    ['placed', 0],
    ['old', 1],
    ['new', 2],
  ])
})
