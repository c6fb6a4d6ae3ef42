import type { Purchase } from './clerk.ts'
import { must } from './client.ts'
import type { Answer, Client, Rows } from './client.ts'

const PURCHASES = '/api/purchase/center'
const REFRESH_EVERY_MS = 10_000

type Order = { orderId: string; items: { id: string }[]; refunds: { state: string }[] }
type Options = { order: Order; reasons: { id: string }[]; maxRefundMinor: number }

/** Requests a refund of half the money, once per order: requested twice, 1688 would refund everything. */
export function openRefunder(
  client: Client,
  deps: {
    /** paid purchases without a refund so far */
    due: () => Promise<Purchase[]>
    heard: <T>(about: string, answer: Promise<Answer<T>>) => Promise<T | undefined>
    handOver: (about: string, answer: Promise<Answer<Rows>>) => Promise<void>
  },
) {
  let refreshedAt = 0
  /** A request that was refused, or certainly never arrived, may be repeated. */
  const isOpen = ({ refunds }: Order): boolean =>
    refunds.every(({ state }) => state === 'refused' || state === 'absent')

  async function ask(orderId: string): Promise<void> {
    const options = await deps.heard('可退款项', client.post<Options>(`${PURCHASES}/getRefundOptions`, { orderId }))
    if (!options) return
    await deps.heard(
      '申请退款',
      client.post(`${PURCHASES}/applyAlibabaRefund`, {
        orderId,
        // One key per application: without an answer it is sent again with the same key. After a failed one, a new key is used.
        requestKey: `${orderId}-${options.order.refunds.length}`,
        itemIds: options.order.items.map(({ id }) => id),
        kind: 'refund',
        paymentMinor: Math.max(1, Math.floor(options.maxRefundMinor / 2)),
        reasonId: options.reasons[0]!.id,
        description: '少了一半',
      }),
    )
  }

  return {
    async askBack(): Promise<void> {
      const purchases = await deps.due()
      for (const { id } of purchases) {
        const { orders } = await must(client.get<{ orders: Order[] }>(`${PURCHASES}/getPlacement`, { purchaseId: id }))
        for (const order of orders) if (isOpen(order)) await ask(order.orderId)
      }
      if (purchases.length === 0 || performance.now() - refreshedAt < REFRESH_EVERY_MS) return
      refreshedAt = performance.now()
      // The message about the refund may have got lost.
      const purchaseIds = purchases.map(({ id }) => id)
      await deps.handOver('刷新', client.post<Rows>(`${PURCHASES}/refreshAlibabaOrders`, { purchaseIds }))
    },
  }
}
