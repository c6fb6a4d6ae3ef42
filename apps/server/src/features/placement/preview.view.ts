import type { OrderPreview } from '@huoqiao/connector-1688'
import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import type { PurchaseDoc } from '../purchases/index.ts'
import { waysOf } from './staged.rules.ts'
import { amountsOf, toleranceOf, withinTolerance } from './placement.rules.ts'

/** What the gate lets pass: how far above the expectation (per cent), and how much freight that nobody estimated (fen). */
export type GateLimits = { percent: number; unseenFreightMinor: number }

/** A preview as people read it: expectation, now, and whether the gate lets it pass. Without amounts it never does. */
export function previewView(
  doc: PurchaseDoc,
  preview: OrderPreview,
  { percent, unseenFreightMinor }: GateLimits,
  at: number,
): PlacementPreview {
  const amounts = amountsOf(preview)
  const now = amounts ?? { goodsMinor: 0, freightMinor: 0, totalMinor: 0 }
  const told = preview.orders.flatMap((order) => [...order.lines])
  const ways = waysOf(preview)
  const expectedTotal = doc.goodsMinor + (doc.freightMinor ?? 0)
  return {
    purchaseId: doc.id,
    number: doc.number,
    orders: preview.orders.map((order) => ({
      goodsMinor: order.goodsFen ?? 0,
      freightMinor: order.freightFen ?? 0,
      discountMinor: order.discountFen,
      totalMinor: order.totalFen ?? 0,
      tradeTypes: [...order.tradeTypes],
    })),
    lines: doc.lines
      .filter((line) => line.quantity > 0)
      .map((line) => {
        const one = told.find((other) => other.offerId === line.offerId && (other.specId ?? null) === line.specId)
        return {
          offerId: line.offerId,
          specId: line.specId,
          title: line.title,
          specText: line.specText,
          quantity: line.quantity,
          expectedUnitMinor: line.unitPriceMinor,
          unitMinor: one?.unitPriceFen ?? null,
          amountMinor: one?.amountFen ?? null,
          message: one?.message ?? null,
        }
      }),
    expected: { goodsMinor: doc.goodsMinor, freightMinor: doc.freightMinor ?? 0, totalMinor: expectedTotal },
    now,
    toleranceMinor: toleranceOf(expectedTotal, percent),
    withinTolerance: amounts !== undefined && withinTolerance(doc, amounts, percent, unseenFreightMinor),
    freightUnseen: doc.freightMinor === null && now.freightMinor > unseenFreightMinor,
    ways: ways === 'mixed' ? [] : ways,
    at,
  }
}
