// @vitest-environment happy-dom
import { CARD_PAGE_SIZES } from '@huoqiao/contract/specification'
import { ENDPOINTS } from '@huoqiao/contract/registry'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../test/page-bench.tsx'
import { purchaseOf } from '../../test/purchase.ts'
import { useDeliveryActs } from '../features/deliveries/use-delivery-acts.tsx'
import { useOrderActs } from '../features/orders/use-order-acts.tsx'
import { usePurchaseActs } from '../features/purchases/use-purchase-acts.tsx'

/** The largest page of a list, and the largest selection: 选中前 500 项 and one more row. */
const PAGE = Math.max(...CARD_PAGE_SIZES)
const WHOLE = 501
const idAt = (at: number): string => `0192f0c0-aaaa-7bbb-8ccc-${String(at).padStart(12, '0')}`
const IDS = Array.from({ length: WHOLE }, (_, at) => idAt(at))
const ORDERS = IDS.map((id, at) => ({ id, number: `#${at}` }))
const PURCHASES = IDS.slice(0, PAGE).map((id) => purchaseOf(id))
const NAMED = PURCHASES.map(({ id, number }) => ({ id, name: number }))

type Acts = {
  purchases: ReturnType<typeof usePurchaseActs>
  deliveries: ReturnType<typeof useDeliveryActs>
  orders: ReturnType<typeof useOrderActs>
}
type BulkCall = keyof typeof ENDPOINTS
const BULK: readonly [BulkCall, number, (acts: Acts) => unknown][] = [
  ['completeReviewOrder', PAGE, ({ purchases }) => purchases.review(PURCHASES)],
  ['copyPurchaseOrder', PAGE, ({ purchases }) => purchases.copy(PURCHASES)],
  ['settleAlibabaOrder', PAGE, ({ purchases }) => purchases.resolve(PURCHASES)],
  ['refreshAlibabaOrders', PAGE, ({ purchases }) => purchases.refresh(PURCHASES)],
  ['refreshParcels', PAGE, ({ deliveries }) => deliveries.refreshParcels(NAMED)],
  ['urgeParcel', PAGE, ({ deliveries }) => deliveries.urge(NAMED)],
  ['retryShipments', PAGE, ({ deliveries }) => deliveries.retry(NAMED)],
  ['holdOrders', WHOLE, ({ orders }) => orders.hold(ORDERS, '等客户')],
  ['releaseOrders', WHOLE, ({ orders }) => orders.release(ORDERS)],
  ['confirmOrders', WHOLE, ({ orders }) => orders.confirm(ORDERS)],
]

const done = new Map<string, string[]>()
/** Answers as the server does: what the contract does not accept is refused. */
function answerOf(name: BulkCall) {
  const { input, mode } = ENDPOINTS[name]
  return ({ body }: { body: string }) => {
    const read = input.safeParse(mode === 'postjson' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)))
    if (!read.success) return { code: 400, msg: read.error.message }
    const ids = Object.values(read.data as Record<string, unknown>).find(Array.isArray) as string[]
    done.set(name, [...(done.get(name) ?? []), ...ids])
    return { succeeded: ids.length, failed: 0, rows: ids.map((key) => ({ key, ok: true, message: '' })) }
  }
}
const bench = openPageBench(
  Object.fromEntries(BULK.map(([name]) => [`${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`, answerOf(name)])),
)
function Page(): ReactNode {
  const acts = { purchases: usePurchaseActs(), deliveries: useDeliveryActs(), orders: useOrderActs() }
  return BULK.map(([name, , act]) => (
    <button key={name} onClick={() => void act(acts)}>
      {name}
    </button>
  ))
}

test.each(BULK)('%s reaches all %i rows that a person can select', async (name, most) => {
  showPage(bench, <Page />, '/')
  fireEvent.click(screen.getByText(name))
  if (name === 'confirmOrders') fireEvent.click(await screen.findByRole('button', { name: '确认放行' }))
  await waitFor(() => expect(bench.app.count(`${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`)).toBeGreaterThan(0))
  await expect.poll(() => done.get(name)).toEqual(IDS.slice(0, most))
})
