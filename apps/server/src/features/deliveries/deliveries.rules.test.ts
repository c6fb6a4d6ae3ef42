import type { ShopFulfillmentOrder } from '@huoqiao/connector-shopify'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, arrivedState, fits, heldOf, moveWords, stockOf } from './allocation.rules.ts'
import type { Claim } from './allocation.rules.ts'
import { joinedSteps, moved, packed, statusOf, statusOfSteps, stalledSince } from './parcels.rules.ts'
import { findMade, openPieces, planParts } from './shipments.rules.ts'
import { parsePasted, urlsFor } from './tracking.rules.ts'

const claims = fc
  .array(
    fc.record({
      ratioSource: fc.integer({ min: 1, max: 6 }),
      ratioSale: fc.integer({ min: 1, max: 6 }),
      most: fc.integer({ min: 0, max: 40 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list): Claim[] =>
    list.map((one, index) => ({ ...one, demandId: `${index}`, allocated: 0, fixed: 0, returned: 0 })),
  )
/** Claims with pieces that were sent and came back from the shopper, so that other claims can use them. */
const withReturned = fc
  .tuple(claims, fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }))
  .map(([list, back]): Claim[] =>
    list.map((one, index) => {
      const returned = Math.min(one.most, back[index]!)
      return { ...one, allocated: returned, fixed: returned, returned }
    }),
  )
const after = (list: readonly Claim[], next: ReadonlyMap<string, number>): Claim[] =>
  list.map((claim) => ({ ...claim, allocated: next.get(claim.demandId)! }))
const worthOne = (claim: Claim, free: { n: bigint; d: bigint }): boolean =>
  free.n * BigInt(claim.ratioSale) >= BigInt(claim.ratioSource) * free.d

describe('allocating what arrived', () => {
  it('gives no order more than it wants, nothing that is not there, and keeps back only what makes no whole piece', () => {
    fc.assert(
      fc.property(claims, fc.integer({ min: 0, max: 300 }), (list, received) => {
        const next = after(list, allocate(received, list)!)
        const held = heldOf(next)
        const free = { n: BigInt(received) * held.d - held.n, d: held.d }
        expect(free.n >= 0n && fits(received, next)).toBe(true)
        for (const claim of next) {
          expect(claim.allocated).toBeLessThanOrEqual(claim.most)
          if (claim.allocated < claim.most) expect(worthOne(claim, free)).toBe(false)
        }
        expect(stockOf(received, next)).toBe(Number(free.n / free.d))
      }),
    )
  })

  it('gives what came back from a shopper to others, and keeps for the order that it was sent to', () => {
    fc.assert(
      fc.property(withReturned, fc.integer({ min: 0, max: 300 }), (list, received) => {
        const next = after(list, allocate(received, list)!)
        const held = heldOf(next)
        expect(BigInt(received) * held.d - held.n >= 0n && fits(received, next)).toBe(true)
        for (const claim of next) {
          expect(claim.allocated).toBeGreaterThanOrEqual(claim.returned)
          expect(claim.allocated).toBeLessThanOrEqual(claim.most)
        }
      }),
    )
    const claim = (demandId: string, change: Partial<Claim>): Claim => ({
      demandId,
      ratioSource: 1,
      ratioSale: 2,
      most: 4,
      allocated: 0,
      fixed: 0,
      returned: 0,
      ...change,
    })
    // Two source pieces, which are four sale pieces, were sent for the first; three sale pieces came back: one and a half source pieces.
    const sent = claim('first', { allocated: 4, fixed: 4, returned: 3 })
    expect(stockOf(2, [sent])).toBe(1)
    expect(allocate(2, [sent, claim('second', {})])).toEqual(new Map(Object.entries({ first: 4, second: 3 })))
    expect(allocate(2, [{ ...sent, returned: 0 }, claim('second', {})])?.get('second')).toBe(0)
  })

  it('never takes from an order what it was given when more arrives', () => {
    fc.assert(
      fc.property(claims, fc.nat(100), fc.nat(100), (list, first, more) => {
        const then = after(list, allocate(first, list)!)
        const now = after(list, allocate(first + more, then)!)
        now.forEach((claim, index) => expect(claim.allocated).toBeGreaterThanOrEqual(then[index]!.allocated))
      }),
    )
  })

  it('takes back what a reversed receipt gave from the newest order first, and refuses only where goods were sent on', () => {
    fc.assert(
      fc.property(claims, fc.nat(100), fc.nat(100), fc.nat(100), (list, received, back, share) => {
        const then = after(list, allocate(received, list)!).map((claim) => ({
          ...claim,
          fixed: Math.floor((claim.allocated * share) / 100),
        }))
        const left = Math.max(0, received - back)
        const next = allocate(left, then)
        const bound = then.map((claim) => ({ ...claim, allocated: claim.fixed }))
        if (next === undefined) expect(fits(left, bound)).toBe(false)
        else {
          const now = after(then, next)
          expect(fits(left, now)).toBe(true)
          for (const claim of now) expect(claim.allocated).toBeGreaterThanOrEqual(claim.fixed)
        }
      }),
    )
  })

  it('derives the state of the purchase from its lines, and ignores lines of zero pieces', () => {
    expect(arrivedState([{ quantity: 2, received: 0 }])).toBe('to-receive')
    expect(
      arrivedState([
        { quantity: 2, received: 2 },
        { quantity: 3, received: 0 },
      ]),
    ).toBe('part-received')
    expect(
      arrivedState([
        { quantity: 2, received: 3 },
        { quantity: 0, received: 0 },
      ]),
    ).toBe('done')
  })
})

describe('a parcel', () => {
  it('has the same state in whatever order timed messages arrive, each however often', () => {
    const reported = (['CONSIGN', 'ACCEPT', 'TRANSPORT', 'DELIVERING', 'SIGN'] as const).map((word, index) =>
      statusOf(word, 1_000 + index)!,
    )
    const shuffled = fc.shuffledSubarray([...reported, ...reported], { minLength: reported.length * 2 })
    fc.assert(
      fc.property(shuffled, (messages) => {
        const start = { state: 'waiting' as const, at: null, reason: '' }
        expect(messages.reduce(moved, start)).toMatchObject({ state: 'signed', at: 1_004 })
      }),
    )
  })

  it('moves back only by a later message, and a message without a time moves it forward only', () => {
    const failed = moved(statusOf('DELIVERING', 10)!, statusOf('FAILED', 20)!)
    expect(failed).toMatchObject({ state: 'abnormal', reason: '派送失败' })
    expect(moved(failed, statusOf('DELIVERING', 15)!)).toBe(failed)
    expect(moved(failed, statusOf('DELIVERING', 30)!)).toMatchObject({ state: 'delivering', reason: '' })
    expect(moved(statusOf('DELIVERING', 10)!, statusOf('TRANSPORT', null)!).state).toBe('delivering')
    expect(moved(statusOf('SIGN', 10)!, statusOf('TRANSPORT', 30)!).state).toBe('signed')
    expect(statusOf('WHAT_IS_THIS', 1)).toBeUndefined()
  })

  it('gets its state from the couriers’ own texts, and no step is lost', () => {
    const steps = joinedSteps(
      [{ at: 2, text: '已到达 杭州' }],
      [
        { at: 1, text: '已揽收' },
        { at: 2, text: '已到达 杭州' },
      ],
    )
    expect(steps.map((step) => step.at)).toEqual([1, 2])
    expect(statusOfSteps([{ at: 3, text: '【义乌】快件正在派送中' }])).toMatchObject({ state: 'delivering' })
    expect(statusOfSteps([{ at: 3, text: '快件已签收，签收人：前台' }])).toMatchObject({ state: 'signed' })
    expect(statusOfSteps([{ at: 3, text: '收件人拒收' }])).toMatchObject({ state: 'abnormal' })
    expect(statusOfSteps(steps)).toBeUndefined()
  })

  it('is stalled only while it is in transit and after the threshold', () => {
    const parcel = { state: 'moving' as const, sentAt: new Date(0), lastStepAt: new Date(3_600_000) }
    expect(stalledSince(parcel, 73 * 3_600_000, 72)).toEqual(new Date(3_600_000))
    expect(stalledSince(parcel, 72 * 3_600_000, 72)).toBeNull()
    expect(stalledSince({ ...parcel, state: 'signed' }, 900 * 3_600_000, 72)).toBeNull()
  })

  it('contains what 1688 lists; unlisted, the whole order where it is the only parcel, and otherwise it is unknown', () => {
    const items = ['1', '2'].map((subItemId) => ({
      subItemId,
      offerId: `9${subItemId}`,
      specId: null,
      title: subItemId,
      image: null,
      quantity: 5,
    }))
    const lines = [{ id: 'line', offerId: '91', specId: null }]
    const named = { itemIds: ['1'], goods: [{ itemId: '1', name: null, quantity: 3, unit: null }] }
    expect(packed(named, { items, orderId: '77', parcels: 2, isWhollySent: true }, lines)).toMatchObject([
      { lineId: 'line', quantity: 3 },
    ])
    // An order without sub-orders is identified by its own number (reference 4).
    const bare = { itemIds: ['77'], goods: [] }
    expect(
      packed(bare, { items, orderId: '77', parcels: 1, isWhollySent: true }, lines).map((item) => item.quantity),
    ).toEqual([5, 5])
    expect(packed(bare, { items, orderId: '77', parcels: 2, isWhollySent: true }, lines)).toEqual([])
    // The seller sends the rest in another parcel.
    expect(packed(bare, { items, orderId: '77', parcels: 1, isWhollySent: false }, lines)).toEqual([])
    // When a line's own number lost its digits, a parcel can only mean this line if the order has no other.
    const [first] = items.map((item) => ({ ...item, subItemId: '77-0' }))
    expect(packed(named, { items: [first!], orderId: '77', parcels: 2, isWhollySent: true }, lines)).toMatchObject([
      { quantity: 3 },
    ])
    expect(packed(named, { items: [first!, first!], orderId: '77', parcels: 2, isWhollySent: true }, lines)).toEqual([])
  })
})

const piece = (line: string, quantity: number) => ({ orderLineId: line, lineItemId: `gid/${line}`, quantity })
const fulfilmentOrder = (id: string, locationId: string, lines: Record<string, number>): ShopFulfillmentOrder => ({
  id,
  status: 'OPEN',
  requestStatus: 'UNSUBMITTED',
  supportedActions: ['CREATE_FULFILLMENT'],
  locationId,
  locationName: locationId,
  holds: [],
  lines: Object.entries(lines).map(([line, quantity]) => ({
    id: `${id}/${line}`,
    lineItemId: `gid/${line}`,
    totalQuantity: quantity,
    remainingQuantity: quantity,
  })),
})

describe('the fulfilment that is requested from the shop', () => {
  it('is exactly the pieces, one part per location, from as few locations as possible, or nothing at all', () => {
    const place = fc.integer({ min: 0, max: 3 })
    const orders = fc.array(fc.tuple(place, fc.nat(6), fc.nat(6)), { maxLength: 5 })
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), (rows, a, b) => {
        const made = rows.map(([at, x, y], index) => fulfilmentOrder(`fo${index}`, `place${at}`, { a: x, b: y }))
        const total = (line: number): number => rows.reduce((sum, row) => sum + row[line]!, 0)
        const plan = planParts([piece('a', a), piece('b', b)], made)
        if (total(1) < a || total(2) < b) {
          expect(plan).toHaveProperty('refusal')
          return
        }
        if (!('parts' in plan)) throw new Error(plan.refusal)
        expect(new Set(plan.parts.map((part) => part.locationName)).size).toBe(plan.parts.length)
        for (const [line, wanted] of [
          ['a', a],
          ['b', b],
        ] as const) {
          const pieces = plan.parts.flatMap((part) => part.lines).filter((one) => one.orderLineId === line)
          expect(pieces.reduce((sum, one) => sum + one.quantity, 0)).toBe(wanted)
          const asked = plan.parts
            .flatMap((part) => part.fulfillmentOrders.flatMap((one) => one.lines))
            .filter((one) => one.id.endsWith(`/${line}`))
          expect(asked.reduce((sum, one) => sum + one.quantity, 0)).toBe(wanted)
        }
      }),
    )
  })

  it('counts as carried out only if numbers and pieces are the same and the fulfilment belongs to no other shipment', () => {
    const made = {
      id: 'f1',
      name: '#1.1',
      status: 'SUCCESS' as const,
      createdAt: '',
      tracking: [{ number: 'A1' }, { number: 'A2' }],
      lines: [{ lineItemId: 'gid/a', quantity: 2 }],
    }
    const part = { numbers: ['A2', 'A1'], lines: [{ lineItemId: 'gid/a', quantity: 2 }] }
    const found = (more: object, taken: string[] = []) => findMade(part, [{ ...made, ...more }], new Set(taken))
    expect(found({})?.id).toBe('f1')
    expect(found({ lines: [{ lineItemId: 'gid/a', quantity: 1 }] })).toBeUndefined()
    expect(found({ tracking: [{ number: 'A1' }] })).toBeUndefined()
    expect(found({ status: 'CANCELLED' })).toBeUndefined()
    expect(found({}, ['f1'])).toBeUndefined()
  })

  it('is not requested again while it is queued, sent or unknown', () => {
    const parts = [
      { state: 'sent' as const, lines: [{ orderLineId: 'a', quantity: 1 }] },
      { state: 'unknown' as const, lines: [{ orderLineId: 'a', quantity: 2 }] },
      { state: 'absent' as const, lines: [{ orderLineId: 'a', quantity: 3 }] },
    ]
    expect(openPieces([piece('a', 6), piece('b', 1)], parts)).toEqual([piece('a', 3), piece('b', 1)])
  })
})

describe('pasted text', () => {
  it('is split at tabs, commas or spaces, with courier names of several words, and without headings', () => {
    const rows = parsePasted('订单号,承运商,单号\n#1001\t4PX Express\tLP001\r\n1002 顺丰速运 SF2\n\n1003,YT3\n1004')
    expect(rows.map(({ row, orderNumber, carrier, number }) => [row, orderNumber, carrier, number])).toEqual([
      [2, '#1001', '4PX Express', 'LP001'],
      [3, '1002', '顺丰速运', 'SF2'],
      [5, '1003', '', 'YT3'],
      [6, '1004', '', ''],
    ])
  })

  it('is linked to the courier’s own page where there is one, with the number escaped', () => {
    const settings = {
      carrierUrls: '燕文=https://yw.example/{number}；坏的=ftp://x/{number}',
      trackingUrl: 'https://all.example/#{number}',
    }
    expect(urlsFor(settings, '燕 文', ['A/1'])).toEqual(['https://yw.example/A%2F1'])
    expect(urlsFor(settings, '坏的', ['B'])).toEqual(['https://all.example/#B'])
  })
})

describe('a change of the allocation', () => {
  const part = (orderName: string, from: number, to: number) => ({ orderName, from, to })
  it.each([
    [[part('#1', 2, 0), part('#2', 0, 2)], '2 件从 #1 改给 #2'],
    [[part('#1', 3, 0), part('#2', 0, 2)], '2 件从 #1 改给 #2，另 1 件留作库存'],
    [[part('#1', 1, 0), part('#2', 0, 1), part('#3', 0, 2)], '3 件从 #1 改给 #2、#3，其中 2 件来自库存'],
    [[part('#1', 3, 1)], '#1 的 2 件收回，留作库存'],
    [[part('#1', 0, 2)], '库存的 2 件分给 #1'],
  ])('is described in one sentence (%#)', (parts, says) => {
    expect(moveWords(parts)).toBe(`改收货分配：${says}`)
  })
})
