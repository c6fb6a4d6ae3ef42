import { randomUUID } from 'node:crypto'
import type { AlibabaOrderView, LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { inTurn, until } from '../../../test/until.ts'

/** What the simulator itself wrote down of one of our numbers. */
export type Witness = {
  orders: number
  orderIds: string[]
  open: number
  payments: number
  paidFen: number
}

/** A buyer at the simulator, whichever server answers its calls. */
export type BuyingFixture = {
  ok: TestApp['ok']
  simulator: TestSimulator
  /** A reviewed purchase by hand, ready to be placed. `which`: of the market's offers, so that a test may spoil one of its own. */
  ready(which?: number): Promise<PurchaseDetail>
  /** So many of them. */
  readyMany(count: number, which?: number): Promise<PurchaseDetail[]>
  detail(purchaseId: string): Promise<PurchaseDetail>
  /** Waits until the purchase is in one of the states. */
  until(purchaseId: string, ...states: PurchaseState[]): Promise<PurchaseDetail>
  place(...ids: string[]): Promise<void>
  /** Placed, with an order at 1688 that waits for its money. */
  placed(which?: number): Promise<PurchaseDetail>
  /** Reads its orders at 1688, as the button does. */
  refresh(purchaseId: string): Promise<void>
  ordersOf(purchaseId: string): Promise<AlibabaOrderView[]>
  verify(): Promise<LedgerProof>
  /** of the simulated 1688 */
  quirk(name: string, value: unknown): Promise<void>
  witness(number: string): Promise<Witness>
  fault(call: string, kind: 'drop-before' | 'drop-after' | 'throttle', times?: number): Promise<void>
}

/** An installation with such a buyer. */
export type BuyingApp = BuyingFixture & {
  app: TestApp
  /** moves the app's clock on */
  later(ms: number): void
  /** what the app's clock says */
  now(): number
  close(): Promise<void>
}

/** The seller acts when a test says so, not when ten minutes have passed. */
const OURS_TO_MOVE = { qps: 10_000, autoShip: false }

/** `nodeName`: of its sessions in the database (test/standstill.ts). */
type BuyingAppOptions = { nodeName?: string }

/** For the tests of one file, each of which begins with no fault and no forced failure. */
export function withBuyingApp(options: BuyingAppOptions = {}): BuyingApp {
  const fixture = {} as BuyingApp
  beforeAll(async () => {
    Object.assign(fixture, await startBuyingApp(options))
  })
  afterAll(() => fixture.app && fixture.close())
  beforeEach(async () => {
    await fixture.simulator.control('DELETE', '/faults')
    await fixture.simulator.control('DELETE', '/1688/forced-failures')
  })
  return fixture
}

type Offer = { offerId: string; skuId: string | null; specId: string | null }

export async function startBuyingApp(options: BuyingAppOptions = {}): Promise<BuyingApp> {
  const simulator = await startTestSimulator()
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const app = await startTestApp({
    demoSimulator: simulator.origin,
    clock: { now },
    ...options,
  })
  return {
    ...(await openBuyingFixture((name, input, options) => app.ok(name, input, options), simulator)),
    app,
    later: (ms) => void (ahead += ms),
    now,
    async close() {
      await app.close()
      await simulator.close()
    },
  }
}

/** On an installation that is new. */
export async function openBuyingFixture(ok: TestApp['ok'], simulator: TestSimulator): Promise<BuyingFixture> {
  const detail: BuyingFixture['detail'] = (purchaseId) => ok('getPurchaseOrderSkuDetails', { purchaseId })
  const fixture: BuyingFixture = {
    ok,
    simulator,
    ready: async (which) => (await fixture.readyMany(1, which))[0]!,
    async readyMany(count, which = 0) {
      const items = [{ ...(await offerAt(ok, simulator, which)), quantity: 20 }]
      const made = await Promise.all(
        Array.from({ length: count }, () => ok('createPurchaseOrder', { items, key: randomUUID() })),
      )
      const purchaseIds = made.map(({ purchases }) => purchases[0]!.id)
      // A job estimates the freight; the expected amount must be stored before the price check compares with it.
      await inTurn(purchaseIds, (id) =>
        until(
          () => detail(id),
          ({ freightMinor }) => freightMinor !== null,
        ),
      )
      const reviewed = await ok('completeReviewOrder', { purchaseIds })
      if (reviewed.failed > 0) throw new Error(reviewed.rows.map(({ message }) => message).join())
      return inTurn(purchaseIds, detail)
    },
    detail,
    until: (purchaseId, ...states) =>
      until(
        () => detail(purchaseId),
        ({ state }) => states.includes(state),
        ({ number, state, reason }) => `${number} is ${state} (${reason}), not ${states.join(', ')}`,
      ),
    async place(...purchaseIds) {
      const handed = await ok('createAlibabaOrder', { purchaseIds })
      if (handed.failed > 0) throw new Error(handed.rows.map((row) => row.message).join())
    },
    async placed(which) {
      const { id } = await fixture.ready(which)
      await fixture.place(id)
      return fixture.until(id, 'to-pay')
    },
    async refresh(purchaseId) {
      await ok('refreshAlibabaOrders', { purchaseIds: [purchaseId] })
    },
    ordersOf: async (purchaseId) => (await ok('getPlacement', { purchaseId })).orders,
    verify: () => ok('verifyLedger', {}),
    async quirk(name, value) {
      await simulator.control('POST', '/quirks', { name: `1688.${name}`, value })
    },
    witness: (number) => simulator.control('GET', `/1688/witness?outOrderId=${number}`),
    async fault(call, kind, times = 1) {
      await simulator.control('POST', '/faults', { vendor: '1688', call, fault: { kind }, times, every: 1 })
    },
  }
  for (const [name, value] of Object.entries(OURS_TO_MOVE)) await fixture.quirk(name, value)
  // A restored installation has it already.
  if ((await ok('queryReceivingAddresses', {})).every((one) => one.name !== '义乌仓')) {
    const saved = (await ok('queryAccountAddresses', {}))[0]
    if (!saved) throw new Error('the simulator has no saved address')
    await ok('addReceivingAddress', { ...saved, name: '义乌仓', isDefault: true })
  }
  return fixture
}

/** A SKU of an offer at the market, with stock enough for the tests. */
async function offerAt(ok: TestApp['ok'], simulator: TestSimulator, which: number): Promise<Offer> {
  const found = await ok('keywordQuery', { keyword: '收纳', page: 1, pageSize: 10 })
  const card = found.list[which]
  if (!card) throw new Error(`the market has no offer ${which}`)
  type Live = { skus: { skuId: string; specId: string }[] }
  const live = await simulator.control<Live>('GET', `/market/offer/${card.offerId}`)
  await simulator.control('POST', '/market/offer', { offerId: card.offerId, change: { stock: 100_000 } })
  const [sku] = live.skus
  return { offerId: card.offerId, skuId: sku?.skuId ?? null, specId: sku?.specId ?? null }
}

/** Asks 1688 for the money of an order back, without goods, all of it where `asked` does not say how much. Answers whatever is said. */
export async function askMoneyBack(
  app: Pick<TestApp, 'ok' | 'call'>,
  orderId: string,
  asked: { requestKey?: string; paymentMinor?: number; freightMinor?: number; description?: string } = {},
) {
  const options = await app.ok('getRefundOptions', { orderId })
  return app.call('applyAlibabaRefund', {
    orderId,
    requestKey: randomUUID(),
    itemIds: options.order.items.map((item) => item.id),
    kind: 'refund',
    paymentMinor: options.maxRefundMinor,
    freightMinor: options.maxFreightMinor,
    reasonId: options.reasons[0]!.id,
    description: '不想要了',
    ...asked,
  })
}
