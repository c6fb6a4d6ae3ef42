/** The simulated vendors through their control API: what they do, and what they really received. */
export type ShopOrder = {
  id: string
  name: string
  currency: string
  /** its present total after edits and refunds, as a decimal */
  total: string
  lines: { quantity: number; fulfilledQuantity: number }[]
  fulfillments: { status: string }[]
}
export type MarketOrder = {
  orderId: string
  outOrderId: string | null
  status: string
  totalFen: number
  paidFen: number
  /** empty: paid at once */
  stages: { no: number; dueFen: number; paidAt: number | null }[]
}
/** Money that 1688 took for an order, or refunded. */
export type MarketPayment = { orderId: string; fen: number }
/** What a shop sells: each variant with its product's title. */
export type ShopVariant = { product: string; sku: string; priceMinor: number }
export type World = {
  shops: readonly { shop: string; name: string }[]
  /**
   * Quirks and faults of a storm: messages lost, doubled and late, connections cut before and after the work. `lagSeconds`: the delay after
   * which 1688's list shows an order; `isBrief`: every request arrives, because it takes minutes until the app treats a missing one as not
   * received.
   */
  startFaults(how: { lagSeconds: number; isBrief: boolean }): Promise<void>
  /** every fault that must happen has happened */
  allFaultsUsed(): Promise<boolean>
  /** No more faults; messages that were lost stay lost. */
  calm(): Promise<void>
  sell(shop: string, lines: { title: string; priceMinor: number; quantity: number }[]): Promise<ShopOrder>
  /** This many orders of all kinds, with cancellations, edits and refunds among them. */
  busy(shop: string, count: number): Promise<void>
  /** at the cashier: the stage, or with null the whole amount; does nothing when another amount is due there by now */
  payAtCashier(orderId: string, stage: number | null): Promise<void>
  /** Makes goods payable in stages: some only so, some also at once. `how`: how 1688 shows later stages. */
  sellInStages(only: readonly string[], too: readonly string[], how: StagesReported): Promise<void>
  fill(offerId: string): Promise<{ skuIds: string[] }>
  shopOrders(shop: string): Promise<ShopOrder[]>
  marketOrders(): Promise<MarketOrder[]>
  /** oldest first */
  marketPayments(): Promise<MarketPayment[]>
  /** refund applications, by order */
  refundsAsked(): Promise<{ orderId: string; status: string }[]>
  moneyBack(): Promise<MarketPayment[]>
  /** one row for each time that an order was closed */
  closings(): Promise<{ orderId: string; by: string }[]>
  shopVariants(shop: string): Promise<ShopVariant[]>
  witness(): Promise<{ orders: number; payments: number; paidFen: number; repeated: { outOrderId: string }[] }>
  /** number of calls that were cut */
  cut(vendor: '1688' | 'shopify'): Promise<number>
}

/** What the reference leaves open about staged orders: the app must handle each variant. */
export const LATER_TERMS = ['all', 'uncreated', 'absent'] as const
export const STEP_STATUSES = ['waitbuyerpay', 'waitsellersend'] as const
type StagesReported = { laterTerms: (typeof LATER_TERMS)[number]; stepStatus: (typeof STEP_STATUSES)[number] }

const CREATE = 'alibaba.trade.createCrossOrder'
const PAY = 'alibaba.trade.pay.protocolPay.preparePay'
const REFUND = 'alibaba.trade.createRefund'
const CANCEL = 'alibaba.trade.cancel'
const FULFIL = 'fulfillmentCreate'
const PUSH = 'productSet'

type FaultOf = { vendor: '1688' | 'shopify'; call: string; kind: string }

/** These happen once each, on the first calls of their kind, so that even the smallest storm has them. */
const SURE: readonly FaultOf[] = [
  { vendor: '1688', call: CREATE, kind: 'drop-after' },
  { vendor: '1688', call: CREATE, kind: 'drop-before' },
  { vendor: '1688', call: PAY, kind: 'drop-after' },
  { vendor: '1688', call: PAY, kind: 'drop-before' },
  { vendor: '1688', call: REFUND, kind: 'drop-after' },
  { vendor: '1688', call: CANCEL, kind: 'drop-after' },
  { vendor: 'shopify', call: FULFIL, kind: 'drop-after' },
  { vendor: 'shopify', call: FULFIL, kind: 'drop-before' },
  { vendor: 'shopify', call: PUSH, kind: 'drop-after' },
]

const arrives = ({ kind }: FaultOf): boolean => kind !== 'drop-before'
export const sureOf = (isBrief: boolean): FaultOf[] => SURE.filter((one) => !isBrief || arrives(one))

const FAULTS: readonly (FaultOf & { chance: number; ms?: number })[] = [
  { vendor: '1688', call: CREATE, chance: 0.12, kind: 'drop-after' },
  { vendor: '1688', call: CREATE, chance: 0.06, kind: 'drop-before' },
  // The longer it takes, the more often a kill happens between request and answer.
  { vendor: '1688', call: CREATE, chance: 0.5, kind: 'slow', ms: 400 },
  { vendor: '1688', call: PAY, chance: 0.15, kind: 'drop-after' },
  { vendor: '1688', call: PAY, chance: 0.1, kind: 'drop-before' },
  { vendor: '1688', call: PAY, chance: 0.5, kind: 'slow', ms: 400 },
  { vendor: '1688', call: REFUND, chance: 0.2, kind: 'drop-after' },
  { vendor: '1688', call: REFUND, chance: 0.5, kind: 'slow', ms: 400 },
  { vendor: '1688', call: CANCEL, chance: 0.2, kind: 'drop-after' },
  { vendor: '1688', call: CANCEL, chance: 0.1, kind: 'drop-before' },
  { vendor: '1688', call: CANCEL, chance: 0.5, kind: 'slow', ms: 400 },
  { vendor: '1688', call: '*', chance: 0.02, kind: 'drop-before' },
  { vendor: '1688', call: '*', chance: 0.02, kind: 'drop-after' },
  { vendor: 'shopify', call: FULFIL, chance: 0.15, kind: 'drop-after' },
  { vendor: 'shopify', call: FULFIL, chance: 0.08, kind: 'drop-before' },
  { vendor: 'shopify', call: FULFIL, chance: 0.4, kind: 'slow', ms: 300 },
  { vendor: 'shopify', call: PUSH, chance: 0.1, kind: 'drop-after' },
  { vendor: 'shopify', call: PUSH, chance: 0.05, kind: 'drop-before' },
  { vendor: 'shopify', call: '*', chance: 0.04, kind: 'drop-before' },
  { vendor: 'shopify', call: '*', chance: 0.04, kind: 'drop-after' },
]

const QUIRKS: Readonly<Record<string, number | boolean>> = {
  // Sellers ship at once: paid goods arrive within the storm.
  '1688.shipAfterMinutes': 0,
  // Sellers refund soon, but not before somebody could have requested it twice.
  '1688.refundMinutes': 0.25,
  '1688.pushDuplicatePercent': 30,
  '1688.pushLossPercent': 20,
  '1688.pushDisorderSeconds': 3,
  // Picture addresses do not exist, so pictures are ready at once without fetching.
  'shopify.fetch-media': false,
  'shopify.media-min-ms': 1,
  'shopify.media-max-ms': 2,
  'shopify.webhook-duplicate-chance': 0.2,
  'shopify.webhook-loss-chance': 0.2,
  'shopify.webhook-disorder-ms': 2_000,
}

/** Nobody runs out of money or stock: the storm tests who buys what, not whether it is available. */
const PLENTY = 1_000_000_000_000
const STOCK = 10_000_000

export async function openWorld(simulator: string): Promise<World> {
  const control = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${simulator}/control${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { shops } = await control<{ shops: { shop: string; name: string }[] }>('GET', '/credentials')
  return {
    shops,
    async startFaults({ lagSeconds, isBrief }) {
      await control('POST', '/1688/account', { balanceFen: PLENTY })
      for (const [name, value] of Object.entries({ ...QUIRKS, '1688.listLagSeconds': lagSeconds }))
        await control('POST', '/quirks', { name, value })
      for (const { kind, ...which } of sureOf(isBrief))
        await control('POST', '/faults', { ...which, times: 1, fault: { kind } })
      for (const { kind, ms, ...which } of FAULTS.filter((one) => !isBrief || arrives(one)))
        await control('POST', '/faults', { ...which, times: 0, fault: { kind, ...(ms ? { ms } : {}) } })
    },
    async allFaultsUsed() {
      const { faults } = await control<{ faults: { times: number }[] }>('GET', '/faults')
      return faults.every(({ times }) => times > 1)
    },
    calm: () => control('DELETE', '/faults'),
    sell: async (shop, lines) =>
      (
        await control<{ order: ShopOrder }>('POST', `/shopify/${shop}/orders`, {
          lines,
          payment: 'paid',
          risk: 'LOW',
        })
      ).order,
    busy: (shop, count) => control('POST', `/shopify/${shop}/busy-day`, { count }),
    async payAtCashier(orderId, stage) {
      const { status, stages } = await control<MarketOrder>('GET', `/1688/orders/${orderId}`)
      const next = stages.find(({ paidAt }) => paidAt === null)
      const isAsked = next === undefined ? status === 'waitbuyerpay' && stage === null : next.no === stage
      if (isAsked) await control('POST', `/1688/orders/${orderId}/pay`, {})
    },
    async sellInStages(only, too, how) {
      const quirks = { stagedOffers: only.join(), stagedTooOffers: too.join(), ...how }
      for (const [name, value] of Object.entries(quirks))
        await control('POST', '/quirks', { name: `1688.${name}`, value })
    },
    async fill(offerId) {
      const changed = await control<{ skus: { skuId: string }[] }>('POST', '/market/offer', {
        offerId,
        change: { stock: STOCK },
      })
      return { skuIds: changed.skus.map((sku) => sku.skuId) }
    },
    shopOrders: async (shop) =>
      (await control<{ orders: ShopOrder[] }>('GET', `/shopify/${shop}/orders?limit=100000`)).orders,
    marketOrders: async () => (await control<{ orders: MarketOrder[] }>('GET', '/1688/orders?limit=100000')).orders,
    marketPayments: async () => (await control<{ entries: MarketPayment[] }>('GET', '/1688/journal?kind=pay')).entries,
    refundsAsked: async () =>
      (await control<{ refunds: { orderId: string; status: string }[] }>('GET', '/1688/refunds')).refunds,
    moneyBack: async () =>
      (await control<{ entries: MarketPayment[] }>('GET', '/1688/journal?kind=refund-paid')).entries,
    closings: async () =>
      (await control<{ entries: { orderId: string; by: string }[] }>('GET', '/1688/journal?kind=close')).entries,
    shopVariants: async (shop) =>
      (await control<{ variants: ShopVariant[] }>('GET', `/shopify/${shop}/variants`)).variants,
    witness: () => control('GET', '/1688/witness'),
    cut: async (vendor) =>
      (await control<{ total: number }>('GET', `/ledger?vendor=${vendor}&outcome=dropped&limit=1`)).total,
  }
}
