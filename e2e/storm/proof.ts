import type { Clerk } from './clerk.ts'
import type { Packer } from './packer.ts'
import { must } from './client.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** A fact compared on both sides; `here` is ours, `there` the vendors'. */
export type Fact = { what: string; here: string; there: string; holds: boolean }

const ORDERS = '/api/order/center'
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`
export const fact = (what: string, here: string | number, there: string | number, holds = here === there): Fact => ({
  what,
  here: String(here),
  there: String(there),
  holds,
})
export const none = (what: string, found: readonly string[]): Fact =>
  fact(what, found.length === 0 ? '无' : `${found.length}：${found.slice(0, 5).join('、')}`, '无')

type Listed = { id: string; number: string; store: number; currency: string }

/** Orders of all shops, each as `shop number`, with its present total in minor units. */
export async function proveOrders(client: Client, world: World): Promise<Fact[]> {
  const there = new Map<string, string>()
  for (const { shop, name } of world.shops)
    for (const order of await world.shopOrders(shop))
      there.set(`${name} ${order.name}`, `${Number(order.total.replace('.', ''))} ${order.currency}`)

  const here = new Map<string, string>()
  const twice: string[] = []
  for (let page = 1; ; page++) {
    const { list, stores } = await must(
      client.get<{ list: Listed[]; stores: { name: string }[] }>(`${ORDERS}/getOrdersByCondition`, {
        page,
        pageSize: 200,
        sort: 'created',
        direction: 'asc',
      }),
    )
    for (const row of list) {
      // The answer has each store once, and a row refers to it by its index.
      const key = `${stores[row.store]!.name} ${row.number}`
      if (here.has(key)) twice.push(key)
      const { amounts } = await must(
        client.get<{ amounts: { current: number } }>(`${ORDERS}/getOrder`, { orderId: row.id }),
      )
      here.set(key, `${amounts.current} ${row.currency}`)
    }
    if (list.length < 200) break
  }
  const missing = Array.from(there.keys()).filter((key) => !here.has(key))
  const other = Array.from(there).filter(([key, total]) => here.has(key) && here.get(key) !== total)
  return [
    fact('店铺订单数', here.size, there.size),
    none('丢失的订单', missing),
    none('重复的订单', twice),
    none(
      '金额不一致的订单',
      other.map(([key, total]) => `${key} ${here.get(key)} ≠ ${total}`),
    ),
  ]
}

type Ledger = {
  ok: boolean
  entries: number
  intents: number
  placed: number
  refused: number
  absent: number
  open: number
  orders: number
  problems: { message: string }[]
}

/** Compares every purchase with 1688's orders under its number, and the sums of both. */
export async function provePurchases(client: Client, world: World, clerk: Clerk, placements: number): Promise<Fact[]> {
  const purchases = await clerk.purchases()
  const market = await world.marketOrders()
  const witness = await world.witness()
  const ledger = await must(client.post<Ledger>('/api/purchase/center/verifyLedger'))
  const twice: string[] = []
  const astray: string[] = []
  for (const { number, alibabaOrderIds, actualMinor } of purchases) {
    const under = market.filter((order) => order.outOrderId === number)
    const isCancelled = clerk.endingOf(number) === 'cancel'
    if (under.length !== 1 || (under[0]!.status === 'cancel') !== isCancelled)
      twice.push(`${number} ${under.map(({ status }) => status).join()}`)
    const same = alibabaOrderIds.join() === under.map(({ orderId }) => orderId).join()
    // A cancelled one keeps the amount for which its order was created.
    const sum = under.reduce((total, order) => total + order.totalFen, 0)
    if (!same || actualMinor !== sum) astray.push(`${number} ${actualMinor} ≠ ${sum}`)
  }
  const known = new Set(purchases.map(({ number }) => number))
  const notOurs = market.filter(({ outOrderId }) => outOrderId === null || !known.has(outOrderId))
  return [
    fact('采购单 / 1688订单', purchases.length, witness.orders),
    fact('应下采购单', purchases.length, placements),
    none('采购单不是恰好一个1688订单，或不该取消的被取消', twice),
    none('金额或订单号不一致', astray),
    none(
      '1688上无人认领的订单',
      notOurs.map(({ orderId }) => orderId),
    ),
    none(
      '同一采购单号的多个1688订单',
      witness.repeated.map(({ outOrderId }) => outOrderId),
    ),
    fact(
      '订单总额',
      yuan(purchases.reduce((sum, one) => sum + (one.actualMinor ?? 0), 0)),
      yuan(market.reduce((sum, one) => sum + one.totalFen, 0)),
    ),
    fact('账本：成功的下单', ledger.placed, witness.orders),
    fact('账本：1688订单', ledger.orders, witness.orders),
    fact('账本：未结的意图', ledger.open, 0),
    fact(
      '账本：意图＝成功＋被拒＋确认未下单',
      ledger.intents,
      `${ledger.placed}＋${ledger.refused}＋${ledger.absent}`,
      ledger.intents === ledger.placed + ledger.refused + ledger.absent,
    ),
    none(
      `账本的问题（共 ${ledger.entries} 条凭证）`,
      ledger.problems.map(({ message }) => message),
    ),
  ]
}

/** Each order with paid goods is shipped completely, once; no other order is. */
export async function proveShipments(world: World, clerk: Clerk, packer: Packer): Promise<Fact[]> {
  const due = (await clerk.purchases()).filter(({ number }) => clerk.isPaidHere(number)).length
  let fulfilments = 0
  const wrong: string[] = []
  for (const { shop, name } of world.shops) {
    for (const order of await world.shopOrders(shop)) {
      const live = order.fulfillments.filter(({ status }) => status === 'SUCCESS').length
      fulfilments += live
      const whole = order.lines.every(({ quantity, fulfilledQuantity }) => quantity === fulfilledQuantity)
      if (live > 1 || (live === 1 && !whole)) wrong.push(`${name} ${order.name} ${live}个`)
    }
  }
  return [
    fact('回传的运单', await packer.sent(), fulfilments),
    fact('应回传的订单', due, fulfilments),
    none('发货不是恰好一次、数量不符的订单', wrong),
  ]
}
