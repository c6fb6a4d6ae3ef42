import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hintOf, whatShows } from './order-hints.rules.ts'
import type { HeldFacts } from './order-hints.rules.ts'
import { precedence, verdict } from './same-second.rules.ts'
import type { OrderReport } from './same-second.rules.ts'

const AT = new Date('2026-11-23T05:00:00Z')
const line = (shopifyId: string, quantity: number, current = quantity, fulfilled = 0) => ({
  shopifyId,
  quantity,
  current,
  fulfilled,
})
const fresh: OrderReport = {
  cancelledAt: null,
  refundedMinor: 0,
  currentMinor: 3_000,
  totalMinor: 3_000,
  financialStatus: 'PAID',
  fulfillments: [],
  lines: [line('1', 3)],
}

/** Changes of an order, each applied to the state that the former one left. */
const STEPS: readonly ((order: OrderReport) => OrderReport)[] = [
  (order) => ({
    ...order,
    refundedMinor: order.refundedMinor! + 500,
    currentMinor: order.currentMinor - 500,
    financialStatus: 'PARTIALLY_REFUNDED',
  }),
  (order) => ({
    ...order,
    lines: [...order.lines, line(String(order.lines.length + 1), 1)],
    currentMinor: order.currentMinor + 900,
    totalMinor: order.totalMinor + 900,
    financialStatus: 'PARTIALLY_PAID',
  }),
  (order) =>
    order.lines[0]!.current === 0
      ? order
      : {
          ...order,
          lines: order.lines.map((one, index) => (index === 0 ? { ...one, current: one.current - 1 } : one)),
          currentMinor: order.currentMinor - 1_000,
        },
  (order) => ({ ...order, cancelledAt: AT, currentMinor: 0 }),
]

describe('two reports of one second', () => {
  it('are ordered by values that only grow, in whatever order they arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 4 }).chain((steps) => {
          const states = [fresh]
          for (const step of steps) states.push(states.at(-1)!.cancelledAt ? states.at(-1)! : step(states.at(-1)!))
          return fc.tuple(
            fc.constant(states),
            fc.shuffledSubarray(states, { minLength: states.length, maxLength: states.length }),
          )
        }),
        ([states, shuffled]) => {
          // All have the same time by the shop's clock and the same time of sending.
          const timed = shuffled.map((one) => ({ ...one, shopUpdatedAt: AT, reportedAt: AT, depth: 0 }))
          const last = timed.reduce((held, one) => (verdict(one, held).isNewer ? one : held))
          const wanted = states.at(-1)!
          expect([last.currentMinor, last.refundedMinor, last.lines]).toEqual([
            wanted.currentMinor,
            wanted.refundedMinor,
            wanted.lines,
          ])
        },
      ),
    )
  })

  it('are unclear where each has something that the other lacks, or only their amounts differ', () => {
    const refunded = { ...fresh, refundedMinor: 500 }
    const added = { ...fresh, lines: [...fresh.lines, line('2', 1)] }
    expect([precedence(refunded, added), precedence(added, refunded)]).toEqual(['unclear', 'unclear'])
    expect(precedence({ ...fresh, currentMinor: 3_500 }, fresh)).toBe('unclear')
    const timed = (order: OrderReport, depth: number) => ({ ...order, shopUpdatedAt: AT, reportedAt: AT, depth })
    expect(verdict(timed(added, 0), timed(refunded, 0)).isUnclear).toBe(true)
    // A complete read is the shop's own answer.
    expect(verdict(timed(added, 1), timed(refunded, 0))).toEqual({ isNewer: true, isUnclear: false })
  })

  it('are not different states because of a line of zero pieces that one of them leaves out', () => {
    const gone = { ...fresh, lines: [...fresh.lines, line('2', 1, 0)] }
    expect(precedence(fresh, gone)).toBe('same')
  })
})

describe('a message without amounts', () => {
  const edited = (line_items: object, more: object = {}) =>
    hintOf('orders/edited', { order_edit: { order_id: 7, line_items, ...more } }, AT)
  const refunded = (amount: string, currency: string) =>
    hintOf(
      'refunds/create',
      { order_id: 7, transactions: [{ kind: 'refund', status: 'success', amount, currency }] },
      AT,
    )
  const held = (over: Partial<HeldFacts> = {}): HeldFacts => ({
    depth: 0,
    reportedAt: AT,
    currency: 'USD',
    refundedMinor: 500,
    lines: [line('1', 3, 2), line('2', 1)],
    ...over,
  })

  it.each([
    [
      'an edit that the lines show',
      edited({ additions: [{ id: 2, delta: 1 }], removals: [{ id: 1, delta: 1 }] }),
      held(),
      true,
    ],
    ['a line that is not there', edited({ additions: [{ id: 9, delta: 1 }] }), held(), false],
    ['pieces that were not taken out', edited({ removals: [{ id: 1, delta: 2 }] }), held(), false],
    ['a refund that the sum shows', refunded('5.00', 'USD'), held(), true],
    ['a refund that the sum does not show', refunded('5.01', 'USD'), held(), false],
    ['a refund in another currency', refunded('1.00', 'EUR'), held(), 'but-the-sum'],
    ['what is held from before it', refunded('5.00', 'USD'), held({ reportedAt: new Date(AT.getTime() - 1) }), false],
    ['what was read in the same moment', refunded('5.00', 'USD'), held({ depth: 1 }), false],
    [
      'what was read well after it',
      refunded('9.00', 'EUR'),
      held({ depth: 1, reportedAt: new Date(AT.getTime() + 2_001) }),
      true,
    ],
    ['an order that is not held', refunded('5.00', 'USD'), undefined, false],
  ] as const)('of %s', (_what, hint, facts, isShown) => {
    expect(whatShows(facts, hint!)).toBe(isShown === true ? 'all' : isShown || 'not')
  })

  it('about an edit of discounts or shipping is not enough: the order is read', () => {
    const nothing = { line_item: { additions: [], removals: [] } }
    expect(edited({}, { discounts: nothing })).toBeDefined()
    expect(edited({}, { discounts: { line_item: { additions: [{ id: 1 }], removals: [] } } })).toBeUndefined()
    expect(edited({}, { shipping_lines: { additions: [{ id: 1 }], removals: [] } })).toBeUndefined()
  })
})
