import type { OrderPreview } from '@huoqiao/connector-1688'
import type { OrderDoc } from '../orders/index.ts'
import { UNANSWERED_ALARM } from '../purchases/index.ts'
import type { PurchaseDoc } from '../purchases/index.ts'
import { cargoOf } from './placement.mapping.ts'
import { waysOf } from './staged.rules.ts'

/** Why the purchase cannot even be previewed; undefined: it can. */
export function obstacleOf(doc: PurchaseDoc): string | undefined {
  if (doc.address === null) return '没有收货地址'
  const cargo = cargoOf(doc.lines)
  if (cargo.length === 0) return '没有要买的规格'
  if (cargo.length > 50) return '一张采购单最多50个规格，请拆分'
  return undefined
}

/** Orders withdrew demand, and no person has decided yet what to do with the pieces. */
export const alarmOf = (doc: PurchaseDoc): string | undefined => (doc.alarmQuantity > 0 ? UNANSWERED_ALARM : undefined)

/**
 * Why an order that the purchase buys for blocks it; undefined: none does. Checked here because a 截单提醒 may not have been created yet.
 */
export function orderStopOf(
  orders: readonly Pick<OrderDoc, 'number' | 'isHeld' | 'cancelledAt' | 'isMoneyGone'>[],
): string | undefined {
  const gone = orders.find((order) => order.cancelledAt !== null || order.isMoneyGone)
  if (gone) return `订单 ${gone.number} 已取消或退款，请先处理截单提醒`
  const held = orders.find(({ isHeld }) => isHeld)
  return held && `订单 ${held.number} 已搁置：解除搁置后再下单；不等它就退回待审核，去掉它的商品，或删掉重新生成`
}

/** A refusal of 1688 inside a preview that reports success as a whole. */
export function refusalOf(preview: OrderPreview): string | undefined {
  for (const order of preview.orders) {
    if (order.ok) continue
    const line = order.lines.find((one) => one.message !== null)
    return order.message ?? line?.message ?? order.code ?? '原因不明'
  }
  if (waysOf(preview) === 'mixed') return '其中一部分只能分阶段付款，另一部分不能，请拆成两张采购单'
  return preview.orders.length === 0 ? '没有给出任何价格' : undefined
}
