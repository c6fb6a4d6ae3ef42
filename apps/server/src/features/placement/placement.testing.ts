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

/** The simulator's own records about one of our numbers. */
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
  /** A reviewed manual purchase, ready to be placed. `which`: index of the market's offer, so that a test may use one of its own. */
  ready(which?: number): Promise<PurchaseDetail>
  /** `count` of such purchases. */
  readyMany(count: number, which?: number): Promise<PurchaseDetail[]>
  detail(purchaseId: string): Promise<PurchaseDetail>
  /** Waits until the purchase is in one of the states. */
  until(purchaseId: string, ...states: PurchaseState[]): Promise<PurchaseDetail>
  place(...ids: string[]): Promise<void>
  /** Placed, with an order at 1688 that awaits its payment. */
  placed(which?: number): Promise<PurchaseDetail>
  /** Reads its orders from 1688, as the button does. */
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
  /** moves the app's clock forward */
  later(ms: number): void
  /** the time of the app's clock */
  now(): number
  close(): Promise<void>
}

/** The seller acts only when a test requests it, not after ten minutes. */
const OURS_TO_MOVE = { qps: 10_000, autoShip: false }

/** `nodeName`: of its sessions in the database (test/standstill.ts). */
type BuyingAppOptions = { nodeName?: string }

/** For the tests of one file, each of which starts without faults and forced failures. */
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

/** Sets up the simulator, and adds a receiving address if the installation has none yet. */
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

/** A SKU of a market's offer, with stock enough for the tests. */
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

/** Applies for a refund without a return of goods, of the full amount unless `asked` says otherwise. Does not check the answer. */
export async function askMoneyBack(
  app: Pick<TestApp, 'ok' | 'call'>,
  orderId: string,
  asked: {
    requestKey?: string
    paymentMinor?: number
    freightMinor?: number
    description?: string
    photos?: string[]
  } = {},
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
