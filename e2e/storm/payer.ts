import type { Answer, Client, Rows } from './client.ts'

const PURCHASES = '/api/purchase/center'

/** The amount of an order that is due now: one of its stages, or with null the whole amount. */
type Due = { purchaseId: string; orderId: string; stage: number | null; dueMinor: number }
type Payable = { orders: Due[]; left: Rows }

export type PayerDeps = {
  /** purchases that the app must pay */
  due: () => Promise<{ id: string }[]>
  payAtCashier: (orderId: string, stage: number | null) => Promise<void>
  heard: <T>(about: string, answer: Promise<Answer<T>>) => Promise<T | undefined>
  handOver: (about: string, answer: Promise<Answer<Rows>>) => Promise<void>
  note: (what: string) => void
}

/**
 * The app keeps a payment without a password open for half an hour when its request never arrived. A person does not wait that long: what
 * is still unpaid at 1688 after this time is paid there.
 */
const CASHIER_AFTER_MS = 45_000

/** Pays what is due, order by order and stage by stage, each requested once. */
export function openPayer(client: Client, { due, payAtCashier, heard, handOver, note }: PayerDeps) {
  /** by order: the last request and its time */
  const asked = new Map<string, Due & { since: number }>()

  const isAsked = ({ orderId, stage }: Due): boolean => asked.get(orderId)?.stage === stage

  async function ask(some: readonly Due[]): Promise<void> {
    for (const one of some) asked.set(one.orderId, { ...one, since: performance.now() })
    const stages = some.flatMap(({ orderId, stage, dueMinor }) =>
      stage === null ? [] : [{ orderId, stage, amountMinor: dueMinor }],
    )
    const purchaseIds = [...new Set(some.map(({ purchaseId }) => purchaseId))]
    await handOver('免密支付', client.post<Rows>(`${PURCHASES}/payByProtocol`, { purchaseIds, stages }))
  }

  return {
    async pay(): Promise<void> {
      const purchaseIds = (await due()).map(({ id }) => id)
      if (purchaseIds.length === 0) return
      const payable = await heard('应付款项', client.post<Payable>(`${PURCHASES}/queryPayable`, { purchaseIds }))
      if (!payable) return
      for (const { purchaseId, orderId, stage, since } of asked.values()) {
        const isWaiting = purchaseIds.includes(purchaseId) && performance.now() - since > CASHIER_AFTER_MS
        // Another stage is due now: the former one was paid.
        if (!isWaiting || payable.orders.some((one) => one.orderId === orderId && one.stage !== stage)) continue
        note('免密支付没有到达，改到收银台付款')
        await payAtCashier(orderId, stage)
        await handOver('刷新', client.post<Rows>(`${PURCHASES}/refreshAlibabaOrders`, { purchaseIds: [purchaseId] }))
      }
      const open = payable.orders.filter((one) => !isAsked(one))
      for (let from = 0; from < open.length; from += 10) await ask(open.slice(from, from + 10))
    },
  }
}
