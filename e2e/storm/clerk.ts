import { setTimeout as sleep } from 'node:timers/promises'
import { allPages, isAnswered, must } from './client.ts'
import type { Answer, Client, Rows } from './client.ts'
import { openCanceller } from './canceller.ts'
import { openPayer } from './payer.ts'
import { openRefunder } from './refunder.ts'

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
/** How the seller accepts payment: at once, only in stages, or either way. */
export type Source = { offerId: string; skuIds: string[]; sold: 'at-once' | 'in-stages' | 'either' }
/** How a purchase ends: shipped, with or without a refund of half the money; cancelled at 1688; left unpaid. */
export type Ending = 'send-on' | 'refund' | 'cancel' | 'leave'
export type Errand = { source: Source; ending: Ending }
/** Orders to buy for: by shop name and order number, with the source of each line. */
export type Wanted = Map<string, Errand>
export const keyOf = (shopName: string, number: string): string => `${shopName} ${number}`

export type Clerk = {
  /** One round over everything that waits for a person. */
  round(): Promise<void>
  /** all wanted orders are bought, all purchases placed, and each has reached its end here */
  finished(): Promise<boolean>
  /** all wanted orders are bought, and each purchase was sent to 1688 at least once, with any outcome */
  tried(): Promise<boolean>
  purchases(): Promise<Purchase[]>
  endingOf(number: string): Ending
  /** whether the app pays for it and ships it */
  isPaidHere(number: string): boolean
  isStaged(number: string): boolean
  /** for these, whether payment in three stages was chosen, not in two */
  isInThree(number: string): boolean
  /** purchases with a 1688 order at the end of the last round */
  placed(): number
  /** problems that were met, with their counts */
  problems: Map<string, number>
  note(what: string): void
  /** numbers of the purchases that the app confirmed */
  acknowledged(): string[]
}

export type ClerkOptions = {
  placements: number
  /** pays an order, or one stage of it, at 1688's cashier */
  payAtCashier: (orderId: string, stage: number | null) => Promise<void>
}

const AT_A_TIME = 4
const RESOLVE_EVERY_MS = 20_000

/** A person at the console who buys what was sold; patient, but clicks a little too fast. */
export function openClerk(client: Client, wanted: Wanted, options: ClerkOptions): Clerk {
  const problems: Clerk['problems'] = new Map()
  const bought = new Set<string>()
  /** by purchase number */
  const errands = new Map<string, Errand>()
  let placed = 0
  let resolvedAt = 0
  const isStaged: Clerk['isStaged'] = (number) => (errands.get(number)?.source.sold ?? 'at-once') !== 'at-once'
  const endingOf: Clerk['endingOf'] = (number) => errands.get(number)?.ending ?? 'leave'
  const isPaidHere: Clerk['isPaidHere'] = (number) => ['send-on', 'refund'].includes(endingOf(number))

  const note = (what: string): void => void problems.set(what, (problems.get(what) ?? 0) + 1)
  const heard = async <T>(about: string, answer: Promise<Answer<T>>): Promise<T | undefined> => {
    const result = await answer
    const { msg, data } = result
    if (isAnswered(result)) return data
    note(`${about}：${msg}`)
    return undefined
  }
  const inState = async (state: string): Promise<Purchase[]> =>
    (
      await must(
        client.get<{ list: Purchase[] }>(`${PURCHASES}/getPurchaseOrdersByCondition`, { state, pageSize: 200 }),
      )
    ).list
  const handOver = async (about: string, answer: Promise<Answer<Rows>>): Promise<void> => {
    const outcome = await heard(about, answer)
    for (const row of outcome?.rows ?? []) if (!row.ok) note(`${about}：${row.message}`)
  }

  async function buy(order: OrderRow, errand: Errand): Promise<void> {
    const { source } = errand
    type Line = { id: string; source: object | null }
    const detail = await heard('读取订单', client.get<{ lines: Line[] }>(`${ORDERS}/getOrder`, { orderId: order.id }))
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
      if (!(await heard('关联货源', client.form(`${ORDERS}/relateShopifyOrder`, link)))) return
    }
    const request = { orderLines: detail.lines.map(({ id }) => ({ orderLineId: id })), key: `storm ${order.id}` }
    const made = await heard(
      '创建采购单',
      client.post<{ purchases: { number: string }[]; rows: Rows }>(`${PURCHASES}/createPurchaseOrder`, request),
    )
    const [purchase] = made?.purchases ?? []
    if (purchase !== undefined && made?.purchases.length === 1) {
      bought.add(order.id)
      errands.set(purchase.number, errand)
    } else for (const row of made?.rows.rows ?? []) if (!row.ok) note(`创建采购单：${row.message}`)
  }

  async function takeOrders(): Promise<void> {
    if (bought.size >= options.placements) return
    const open: { order: OrderRow; errand: Errand }[] = []
    for (let page = 1; ; page++) {
      const { list, stores } = await must(
        client.get<OrderPage>(`${ORDERS}/getOrdersByCondition`, { page, pageSize: 200 }),
      )
      for (const order of list) {
        const errand = wanted.get(keyOf(stores[order.store]!.name, order.number))
        if (errand && !bought.has(order.id)) open.push({ order, errand })
      }
      if (list.length < 200) break
    }
    const next = async (): Promise<void> => {
      for (let one = open.shift(); one; one = open.shift()) await buy(one.order, one.errand)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, next))
  }

  /** The two ways of staged payment in turn, so that every storm has both; remembered, because a purchase may be placed again. */
  const stagedTypes = new Map<string, string>()
  function stagedTypeFor(number: string): string {
    const type = stagedTypes.get(number) ?? (stagedTypes.size % 2 === 0 ? '631staged' : '37staged')
    stagedTypes.set(number, type)
    return type
  }

  /** Chooses stages when placing if the seller accepts either way. Goods that are sold only in stages stop at the price check first. */
  async function place(ready: readonly Purchase[]): Promise<void> {
    const purchaseIds = ready.map(({ id }) => id)
    const staged = ready.flatMap(({ id, number }) =>
      errands.get(number)?.source.sold === 'either' ? [{ purchaseId: id, tradeType: stagedTypeFor(number) }] : [],
    )
    await handOver('下单', client.post<Rows>(`${PURCHASES}/createAlibabaOrder`, { purchaseIds, staged }))
  }

  async function acceptPrices(): Promise<void> {
    for (const { id, number } of await inState('price-check')) {
      type PriceCheck = { priceCheck: { now: { totalMinor: number }; ways: { staged: boolean }[] } | null }
      const seen = await must(client.get<PriceCheck>(`${PURCHASES}/getPlacement`, { purchaseId: id }))
      if (!seen.priceCheck) continue
      const isAgreed = seen.priceCheck.ways.some((way) => way.staged) && isStaged(number)
      const tradeType = isAgreed ? { tradeType: stagedTypeFor(number) } : {}
      const items = [{ purchaseId: id, totalMinor: seen.priceCheck.now.totalMinor, ...tradeType }]
      await handOver('接受价格', client.post<Rows>(`${PURCHASES}/acceptAlibabaPrice`, { items }))
    }
  }

  const purchases = (): Promise<Purchase[]> => allPages(client, `${PURCHASES}/getPurchaseOrdersByCondition`)

  const hasEnded = ({ number, state, payment }: Purchase): boolean => {
    const ending = endingOf(number)
    if (ending === 'leave') return state === 'to-pay'
    if (ending === 'cancel') return state === 'cancelled'
    return payment === (ending === 'refund' ? 'part-refunded' : 'paid') && state !== 'to-pay'
  }
  const allAre = async (so: (one: Purchase) => boolean): Promise<boolean> => {
    const all = await purchases()
    return all.length === options.placements && all.every(so)
  }

  const canceller = openCanceller(client, {
    due: async () => (await inState('to-pay')).filter(({ number }) => endingOf(number) === 'cancel'),
    handOver,
  })
  const refunder = openRefunder(client, {
    due: async () =>
      (await purchases()).filter(({ number, payment }) => endingOf(number) === 'refund' && payment === 'paid'),
    heard,
    handOver,
  })
  const payer = openPayer(client, {
    due: async () => (await inState('to-pay')).filter((one) => isPaidHere(one.number) && one.payment !== 'paid'),
    payAtCashier: options.payAtCashier,
    heard,
    handOver,
    note,
  })

  return {
    problems,
    endingOf,
    isPaidHere,
    isStaged,
    isInThree: (number: string): boolean => stagedTypes.get(number) === '631staged',
    note,
    acknowledged: () => Array.from(errands.keys()),
    placed: () => placed,
    purchases,
    async round() {
      await takeOrders()
      const ids = async (state: string): Promise<string[]> => (await inState(state)).map(({ id }) => id)
      const reviewing = await ids('reviewing')
      if (reviewing.length > 0)
        await handOver('审核', client.form<Rows>(`${PURCHASES}/completeReviewOrder`, { purchaseIds: reviewing }))
      const ready = await inState('to-place')
      if (ready.length > 0) await place(ready)
      await acceptPrices()
      const failed = await inState('place-failed')
      for (const { reason } of failed) note(`下单失败：${reason}`)
      if (failed.length > 0)
        await handOver(
          '退回待审核',
          client.form<Rows>(`${PURCHASES}/backToPendingReviewStatus`, { purchaseIds: failed.map(({ id }) => id) }),
        )
      const unknown = await ids('unknown')
      if (unknown.length > 0 && performance.now() - resolvedAt > RESOLVE_EVERY_MS) {
        resolvedAt = performance.now()
        await handOver('核对', client.post<Rows>(`${PURCHASES}/settleAlibabaOrder`, { purchaseIds: unknown }))
      }
      await payer.pay()
      await canceller.cancel()
      await refunder.askBack()
      placed = (await purchases()).filter(({ alibabaOrderIds }) => alibabaOrderIds.length > 0).length
      await sleep(1_000)
    },
    finished: () => allAre(hasEnded),
    tried: () => allAre((one) => one.state === 'unknown' || hasEnded(one) || one.alibabaOrderIds.length > 0),
  }
}
