import { enough, faultsOf, gradeOf } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreFigure, ScoreFigures, ScoreKey, ScoreWindow } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { SupplierGoods } from '../deliveries/index.ts'
import type { SellerOrders } from '../placement/index.ts'
import type { SupplierPurchases, SupplierScore } from '../purchases/index.ts'

/** Input of the figures of one supplier in one window, by feature; undefined: no cases. */
export type Facts = {
  bought: SupplierPurchases | undefined
  orders: SellerOrders | undefined
  goods: SupplierGoods | undefined
}

export function figuresOf({ bought, orders, goods }: Facts): ScoreFigures {
  return {
    purchases: counted(bought?.purchases, bought?.purchases),
    paid: counted(orders?.paidPurchases, bought?.purchases),
    promisedHours: { value: orders?.promisedHours ?? null, cases: orders?.promisedOrders ?? 0 },
    sendHours: { value: orders?.medianHours ?? null, cases: orders?.sentOrders ?? 0 },
    slowSendHours: { value: orders?.ninetiethHours ?? null, cases: orders?.sentOrders ?? 0 },
    late: share(orders?.lateOrders, orders?.timedOrders),
    short: { value: permille(goods?.shortPieces, goods?.orderedPieces), cases: goods?.endedPurchases ?? 0 },
    defects: { value: permille(goods?.defectPieces, goods?.arrivedPieces), cases: goods?.receivedPurchases ?? 0 },
    priceDrift: {
      value: permille(bought && bought.paidMinor - bought.formerMinor, bought?.formerMinor),
      cases: bought?.pricedSkus ?? 0,
    },
    refunded: share(orders?.refundedOrders, orders?.paidOrders),
    refundsAsked: counted(orders?.refundAskedOrders, orders?.paidOrders),
    closedBySeller: share(orders?.closedBySeller, orders?.orders),
  }
}

const counted = (value = 0, cases = 0): ScoreFigure => ({ value: cases === 0 ? null : value, cases })
const share = (part: number | undefined, whole = 0): ScoreFigure => ({ value: permille(part, whole), cases: whole })

/** Null: the denominator is 0. */
export const permille = (part = 0, whole = 0): number | null => (whole === 0 ? null : Math.round((part * 1000) / whole))

/** Sort keys of a supplier: the number of bad figures, as in its badge, and the figures shown in the list, which are those of the shortest window. */
export function scoreOf(windows: readonly ScoreWindow[]): Omit<SupplierScore, 'supplierId'> {
  const recent = windows[0]
  const figure = (key: ScoreKey): number | null => (recent && enough(recent.figures[key])) ?? null
  return {
    faults: gradeOf(windows) === 'unknown' ? null : faultsOf(windows).length,
    sendHours: figure('sendHours'),
    short: figure('short'),
    priceDrift: figure('priceDrift'),
    refunded: figure('refunded'),
  }
}
