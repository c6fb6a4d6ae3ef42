import { setTimeout as sleep } from 'node:timers/promises'
import { allPages, isAnswered, must } from './desk.ts'
import type { Answer, Desk, Rows } from './desk.ts'
import { openPayer } from './payer.ts'

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
/** How its seller takes the money: at once, only in stages, or either way. */
export type Source = { offerId: string; skuIds: string[]; sold: 'at-once' | 'in-stages' | 'either' }
/** Orders to buy for: by shop name and order number, with what each line is bought as. */
export type Wanted = Map<string, Source>
export const keyOf = (shopName: string, number: string): string => `${shopName} ${number}`

export type Clerk = {
  /** One round over all that waits for a person. */
  round(): Promise<void>
  /** all wanted orders are bought, all purchases placed, and those to be paid are paid */
  finished(): Promise<boolean>
  purchases(): Promise<Purchase[]>
  /** Whether the house pays for it: all that is paid in stages, and every other number of the rest, which stays in 待付款. */
  isPaidHere(number: string): boolean
  isStaged(number: string): boolean
  /** of those, whether it was agreed to be paid in three stages, not in two */
  isInThree(number: string): boolean
  /** purchases that stood at 1688 when the last round ended */
  placed(): number
  /** what stood in the way, by how often */
  troubles: Map<string, number>
  note(what: string): void
  doubled(): number
  /** numbers of the purchases that were made, as the house said */
  acknowledged(): string[]
}

export type ClerkOptions = {
  placements: number
  /** whether this click is a double one */
  doubles: () => boolean
  /** pays an order, or the stage of it, at the cashier of 1688 */
  payAtCashier: (orderId: string, stage: number | null) => Promise<void>
}

const AT_A_TIME = 4
const SETTLE_EVERY_MS = 20_000

/** A person at the console who buys what was sold, patient and a little too quick with the mouse. */
export function openClerk(desk: Desk, wanted: Wanted, options: ClerkOptions): Clerk {
  const troubles: Clerk['troubles'] = new Map()
  const bought = new Set<string>()
  /** by purchase number */
  const sources = new Map<string, Source>()
  let doubled = 0
  let placed = 0
  let settledAt = 0
  const isStaged: Clerk['isStaged'] = (number) => (sources.get(number)?.sold ?? 'at-once') !== 'at-once'
  const isPaidHere: Clerk['isPaidHere'] = (number) => isStaged(number) || Number(number.at(-1)) % 2 === 0

  const note = (what: string): void => void troubles.set(what, (troubles.get(what) ?? 0) + 1)
  const heard = async <T>(about: string, answer: Promise<Answer<T>>): Promise<T | undefined> => {
    const said = await answer
    const { msg, data } = said
    if (isAnswered(said)) return data
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
      desk.post<{ purchases: { number: string }[]; rows: Rows }>(`${PURCHASES}/createPurchaseOrder`, wish),
    )
    const [purchase] = made?.purchases ?? []
    if (purchase !== undefined && made?.purchases.length === 1) {
      bought.add(order.id)
      sources.set(purchase.number, source)
    } else for (const row of made?.rows.rows ?? []) if (!row.ok) note(`创建采购单：${row.message}`)
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

  /** The two ways in stages that there are, in turn, so that both are in every storm; kept, as a purchase may be placed again. */
  const stagedTypes = new Map<string, string>()
  function stagedTypeFor(number: string): string {
    const type = stagedTypes.get(number) ?? (stagedTypes.size % 2 === 0 ? '631staged' : '37staged')
    stagedTypes.set(number, type)
    return type
  }

  /** Stages are agreed to at once where there is a choice; where there is none the gate asks. */
  async function place(ready: readonly Purchase[]): Promise<void> {
    const purchaseIds = ready.map(({ id }) => id)
    const staged = ready.flatMap(({ id, number }) =>
      sources.get(number)?.sold === 'either' ? [{ purchaseId: id, tradeType: stagedTypeFor(number) }] : [],
    )
    const handed = (): Promise<void> =>
      handOver('下单', desk.post<Rows>(`${PURCHASES}/createAlibabaOrder`, { purchaseIds, staged }))
    if (!options.doubles()) return handed()
    doubled++
    await Promise.all([handed(), handed()])
  }

  async function acceptPrices(): Promise<void> {
    for (const { id, number } of await inState('price-check')) {
      type Gate = { gate: { now: { totalMinor: number }; ways: { staged: boolean }[] } | null }
      const seen = await must(desk.get<Gate>(`${PURCHASES}/getPlacement`, { purchaseId: id }))
      if (!seen.gate) continue
      const isAgreed = seen.gate.ways.some((way) => way.staged) && isStaged(number)
      const tradeType = isAgreed ? { tradeType: stagedTypeFor(number) } : {}
      const items = [{ purchaseId: id, totalMinor: seen.gate.now.totalMinor, ...tradeType }]
      await handOver('接受价格', desk.post<Rows>(`${PURCHASES}/acceptAlibabaPrice`, { items }))
    }
  }

  const purchases = (): Promise<Purchase[]> => allPages(desk, `${PURCHASES}/getPurchaseOrdersByCondition`)

  const payer = openPayer(desk, {
    due: async () => (await inState('to-pay')).filter((one) => isPaidHere(one.number) && one.payment !== 'paid'),
    payAtCashier: options.payAtCashier,
    heard,
    handOver,
    note,
  })

  return {
    troubles,
    isPaidHere,
    isStaged,
    isInThree: (number: string): boolean => stagedTypes.get(number) === '631staged',
    note,
    doubled: () => doubled,
    acknowledged: () => Array.from(sources.keys()),
    placed: () => placed,
    purchases,
    async round() {
      await takeOrders()
      const ids = async (state: string): Promise<string[]> => (await inState(state)).map(({ id }) => id)
      const reviewing = await ids('reviewing')
      if (reviewing.length > 0)
        await handOver('审核', desk.form<Rows>(`${PURCHASES}/completeReviewOrder`, { purchaseIds: reviewing }))
      const ready = await inState('to-place')
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
      await payer.pay()
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
