import type { OrderPreview } from '@huoqiao/connector-1688'
import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'
import { yuanText } from '@huoqiao/kit'
import { amountsOf, toleranceOf, withinTolerance } from './placement.rules.ts'
import type { Amounts } from './placement.rules.ts'
import { waysOf } from './staged.rules.ts'

/** Limits of the price check: how far above the expected amount (per cent), and how much freight that nobody estimated (fen). */
export type PriceCheckLimits = { percent: number; unseenFreightMinor: number }

/** A SKU of the purchase: the expected price and the price that 1688 asks for now (fen). */
export type PriceCheckLine = {
  offerId: string
  specId: string | null
  title: string
  specText: string
  quantity: number
  expectedUnitMinor: number | null
  unitMinor: number | null
  /** before discounts of the whole order; null: 1688 did not report it */
  amountMinor: number | null
  /** why 1688 refuses this line */
  message: string | null
}
/** One of the orders that 1688 would create (fen). */
export type PriceCheckOrder = {
  goodsMinor: number
  freightMinor: number
  discountMinor: number
  totalMinor: number
  tradeTypes: string[]
}

/** 下单闸门 (beyond, item 6): what was expected, what 1688 asks for now, and the decision. */
export type PriceCheckDecision = {
  lines: PriceCheckLine[]
  orders: PriceCheckOrder[]
  /** the possible ways to pay, if there is a choice */
  ways: PayingWay[]
  /** freight null: it could not be estimated */
  expected: { goodsMinor: number; freightMinor: number | null }
  /** null: 1688 did not report one of the amounts */
  now: Amounts | null
  toleranceMinor: number
  isWithinTolerance: boolean
  isFreightUnseen: boolean
}

type Planned = {
  goodsMinor: number
  freightMinor: number | null
  lines: readonly (Pick<PriceCheckLine, 'offerId' | 'specId' | 'title' | 'specText' | 'quantity'> & {
    unitPriceMinor: number | null
  })[]
}

export const expectedTotalOf = ({ goodsMinor, freightMinor }: PriceCheckDecision['expected']): number =>
  goodsMinor + (freightMinor ?? 0)

/** If an amount is missing, the purchase is always stopped. */
export function checkPrice(
  plan: Planned,
  preview: OrderPreview,
  { percent, unseenFreightMinor }: PriceCheckLimits,
): PriceCheckDecision {
  const now = amountsOf(preview) ?? null
  const reported = preview.orders.flatMap((order) => [...order.lines])
  const ways = waysOf(preview)
  const expected = { goodsMinor: plan.goodsMinor, freightMinor: plan.freightMinor }
  return {
    lines: plan.lines
      .filter((line) => line.quantity > 0)
      .map(({ offerId, specId, title, specText, quantity, unitPriceMinor }) => {
        const one = reported.find((other) => other.offerId === offerId && (other.specId ?? null) === specId)
        return {
          offerId,
          specId,
          title,
          specText,
          quantity,
          expectedUnitMinor: unitPriceMinor,
          unitMinor: one?.unitPriceFen ?? null,
          amountMinor: one?.amountFen ?? null,
          message: one?.message ?? null,
        }
      }),
    orders: preview.orders.map((order) => ({
      goodsMinor: order.goodsFen ?? 0,
      freightMinor: order.freightFen ?? 0,
      discountMinor: order.discountFen,
      totalMinor: order.totalFen ?? 0,
      tradeTypes: [...order.tradeTypes],
    })),
    ways: ways === 'mixed' ? [] : ways,
    expected,
    now,
    toleranceMinor: toleranceOf(expectedTotalOf(expected), percent),
    isWithinTolerance: now !== null && withinTolerance(expected, now, percent, unseenFreightMinor),
    isFreightUnseen: plan.freightMinor === null && (now?.freightMinor ?? 0) > unseenFreightMinor,
  }
}

/**
 * The reason why a person must accept the price first; undefined: it may be ordered. `acceptedMinor`: the total that a person accepted
 * before.
 */
export function priceStopOf(decision: PriceCheckDecision, acceptedMinor: number | null): string | undefined {
  if (decision.now === null) return '1688没有给出完整的金额'
  const { totalMinor, freightMinor } = decision.now
  if (decision.isWithinTolerance || (acceptedMinor !== null && totalMinor <= acceptedMinor)) return undefined
  const now = yuanText(totalMinor)
  if (decision.isFreightUnseen) return `运费 ${yuanText(freightMinor)} 没有预估过，还没有人看过：货款和运费共 ${now}`
  return `1688价格超出容忍度：现在要 ${now}，预计 ${yuanText(expectedTotalOf(decision.expected))}`
}
