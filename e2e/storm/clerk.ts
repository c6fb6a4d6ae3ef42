import { setTimeout as sleep } from 'node:timers/promises'
import { allPages, must } from './desk.ts'
import type { Answer, Desk, Rows } from './desk.ts'

const PURCHASES = '/api/purchase/center'
const ORDERS = '/api/order/center'

export type OrderRow = { id: string; number: string; store: number; state: string }
type OrderPage = { list: OrderRow[]; stores: { id: string; name: string }[] }
export type Purchase = {
  id: string
  number: string
  state: string
  payment: string
  reason: string
  actualMinor: number | null
  alibabaOrderIds: string[]
}
export type Source = { offerId: string; skuIds: string[] }
/** Orders to buy for: by shop name and order number, with what each line is bought as. */
export type Wanted = Map<string, Source>
export const keyOf = (shopName: string, number: string): string => `${shopName} ${number}`

/** Every other number is paid by the house itself; the rest stay in 待付款. */
export const isPaidHere = (number: string): boolean => Number(number.at(-1)) % 2 === 0

export type Clerk = {
  /** One round over all that waits for a person. */
  round(): Promise<void>
  /** all wanted orders are bought, all purchases placed, and those to be paid are paid */
  finished(): Promise<boolean>
  purchases(): Promise<Purchase[]>
  /** purchases that stood at 1688 when the last round ended */
  placed(): number
  /** what stood in the way, by how often */
  troubles: Map<string, number>
  note(what: string): void
  doubled(): number
}

export type ClerkOptions = {
  placements: number
  /** whether this click is a double one */
  doubles: () => boolean
  /** pays an order at the cashier of 1688 */
  payAtCashier: (orderId: string) => Promise<void>
}

const AT_A_TIME = 4
/**
 * A payment without a password whose request never arrived is held open by the house for half an hour. A person does not wait: an
 * order that is still unpaid at 1688 after this long is paid there.
 */
const CASHIER_AFTER_MS = 45_000
const SETTLE_EVERY_MS = 20_000

/** A person at the console who buys what was sold, patient and a little too quick with the mouse. */
export function openClerk(desk: Desk, wanted: Wanted, options: ClerkOptions): Clerk {
  const troubles: Clerk['troubles'] = new Map()
  const bought = new Set<string>()
  let doubled = 0
  let placed = 0
  let settledAt = 0
  const askedToPay = new Map<string, number>()

  const note = (what: string): void => void troubles.set(what, (troubles.get(what) ?? 0) + 1)
  const heard = async <T>(about: string, answer: Promise<Answer<T>>): Promise<T | undefined> => {
    const { code, msg, data } = await answer
    if (code === 200) return data
    note(`${about}：${msg}`)
    return undefined
  }
  const inState = async (state: string): Promise<Purchase[]> =>
    (await must(desk.get<{ list: Purchase[] }>(`${PURCHASES}/getPurchaseOrdersByCondition`, { state, pageSize: 200 })))
      .list
  const handOver = async (about: string, answer: Promise<Answer<Rows>>): Promise<void> => {
    const outcome = await heard(about, answer)
    for (const row of outcome?.rows ?? []) if (!row.ok) note(`${about}：${row.message}`)
  }

  async function buy(order: OrderRow, source: Source): Promise<void> {
    type Line = { id: string; source: object | null }
    const detail = await heard('读取订单', desk.get<{ lines: Line[] }>(`${ORDERS}/getOrder`, { orderId: order.id }))
    if (!detail) return
    for (const [index, line] of detail.lines.entries()) {
      if (line.source !== null) continue
      const link = {
        lineIds: [line.id],
        offerId: source.offerId,
        ...(source.skuIds.length > 0 ? { skuId: source.skuIds[index % source.skuIds.length]! } : {}),
        saleQuantity: 1,
        sourceQuantity: 20,
        scope: 'this-order',
      }
      if (!(await heard('关联货源', desk.form(`${ORDERS}/relateShopifyOrder`, link)))) return
    }
    const wish = { orderLines: detail.lines.map(({ id }) => ({ orderLineId: id })), key: `storm ${order.id}` }
    const made = await heard(
      '创建采购单',
      desk.post<{ purchases: object[]; rows: Rows }>(`${PURCHASES}/createPurchaseOrder`, wish),
    )
    if (made?.purchases.length === 1) bought.add(order.id)
    else for (const row of made?.rows.rows ?? []) if (!row.ok) note(`创建采购单：${row.message}`)
  }

  async function takeOrders(): Promise<void> {
    if (bought.size >= options.placements) return
    const open: { order: OrderRow; source: Source }[] = []
    for (let page = 1; ; page++) {
      const { list, stores } = await must(
        desk.get<OrderPage>(`${ORDERS}/getOrdersByCondition`, { page, pageSize: 200 }),
      )
      for (const order of list) {
        const source = wanted.get(keyOf(stores[order.store]!.name, order.number))
        if (source && !bought.has(order.id)) open.push({ order, source })
      }
      if (list.length < 200) break
    }
    const next = async (): Promise<void> => {
      for (let one = open.shift(); one; one = open.shift()) await buy(one.order, one.source)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, next))
  }

  async function place(purchaseIds: string[]): Promise<void> {
    const handed = (): Promise<void> =>
      handOver('下单', desk.post<Rows>(`${PURCHASES}/createAlibabaOrder`, { purchaseIds }))
    if (!options.doubles()) return handed()
    doubled++
    await Promise.all([handed(), handed()])
  }

  async function acceptPrices(): Promise<void> {
    for (const { id } of await inState('price-check')) {
      type Gate = { gate: { now: { totalMinor: number } } | null }
      const seen = await must(desk.get<Gate>(`${PURCHASES}/getPlacement`, { purchaseId: id }))
      if (!seen.gate) continue
      const items = [{ purchaseId: id, totalMinor: seen.gate.now.totalMinor }]
      await handOver('接受价格', desk.post<Rows>(`${PURCHASES}/acceptAlibabaPrice`, { items }))
    }
  }

  async function pay(): Promise<void> {
    const due = (await inState('to-pay')).filter((one) => isPaidHere(one.number) && one.payment !== 'paid')
    const unpaid = due.filter(({ id }) => !askedToPay.has(id))
    for (const { id, alibabaOrderIds } of due) {
      const since = askedToPay.get(id) ?? performance.now()
      askedToPay.set(id, since)
      if (performance.now() - since < CASHIER_AFTER_MS) continue
      note('免密支付没有到达，改到收银台付款')
      for (const orderId of alibabaOrderIds) await options.payAtCashier(orderId)
      await handOver('刷新', desk.post<Rows>(`${PURCHASES}/refreshAlibabaOrders`, { purchaseIds: [id] }))
    }
    for (let from = 0; from < unpaid.length; from += 10) {
      const purchaseIds = unpaid.slice(from, from + 10).map(({ id }) => id)
      await handOver('免密支付', desk.post<Rows>(`${PURCHASES}/payByProtocol`, { purchaseIds }))
    }
  }

  const purchases = (): Promise<Purchase[]> => allPages(desk, `${PURCHASES}/getPurchaseOrdersByCondition`)

  return {
    troubles,
    note,
    doubled: () => doubled,
    placed: () => placed,
    purchases,
    async round() {
      await takeOrders()
      const ids = async (state: string): Promise<string[]> => (await inState(state)).map(({ id }) => id)
      const reviewing = await ids('reviewing')
      if (reviewing.length > 0)
        await handOver('审核', desk.form<Rows>(`${PURCHASES}/completeReviewOrder`, { purchaseIds: reviewing }))
      const ready = await ids('to-place')
      if (ready.length > 0) await place(ready)
      await acceptPrices()
      const failed = await inState('place-failed')
      for (const { reason } of failed) note(`下单失败：${reason}`)
      if (failed.length > 0)
        await handOver(
          '退回待审核',
          desk.form<Rows>(`${PURCHASES}/backToPendingReviewStatus`, { purchaseIds: failed.map(({ id }) => id) }),
        )
      const unknown = await ids('unknown')
      if (unknown.length > 0 && performance.now() - settledAt > SETTLE_EVERY_MS) {
        settledAt = performance.now()
        await handOver('核对', desk.post<Rows>(`${PURCHASES}/settleAlibabaOrder`, { purchaseIds: unknown }))
      }
      await pay()
      placed = (await purchases()).filter(({ alibabaOrderIds }) => alibabaOrderIds.length > 0).length
      await sleep(1_000)
    },
    async finished() {
      const all = await purchases()
      return (
        all.length === options.placements &&
        all.every(({ number, state, payment }) =>
          isPaidHere(number) ? payment === 'paid' && state !== 'to-pay' : state === 'to-pay',
        )
      )
    },
  }
}
