import { askMoneyBack } from '../src/features/placement/placement.testing.ts'
import type { TestApp } from './harness.ts'
import { ROOMY_SHOP } from './real-act-things.ts'
import type { Thing } from './real-act-things.ts'
import { testShop } from './shop.ts'
import type { TestSimulator } from './simulator.ts'

/** A kind of act in the test table: how a person requests it, how often the vendor did it, and how often we say it was done. */
export type RealAct = {
  kind: string
  vendor: '1688' | 'shopify'
  /** the vendor's call by which it is done */
  call: string
  /** the vendor may do it more than once without harm: a pay link pays nothing */
  harmless?: true
  ask(node: TestApp, thing: Thing): Promise<unknown>
  /** how often the vendor did it, according to the simulator's own records */
  effects(thing: Thing): Promise<number>
  /** how often it was done according to our data; undefined: in progress or unknown */
  ours(node: TestApp, thing: Thing): Promise<number | undefined>
}

type Entry = { outcome: string; code?: string; effect?: string; request: unknown }

/** The kinds of remote act of the app, with counts from the simulator's own records. */
export function realActs(simulator: TestSimulator): RealAct[] {
  /** Received calls that had an effect on the thing, whether or not their answer arrived. */
  const did = async (call: string, named: string, isDone: (entry: Entry) => boolean): Promise<number> => {
    const path = `/ledger?call=${encodeURIComponent(call)}&limit=1000`
    const { entries } = await simulator.control<{ entries: Entry[] }>('GET', path)
    return entries.filter((entry) => isDone(entry) && JSON.stringify(entry).includes(named)).length
  }
  const hasEffect = ({ effect }: Entry): boolean => effect !== undefined
  const gaveLink = ({ outcome, code }: Entry): boolean =>
    outcome === 'done' || ['drop-after', 'drop-then', 'fail-after'].includes(code ?? '')
  const orders = async (node: TestApp, { id }: Thing) => (await node.ok('getPlacement', { purchaseId: id })).orders
  const journal = async (kind: string, { orderId }: Thing): Promise<number> =>
    (await simulator.control<{ total: number }>('GET', `/1688/journal?kind=${kind}&orderId=${orderId}`)).total
  const payments = async (node: TestApp, { orderId }: Thing) =>
    (await node.ok('getPayments', { keyword: orderId })).list
  const shipment = (node: TestApp, { id }: Thing) => node.ok('getShipment', { shipmentId: id })
  const listing = async (node: TestApp, { id }: Thing) =>
    (await node.ok('getProduct', { productId: id })).listings[0]!.state
  const deletion = async (node: TestApp, { orderId: storeId, gid }: Thing, variant?: string) =>
    (
      await node.ok('previewStoreDeletion', {
        storeId,
        productId: gid,
        ...(variant === undefined ? {} : { variantsIds: [variant] }),
      })
    ).action
  /** How often a step of a return was done. */
  const returned = async (node: TestApp, { id, orderId }: Thing, step: string): Promise<number | undefined> => {
    const { returns } = await node.ok('getOrderReturns', { orderId })
    const acts = returns.find((one) => one.id === id)!.acts.filter((act) => act.step === step)
    if (acts.some(({ state }) => state === 'sending' || state === 'unknown')) return undefined
    return acts.filter(({ state }) => state === 'done').length
  }
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
        const request = { orderId: one.shop!.orderId, carrier: 'UPS', numbers: [one.mark], lines }
        const { rows } = await node.ok('shipOrders', { items: [request] })
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
      kind: 'answer-return',
      vendor: 'shopify',
      call: 'returnApproveRequest',
      ask: (node, { id }) => node.ok('approveReturn', { returnId: id, notifyCustomer: true }),
      effects: ({ gid }) => did('returnApproveRequest', gid, hasEffect),
      ours: (node, one) => returned(node, one, 'approve'),
    },
    {
      kind: 'refund-return',
      vendor: 'shopify',
      call: 'returnProcess',
      async ask(node, { id, number: requestKey }) {
        const { lines, suggested } = await node.ok('previewReturnRefund', { returnId: id })
        return node.ok('refundReturn', {
          returnId: id,
          requestKey,
          lines: lines.map(({ id: line, quantity, open }) => ({ id: line, quantity, open, restock: false })),
          amountMinor: suggested!.presentment.minor,
          currency: suggested!.presentment.currency,
          shipping: false,
          notifyCustomer: true,
        })
      },
      effects: ({ gid }) => did('returnProcess', gid, hasEffect),
      ours: (node, one) => returned(node, one, 'refund'),
    },
    {
      // Setting the same values may be repeated; a second product must not be created.
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
      // Repeating it has no further effect.
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
      // Setting the same text may be repeated, but a try compares before it writes.
      kind: 'push-translations',
      vendor: 'shopify',
      call: 'translationsRegister',
      ask: (node, { id, orderId }) => node.ok('pushTranslations', { storeId: orderId, productIds: [id] }),
      effects: ({ mark }) => did('translationsRegister', mark, hasEffect),
      async ours(node, { number }) {
        const [latest] = (await node.ok('queryTranslationPushes', { keyword: number })).list
        if (latest === undefined) return 0
        const { items } = await node.ok('getTranslationPush', { pushId: latest.id })
        const { state } = items.list[0]!
        return state === 'succeeded' || state === 'unchanged' ? 1 : state === 'failed' ? 0 : undefined
      },
    },
    {
      // As for a push: a second product must not be created.
      kind: 'create-product',
      vendor: 'shopify',
      call: 'productSet',
      ask: (node, { orderId: storeId, number: requestKey, mark: title }) =>
        node.ok('createStoreProduct', { storeId, requestKey, title, price: '9.90', status: 'ACTIVE' }),
      effects: ({ mark }) => did('productSet', `created \\"${mark}\\"`, hasEffect),
      // No page lists the products that were created in the shop; the act stores the result for the person who requested it.
      async ours({ db }, { mark }) {
        const made = `select state from remote_act where kind = 'create-product' and intent->'form'->>'title' = $1`
        const states = (await db.pool.query<{ state: string }>(made, [mark])).rows.map(({ state }) => state)
        if (states.some((state) => ['intended', 'sent', 'unknown'].includes(state))) return undefined
        return Number(states.some((state) => state === 'done' || state === 'found'))
      },
    },
  ]
}
