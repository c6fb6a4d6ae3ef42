import type { Purchase } from './clerk.ts'
import type { Answer, Client, Rows } from './client.ts'

const PURCHASES = '/api/purchase/center'
/** 1688 cancels no order within its first ten seconds. */
const NOT_BEFORE_MS = 12_000
const AGAIN_MS = 15_000

/** Cancels unpaid orders at 1688 that are no longer wanted. */
export function openCanceller(
  client: Client,
  {
    due,
    handOver,
  }: {
    /** purchases with an unpaid 1688 order that are to be cancelled */
    due: () => Promise<Purchase[]>
    handOver: (about: string, answer: Promise<Answer<Rows>>) => Promise<void>
  },
) {
  const nextAt = new Map<string, number>()
  return {
    async cancel(): Promise<void> {
      const now = performance.now()
      const purchaseIds: string[] = []
      for (const { id } of await due()) {
        const at = nextAt.get(id) ?? now + NOT_BEFORE_MS
        nextAt.set(id, at > now ? at : now + AGAIN_MS)
        if (at <= now) purchaseIds.push(id)
      }
      if (purchaseIds.length > 0)
        await handOver('取消1688订单', client.post<Rows>(`${PURCHASES}/cancelAlibabaOrder`, { purchaseIds }))
    },
  }
}
