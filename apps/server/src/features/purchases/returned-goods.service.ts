import type { Db, Tx } from '../../db/db.ts'
import type { NoticesService } from '../notices/index.ts'
import { findDemandOfOrders } from './lines.store.ts'
import type { PurchaseWriting } from './purchase-writing.service.ts'
import { ALARMABLE } from './purchases.rules.ts'
import { lockPurchases } from './purchases.store.ts'
import type { PurchaseState } from './purchases.types.ts'

export type ReturnedGoods = { orderId: string; orderLineIds: readonly string[]; name: string }

/**
 * A hint next to 截单提醒: a shopper returns goods while more of them is being bought. The order still wants them, so no quantity changes; a
 * person checks before more money is spent.
 */
export function returnedGoodsService(deps: {
  db: Db
  notices: Pick<NoticesService, 'tell'>
  writing: PurchaseWriting
}) {
  const { writing } = deps

  const handle = async (tx: Tx, { orderId, orderLineIds, name }: ReturnedGoods): Promise<void> => {
    const demand = (await findDemandOfOrders(tx, [orderId])).filter(
      (one) => orderLineIds.includes(one.orderLineId) && ALARMABLE.includes(one.state as PurchaseState),
    )
    for (const row of await lockPurchases(tx, [...new Set(demand.map((one) => one.purchaseId))])) {
      const own = demand.filter((one) => one.purchaseId === row.id)
      const [first] = own
      if (!first) continue
      const pieces = own.reduce((sum, one) => sum + one.saleQuantity, 0)
      const reason = `订单 ${first.orderName} 的买家在退同一商品（${name}）`
      await writing.finish(tx, await writing.wholeOf(tx, row), { by: null, goods: 'keep', reason })
      await deps.notices.tell(tx, {
        kind: 'order-cut',
        about: `purchase ${row.id} return ${name}`,
        text: `采购单 ${row.number}：${reason}，还有 ${pieces} 件在采购，请先核对是否还要`,
        to: `/purchase/list?number=${row.number}`,
      })
    }
  }

  return { handle: (reported: ReturnedGoods): Promise<void> => deps.db.transaction((tx) => handle(tx, reported)) }
}
