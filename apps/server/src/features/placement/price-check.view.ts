import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { expectedTotalOf } from './price-check.rules.ts'
import type { PriceCheckDecision } from './price-check.rules.ts'

const NOTHING = { goodsMinor: 0, freightMinor: 0, totalMinor: 0 }

/** A decision of the price check for the screen: expected amounts, amounts now, and whether the purchase may be ordered. */
export const priceCheckView = (
  doc: { id: string; number: string },
  decision: PriceCheckDecision,
  at: number,
): PlacementPreview => ({
  purchaseId: doc.id,
  number: doc.number,
  orders: decision.orders,
  lines: decision.lines,
  expected: {
    goodsMinor: decision.expected.goodsMinor,
    freightMinor: decision.expected.freightMinor ?? 0,
    totalMinor: expectedTotalOf(decision.expected),
  },
  now: decision.now ?? NOTHING,
  toleranceMinor: decision.toleranceMinor,
  withinTolerance: decision.isWithinTolerance,
  freightUnseen: decision.isFreightUnseen,
  ways: decision.ways,
  at,
})
