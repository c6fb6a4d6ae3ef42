import type { Clerk } from './clerk.ts'
import { allPages } from './client.ts'
import type { Client } from './client.ts'
import { fact, none, yuan } from './proof.ts'
import type { Fact } from './proof.ts'
import type { World } from './world.ts'

const PURCHASES = '/api/purchase/center'

type Line = { orderId: string; amountMinor: number }
const sumOf = (money: readonly { fen: number }[]): number => money.reduce((sum, { fen }) => sum + fen, 0)

/** Refunds and cancelled orders: each exactly once where it was requested, and nowhere else. */
export async function proveEndings(client: Client, world: World, clerk: Clerk): Promise<Fact[]> {
  const purchases = await clerk.purchases()
  const market = await world.marketOrders()
  const orderOf = new Map(market.map((order) => [order.outOrderId, order.orderId]))
  const meant = (ending: string): string[] =>
    purchases.flatMap(({ number }) => (clerk.endingOf(number) === ending ? [orderOf.get(number) ?? number] : []))
  const asked = await world.refundsAsked()
  const back = await world.moneyBack()
  const here = (await allPages<Line>(client, `${PURCHASES}/getLedger`, { kind: 'refunded' })).map(
    ({ orderId, amountMinor }) => ({ orderId, fen: amountMinor }),
  )
  const closed = await world.closings()
  return [
    fact('退款申请 / 应退款的采购单', meant('refund').length, asked.length),
    none('不是恰好申请一次、退款一次，或金额不一致', [
      ...notOnce(meant('refund'), asked),
      ...notOnce(meant('refund'), back),
      ...meant('refund').filter((orderId) => sumFor(here, orderId) !== sumFor(back, orderId)),
    ]),
    fact('退款总额', yuan(sumOf(here)), yuan(sumOf(back))),
    fact('取消的采购单', meant('cancel').length, market.filter(({ status }) => status === 'cancel').length),
    none('不是恰好取消一次，或不该取消的', [
      ...notOnce(meant('cancel'), closed),
      ...closed.flatMap(({ orderId, by }) => (by === 'buyer' ? [] : [`${orderId} ${by}`])),
    ]),
  ]
}

const sumFor = (money: readonly { orderId: string; fen: number }[], orderId: string): number =>
  sumOf(money.filter((one) => one.orderId === orderId))

/** Orders for which something was not done exactly once, and those for which it was done although nobody requested it. */
function notOnce(meant: readonly string[], done: readonly { orderId: string }[]): string[] {
  const times = new Map(meant.map((orderId) => [orderId, 0]))
  for (const { orderId } of done) times.set(orderId, (times.get(orderId) ?? 1) + 1)
  return Array.from(times).flatMap(([orderId, count]) => (count === 1 ? [] : [`${orderId} ${count} 次`]))
}
