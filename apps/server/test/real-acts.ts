import { askMoneyBack, openBuyingDesk } from '../src/features/placement/placement.testing.ts'
import type { BuyingDesk } from '../src/features/placement/placement.testing.ts'
import type { Sold } from '../src/features/purchases/purchases-selling.testing.ts'
import { sampleLamp } from '../src/features/listings/listings.testing.ts'
import { openDeliveryBench } from './delivery-bench.ts'
import type { DeliveryBench } from './delivery-bench.ts'
import type { TestHouse } from './harness.ts'
import { testShop } from './shop.ts'
import type { TestSimulator } from './simulator.ts'
import { inTurn, until } from './until.ts'

/** One thing that an act is done to. */
export type Thing = { id: string; number: string; orderId: string; shop: Sold | undefined; gid: string; mark: string }

/** A kind of act as the matrix sees it: how a person asks for it, what the vendor did, and what we say of it. */
export type RealAct = {
  kind: string
  vendor: '1688' | 'shopify'
  /** the vendor's call by which it is done */
  call: string
  /** how often the vendor may do it without harm: a link to the till pays nothing */
  harmless?: true
  ask(node: TestHouse, thing: Thing): Promise<unknown>
  /** how often the vendor did it, by the vendor's own books */
  effects(thing: Thing): Promise<number>
  /** how often it was done by what we say; undefined: we say that it is under way, or that nobody knows */
  ours(node: TestHouse, thing: Thing): Promise<number | undefined>
}

/** The one on the plan that lets an app ask ten times as much: nobody waits for points. */
const ROOMY_SHOP = 'bridge-eu'

type Things = Record<string, Thing[]>

const thing = (made: Partial<Thing> & { id: string }): Thing => ({
  number: '',
  orderId: '',
  shop: undefined,
  gid: '',
  mark: '',
  ...made,
})

type Entry = { outcome: string; code?: string; effect?: string; request: unknown }

/** The kinds of remote act of the house, against the simulator's own books. */
export function realActs(simulator: TestSimulator): RealAct[] {
  /** Received calls that did something for the thing, whoever heard the answer. */
  const did = async (call: string, named: string, isDone: (entry: Entry) => boolean): Promise<number> => {
    const path = `/ledger?call=${encodeURIComponent(call)}&limit=1000`
    const { entries } = await simulator.control<{ entries: Entry[] }>('GET', path)
    return entries.filter((entry) => isDone(entry) && JSON.stringify(entry).includes(named)).length
  }
  const hasEffect = ({ effect }: Entry): boolean => effect !== undefined
  const gaveLink = ({ outcome, code }: Entry): boolean =>
    outcome === 'done' || ['drop-after', 'drop-then', 'fail-after'].includes(code ?? '')
  const orders = async (node: TestHouse, { id }: Thing) => (await node.ok('getPlacement', { purchaseId: id })).orders
  const journal = async (kind: string, { orderId }: Thing): Promise<number> =>
    (await simulator.control<{ total: number }>('GET', `/1688/journal?kind=${kind}&orderId=${orderId}`)).total
  const payments = async (node: TestHouse, { orderId }: Thing) =>
    (await node.ok('getPayments', { keyword: orderId })).list
  const shipment = (node: TestHouse, { id }: Thing) => node.ok('getShipment', { shipmentId: id })
  const listing = async (node: TestHouse, { id }: Thing) =>
    (await node.ok('getProduct', { productId: id })).listings[0]!.state
  const deletion = async (node: TestHouse, { orderId: storeId, gid }: Thing, variant?: string) =>
    (
      await node.ok('previewStoreDeletion', {
        storeId,
        productId: gid,
        ...(variant === undefined ? {} : { variantsIds: [variant] }),
      })
    ).action
  const PAY_LINK = 'alibaba.alipay.url.get'

  return [
    {
      kind: 'place',
      vendor: '1688',
      call: 'alibaba.trade.createCrossOrder',
      ask: (node, { id }) => node.ok('createAlibabaOrder', { purchaseIds: [id] }),
      effects: async ({ number }) =>
        (await simulator.control<{ orders: number }>('GET', `/1688/witness?outOrderId=${number}`)).orders,
      async ours(node, one) {
        const { state } = await node.ok('getPurchaseOrderSkuDetails', { purchaseId: one.id })
        return state === 'placing' || state === 'unknown' ? undefined : (await orders(node, one)).length
      },
    },
    {
      kind: 'refund',
      vendor: '1688',
      call: 'alibaba.trade.createRefund',
      ask: (node, { orderId }) => askMoneyBack(node, orderId),
      effects: async ({ orderId }) =>
        (await simulator.control<{ refunds: { orderId: string }[] }>('GET', '/1688/refunds')).refunds.filter(
          (refund) => refund.orderId === orderId,
        ).length,
      async ours(node, one) {
        const { refunds } = (await orders(node, one))[0]!
        if (refunds.some(({ state }) => state === 'sending' || state === 'unknown')) return undefined
        return refunds.filter(({ state }) => state === 'asked').length
      },
    },
    {
      kind: 'pay',
      vendor: '1688',
      call: 'alibaba.trade.pay.protocolPay.preparePay',
      ask: (node, { id }) => node.ok('payByProtocol', { purchaseIds: [id] }),
      effects: (one) => journal('pay', one),
      async ours(node, one) {
        const made = await payments(node, one)
        if (made.some(({ state }) => state === 'sending' || state === 'unknown')) return undefined
        return made.filter(({ state }) => state === 'paid').length
      },
    },
    {
      kind: 'pay-link',
      vendor: '1688',
      call: PAY_LINK,
      harmless: true,
      ask: (node, { id }) => node.call('requestPayLink', { purchaseIds: [id] }),
      effects: ({ orderId }) => did(PAY_LINK, orderId, gaveLink),
      ours: async (node, one) => (await payments(node, one)).filter(({ state }) => state === 'requested').length,
    },
    {
      kind: 'cancel',
      vendor: '1688',
      call: 'alibaba.trade.cancel',
      ask: (node, { id }) => node.ok('cancelAlibabaOrder', { purchaseIds: [id] }),
      effects: ({ orderId }) => did('alibaba.trade.cancel', orderId, hasEffect),
      ours: async (node, one) => (await orders(node, one)).filter(({ status }) => status === 'cancel').length,
    },
    {
      kind: 'confirm-receipt',
      vendor: '1688',
      call: 'trade.receivegoods.confirm',
      ask: (node, { id }) => node.ok('confirmAlibabaReceipt', { purchaseIds: [id] }),
      effects: ({ orderId }) => did('trade.receivegoods.confirm', orderId, hasEffect),
      ours: async (node, one) =>
        (await orders(node, one)).filter(({ status }) => status === 'confirm_goods' || status === 'success').length,
    },
    {
      kind: 'fulfil',
      vendor: 'shopify',
      call: 'fulfillmentCreate',
      async ask(node, one) {
        if (one.id !== '') return node.ok('retryShipments', { shipmentIds: [one.id] })
        const lines = [{ orderLineId: one.shop!.lineIds[0]!, quantity: 1 }]
        const wish = { orderId: one.shop!.orderId, carrier: 'UPS', numbers: [one.mark], lines }
        const { rows } = await node.ok('shipOrders', { items: [wish] })
        one.id = rows[0]!.id!
        return undefined
      },
      effects: ({ mark }) => did('fulfillmentCreate', mark, hasEffect),
      async ours(node, one) {
        const { state, fulfilments } = await shipment(node, one)
        if (state !== 'sent' && state !== 'failed') return undefined
        return fulfilments.filter((part) => part.state === 'sent').length
      },
    },
    {
      kind: 'withdraw-fulfilment',
      vendor: 'shopify',
      call: 'fulfillmentCancel',
      ask: (node, { id }) => node.ok('cancelShipment', { shipmentIds: [id] }),
      effects: ({ gid }) => did('fulfillmentCancel', gid, hasEffect),
      async ours(node, one) {
        const { state } = await shipment(node, one)
        return state === 'cancelled' ? 1 : state === 'sent' ? 0 : undefined
      },
    },
    {
      kind: 'change-tracking',
      vendor: 'shopify',
      call: 'fulfillmentTrackingInfoUpdate',
      ask: (node, { id, mark }) =>
        node.ok('changeTracking', { shipmentId: id, carrier: 'DHL', numbers: [mark], notifyCustomer: true }),
      effects: ({ gid }) => did('fulfillmentTrackingInfoUpdate', gid, hasEffect),
      async ours(node, one) {
        const { state, numbers } = await shipment(node, one)
        return state === 'sent' ? Number(numbers.includes(one.mark)) : undefined
      },
    },
    {
      // Setting is repeated as often as one likes; what must not be is a second product.
      kind: 'push',
      vendor: 'shopify',
      call: 'productSet',
      ask: (node, { id, orderId }) =>
        node.ok('syncToShopify', { productIds: [id], storeIds: [orderId], approvals: [] }),
      effects: ({ mark }) => did('productSet', `created \\"${mark}\\"`, hasEffect),
      async ours(node, one) {
        const state = await listing(node, one)
        return state === 'online' ? 1 : state === 'failed' || state === 'pending' ? 0 : undefined
      },
    },
    {
      kind: 'sale',
      vendor: 'shopify',
      call: 'productUpdate',
      ask: (node, { id, orderId }) =>
        node.ok('setListingsOnline', { productIds: [id], storeIds: [orderId], online: false }),
      // Set twice it is as good as once.
      effects: async ({ gid }) =>
        Number((await (await testShop(simulator, ROOMY_SHOP)).product(gid))?.status === 'DRAFT'),
      ours: async (node, one) => Number((await listing(node, one)) === 'offline'),
    },
    {
      kind: 'delete-variants',
      vendor: 'shopify',
      call: 'productVariantsBulkDelete',
      ask: (node, { orderId: storeId, gid, mark }) =>
        node.ok('deleteStoreVariants', { storeId, productId: gid, variantsIds: [mark] }),
      effects: ({ mark }) => did('productVariantsBulkDelete', mark, hasEffect),
      ours: async (node, one) => Number((await deletion(node, one, one.mark)) === 'none'),
    },
    {
      kind: 'delete-product',
      vendor: 'shopify',
      call: 'productDelete',
      ask: (node, { orderId: storeId, gid }) => node.ok('deleteStoreProduct', { storeId, productId: gid }),
      effects: ({ gid }) => did('productDelete', gid, hasEffect),
      ours: async (node, one) => Number((await deletion(node, one)) === 'blocked'),
    },
    {
      // As with a push: a second product is what must not be.
      kind: 'create-product',
      vendor: 'shopify',
      call: 'productSet',
      ask: (node, { orderId: storeId, number: requestKey, mark: title }) =>
        node.ok('createStoreProduct', { storeId, requestKey, title, price: '9.90', status: 'ACTIVE' }),
      effects: ({ mark }) => did('productSet', `created \\"${mark}\\"`, hasEffect),
      // No page lists what was made in the shop: whoever asked is told, and the act keeps it.
      async ours({ db }, { mark }) {
        const made = `select state from remote_act where kind = 'create-product' and intent->'form'->>'title' = $1`
        const states = (await db.pool.query<{ state: string }>(made, [mark])).rows.map(({ state }) => state)
        if (states.some((state) => ['intended', 'sent', 'unknown'].includes(state))) return undefined
        return Number(states.some((state) => state === 'done' || state === 'found'))
      },
    },
  ]
}

/** So many things of each kind, ready for their act. */
export async function readyThings(house: TestHouse, simulator: TestSimulator, count: number): Promise<Things> {
  const desk = await openBuyingDesk((name, input, options) => house.ok(name, input, options), simulator)
  const bench = await openDeliveryBench(house, simulator, ROOMY_SHOP)
  const bought = await boughtThings(desk, bench, count)
  const sent = await sentThings(house, bench, count)
  const listed = await listedThings(house, simulator, count)
  // What becomes of an act nobody tells the house from now on: it has to ask.
  await desk.quirk('pushLossPercent', 100)
  await simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
  return { ...bought, ...sent, ...listed }
}

/** Products to be pushed, and pushed ones: of some the sale ends and a variant goes, the others go. */
async function listedThings(house: TestHouse, simulator: TestSimulator, count: number): Promise<Things> {
  await simulator.control('POST', '/quirks', { name: 'shopify.fetch-media', value: false })
  const storeId = (await house.ok('getAllShopifyStores')).find(({ currency }) => currency === 'EUR')!.id
  const made = await Promise.all(
    Array.from({ length: 3 * count }, (_, nr) => house.ok('createProduct', sampleLamp(storeId, 1000 + nr))),
  )
  const [fresh, there] = [made.slice(0, count), made.slice(count)]
  const productIds = there.map(({ id }) => id)
  const { taskId } = await house.ok('syncToShopify', { productIds, storeIds: [storeId], approvals: [] })
  await until(
    () => house.ok('queryProductsSyncStates', { taskId: taskId! }),
    ({ task }) => task!.state === 'succeeded',
  )
  const shop = await testShop(simulator, ROOMY_SHOP)
  const pushed = await Promise.all(
    there.map(async ({ id }) => {
      const { listings } = await house.ok('getProduct', { productId: id })
      const gid = listings[0]!.shopifyProductId!
      const { variants } = (await shop.product(gid))!
      return thing({ id, orderId: storeId, gid, mark: variants[1]!.id })
    }),
  )
  const [kept, going] = [pushed.slice(0, count), pushed.slice(count)]
  return {
    push: fresh.map(({ id, title }) => thing({ id, orderId: storeId, mark: title })),
    sale: kept,
    'delete-variants': kept,
    'delete-product': going,
    'create-product': Array.from({ length: count }, (_, nr) =>
      thing({ id: `direct-${nr}`, number: `form-${nr}`, orderId: storeId, mark: `Made ${100 + nr}` }),
    ),
  }
}

async function boughtThings(
  desk: BuyingDesk,
  bench: Pick<DeliveryBench, 'receiveAll'>,
  count: number,
): Promise<Things> {
  // The one more: a link may be asked for as often as one likes.
  const made = await desk.readyMany(5 * count + 1)
  const [toPlace, others] = [made.slice(0, count), made.slice(count)]
  await desk.place(...others.map(({ id }) => id))
  const placed = await inTurn(others, ({ id }) => desk.until(id, 'to-pay'))
  const part = (nr: number) => placed.slice(nr * count, (nr + 1) * count)
  const asThings = (of: typeof placed): Thing[] =>
    of.map(({ id, number, alibabaOrderIds }) => thing({ id, number, orderId: alibabaOrderIds[0]! }))
  const [toRefund, toConfirm] = [part(0), part(1)]
  const control = (method: 'POST', path: string, body: object) => desk.simulator.control(method, path, body)
  for (const { alibabaOrderIds } of [...toRefund, ...toConfirm])
    await control('POST', `/1688/orders/${alibabaOrderIds[0]!}/pay`, {})
  for (const { alibabaOrderIds } of toConfirm)
    await control('POST', `/1688/orders/${alibabaOrderIds[0]!}/ship`, { how: 'whole' })
  await desk.ok('refreshAlibabaOrders', { purchaseIds: [...toRefund, ...toConfirm].map(({ id }) => id) })
  for (const purchase of toConfirm) await bench.receiveAll(purchase)
  // 1688 lets nobody close an order in its first ten seconds.
  await control('POST', '/clock', { advanceMs: 15_000 })
  return {
    place: asThings(toPlace),
    refund: asThings(toRefund),
    'confirm-receipt': asThings(toConfirm),
    pay: asThings(part(2)),
    cancel: asThings(part(3)),
    'pay-link': Array.from({ length: count }, () => asThings(placed.slice(-1))[0]!),
  }
}

async function sentThings(
  house: TestHouse,
  bench: Omit<DeliveryBench, 'later' | 'close'>,
  count: number,
): Promise<Things> {
  const [offer] = bench.offers
  const sold: Sold[] = []
  // One piece to spare: the shop itself refuses to send on what it has none left of.
  for (let nr = 0; nr < 3; nr++) sold.push(await bench.sell({ offer: offer!, quantity: count + 1 }))
  await bench.receiveAll(await bench.buy(...sold))
  const fresh = (shop: Sold, prefix: string): Thing[] =>
    Array.from({ length: count }, (_, nr) => thing({ id: '', shop, mark: `${prefix}${100 + nr}` }))
  const sent = async (shop: Sold, prefix: string): Promise<Thing[]> => {
    const lines = [{ orderLineId: shop.lineIds[0]!, quantity: 1 }]
    const items = fresh(shop, prefix).map(({ mark }) => ({
      orderId: shop.orderId,
      carrier: 'UPS',
      numbers: [`${mark}A`],
      lines,
    }))
    const { rows } = await house.ok('shipOrders', { items })
    const ids = rows.map((row) => row.id!)
    const shipments = await inTurn(ids, (id) => bench.shipment(id, 'sent'))
    const { fulfillments } = await bench.inShop(shop)
    return shipments.map(({ id, numbers }, nr) => {
      const gid = fulfillments.find((one) => one.tracking[0]?.number === numbers[0])!.id
      return thing({ id, shop, gid, mark: `${prefix}${100 + nr}B` })
    })
  }
  return {
    fulfil: fresh(sold[0]!, '1ZF'),
    'withdraw-fulfilment': await sent(sold[1]!, '1ZW'),
    'change-tracking': await sent(sold[2]!, '1ZC'),
  }
}
