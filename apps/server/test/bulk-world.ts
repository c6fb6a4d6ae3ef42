import { randomUUID } from 'node:crypto'
import type { DeliveryBench } from './delivery-bench.ts'
import { handBuyer } from './hand-buyer.ts'
import { untilQuiet } from './quiet.ts'
import { untilHere } from './shop-orders.ts'
import { until } from './until.ts'
import { comparing } from '../src/features/reconciliation/reconciliation.testing.ts'
import { productFields, variant } from '../src/features/products/product-fields.testing.ts'

/** Data that some calls need beside their rows. */
export type BulkWorld = {
  storeIds: string[]
  /** the 1688 account */
  account: string
  clerk: string
  role: string
  offer: { offerId: string; skuId: string | null }
  /** product ids without a source, as the page that links them sends them */
  goods: string[]
  /** the current total of each purchase whose price rose */
  totals: Map<string, number>
  /** requests to place purchases, one of them withdrawn, with the total of each */
  approvals: Map<string, number>
  /** orders placed at 1688 by hand, with the number of the purchase that each is taken over for */
  handOrders: Map<string, string>
  /** bulk edits; one row of each was changed again afterwards */
  batches: { products: string[]; purchases: string[] }
  /** a bulk change of translations, and a glossary entry whose former translation is used in a text */
  translations: { batches: string[]; terms: string[] }
  /** what is created after the jobs have been stopped */
  whileParked(): Promise<void>
}

/** Products, orders, purchases and related rows in many states, as after a morning of work. */
export async function furnishBulk(bench: DeliveryBench): Promise<BulkWorld> {
  const { app, sell, simulator } = bench
  // The shop does not fetch our picture addresses, which don't exist.
  await simulator.control('POST', '/quirks', { name: 'shopify.fetch-media', value: false })
  const storeIds = (await app.ok('getAllShopifyStores')).slice(0, 1).map(({ id }) => id)
  await orders(bench)
  await purchases(bench)
  await shipments(bench)
  await returns(bench)
  const products = await productsOf(bench, storeIds)
  const people = await peopleOf(bench)
  const at = comparing(bench)
  const paid = await bench.buy(await sell({ offer: bench.offers[0]!, quantity: 2 }))
  const totals = await risen(bench)
  const approvals = await asked(bench)
  await untilQuiet(app)
  // No call removes the payment of an order: this state exists only in damaged data.
  await at.sql('update alibaba_order set paid_at = null where purchase_id = $1', [paid.id])
  await at.reconcile()
  const { list: differences } = await app.ok('getDifferences', { pageSize: 200 })
  const [ignored] = differences.slice(1)
  if (ignored) await app.ok('ignoreDifferences', { ids: [ignored.id], note: '走查' })
  await simulator.control('DELETE', '/faults')
  await pastTenSeconds(bench)
  await untilQuiet(app)
  await stocked(bench)
  await takenOver(bench, storeIds[0]!)
  const handOrders = await boughtByHand(bench)
  const [first] = bench.offers
  const goods = (await app.ok('getUnsourcedGoods', { pageSize: 100 })).list.map(({ id }) => id)
  const reviewing = (await app.ok('getPurchaseOrdersByCondition', { state: 'reviewing' })).list.map(({ id }) => id)
  return {
    storeIds,
    account: (await app.ok('queryMarketplaceAccountNames'))[0]!.id,
    ...people,
    offer: { offerId: first!.offerId, skuId: first!.skuIds[0] ?? null },
    goods,
    totals,
    approvals,
    handOrders,
    translations: await translatedIn(bench, storeIds, products.onSale),
    batches: { products: products.batches, purchases: [await notedTwice(bench, reviewing.slice(0, 2))] },
    async whileParked() {
      // After this time, a request that was never answered may be reported as not arrived.
      bench.later(11 * 60_000)
      const { id } = await app.ok('createProduct', productFields({ title: 'On its way', storeIds }))
      await app.ok('syncToShopify', { productIds: [id], storeIds })
    },
  }
}

/** Orders: two with unknown source, one with an incomplete address, two to purchase, one on hold, one cancelled in the shop. */
async function orders({ app, simulator, sell, staff, offers }: DeliveryBench): Promise<void> {
  const wanted = { offer: offers[0]!, quantity: 2 }
  const buy = async (more: object): Promise<void> => {
    const { order } = await simulator.control<{ order: { name: string } }>('POST', '/shopify/bridge-us/orders', {
      lines: [{ title: `Nobody knows ${randomUUID()}`, priceMinor: 1999, quantity: 1 }],
      ...more,
    })
    await untilHere(app, order.name)
  }
  await buy({})
  await buy({})
  await buy({
    shippingAddress: { name: 'Ann', address1: '', city: '', countryCode: 'US', country: 'United States' },
  })
  for (let n = 0; n < 2; n++) await sell(wanted)
  const held = await sell(wanted)
  await app.ok('holdOrders', { orderIds: [held.orderId], reason: '等客户回复' })
  await staff(await sell(wanted), 'cancel')
}

/** Two orders placed by hand for the goods of a purchase: one with its quantities, one with twice as many pieces. */
async function boughtByHand({ app, simulator, sell, offers }: DeliveryBench): Promise<Map<string, string>> {
  const { lineIds } = await sell({ offer: offers[0]!, quantity: 2 })
  const orderLines = lineIds.map((orderLineId) => ({ orderLineId }))
  const [made] = (await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases
  const { number, lines } = await app.ok('getPurchaseOrderSkuDetails', { purchaseId: made!.id })
  const person = handBuyer(simulator)
  return new Map([
    [await person.buy(lines), number],
    [await person.buy(lines, 2), number],
  ])
}

/** Products that the shop had before: one also exists in the app, one was taken over as a new product of the app, one is skipped. */
async function takenOver({ app }: DeliveryBench, storeId: string): Promise<void> {
  const read = async () => {
    await app.ok('startShopTakeover', { storeId })
    await until(
      () => app.ok('getShopTakeover', { storeId }),
      (seen) => seen.read?.state === 'done',
    )
    return (await app.ok('queryTakeoverItems', { storeId, state: 'open', pageSize: 200 })).list
  }
  const found = await read()
  const one = found.find(({ skus }) => skus.length > 0)!
  const [made, aside] = found.filter((item) => item !== one)
  const only = variant([], { skuCode: one.skus[0], imageId: null })
  await app.ok('createProduct', productFields({ title: one.title, options: [], images: [], variants: [only] }))
  await app.ok('createTakenProducts', { storeId, itemIds: [made!.id] })
  await app.ok('skipTakeovers', { storeId, itemIds: [aside!.id], skipped: true })
  await read()
}

/** 1688 refuses to close an order in its first ten seconds. */
const pastTenSeconds = ({ simulator }: DeliveryBench): Promise<unknown> =>
  simulator.control('POST', '/clock', { advanceMs: 15_000 })

/** From the review to the delivery to the shopper. */
async function purchases(bench: DeliveryBench): Promise<void> {
  const { app, sell, simulator } = bench
  const wanted = { offer: bench.offers[0]!, quantity: 2 }
  const planned = async (): Promise<string> => {
    const sold = await sell(wanted)
    const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
    return (await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases[0]!.id
  }
  const place = async (purchaseIds: string[]): Promise<void> => {
    await untilQuiet(app)
    await app.ok('completeReviewOrder', { purchaseIds })
    await app.ok('createAlibabaOrder', { purchaseIds })
  }
  const reviewing = [await planned(), await planned(), await planned(), await planned()]
  await untilQuiet(app)
  await app.ok('completeReviewOrder', { purchaseIds: reviewing.slice(0, 2) })

  const toPay: string[] = []
  for (let n = 0; n < 7; n++) toPay.push(await planned())
  await place(toPay)
  for (const id of toPay) await bench.until(id, 'to-pay')
  await pastTenSeconds(bench)
  await app.ok('cancelAlibabaOrder', { purchaseIds: [toPay[6]!], reason: 'buyerCancel' })
  await app.ok('refreshAlibabaOrders', { purchaseIds: [toPay[6]!] })
  await bench.until(toPay[6]!, 'cancelled')

  // The request to place it never reached 1688.
  const lost = await planned()
  await untilQuiet(app)
  const call = 'alibaba.trade.createCrossOrder'
  await simulator.control('POST', '/faults', {
    vendor: '1688',
    call,
    fault: { kind: 'drop-before' },
    times: 1,
    every: 1,
  })
  await place([lost])
  await bench.until(lost, 'unknown')

  await bench.buy(await sell(wanted))
  for (let n = 0; n < 2; n++) await bench.send(await bench.buy(await sell(wanted)))
}

/** A purchase whose price rose since it was planned; returns its current total. */
async function risen(bench: DeliveryBench): Promise<Map<string, number>> {
  const { app, sell, simulator } = bench
  const sold = await sell({ offer: bench.offers[0]!, quantity: 2 })
  const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
  const id = (await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases[0]!.id
  await untilQuiet(app)
  await app.ok('completeReviewOrder', { purchaseIds: [id] })
  const { offerId } = bench.offers[0]!
  await simulator.control('POST', '/scenario', { name: 'price-jump', percent: 40, offerIds: [offerId] })
  await app.ok('createAlibabaOrder', { purchaseIds: [id] })
  await bench.until(id, 'price-check')
  const { priceCheck } = await app.ok('getPlacement', { purchaseId: id })
  return new Map([[id, priceCheck!.now.totalMinor]])
}

/** Bought for stock: all pieces are spare. Made last, so that no order of these rows takes them. */
async function stocked({ app, offers }: DeliveryBench): Promise<void> {
  const { offerId, skuIds, minOrderQuantity } = offers[1]!
  const items = [{ offerId, skuId: skuIds[0]!, quantity: Math.max(10, minOrderQuantity) }]
  const { purchases: made } = await app.ok('createPurchaseOrder', { key: randomUUID(), items })
  const purchaseIds = made.map(({ id }) => id)
  await untilQuiet(app)
  await app.ok('completeReviewOrder', { purchaseIds })
  await app.ok('createAlibabaOrder', { purchaseIds })
  await untilQuiet(app)
}

/** Two requests to place purchases, one of them withdrawn; returns their totals. */
async function asked({ app, sell, offers }: DeliveryBench): Promise<Map<string, number>> {
  const requests = new Map<string, number>()
  for (let n = 0; n < 2; n++) {
    const { lineIds } = await sell({ offer: offers[1]!, quantity: 2 })
    const orderLines = lineIds.map((orderLineId) => ({ orderLineId }))
    const { purchases: made } = await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
    await untilQuiet(app)
    const purchaseIds = made.map(({ id }) => id)
    await app.ok('completeReviewOrder', { purchaseIds })
    const id = (await app.ok('requestApproval', { kind: 'place', purchaseIds })).rows[0]!.id!
    requests.set(id, (await app.ok('getApproval', { id })).nowMinor)
    if (n === 0) await app.ok('withdrawApproval', { id, version: 0 })
  }
  return requests
}

/** Shipments: sent to the shopper; ready to send; and one that the shop refuses, because the order was cancelled there. */
async function shipments(bench: DeliveryBench): Promise<void> {
  const { sell, simulator } = bench
  const arrived = async () => {
    const sold = await sell({ offer: bench.offers[0]!, quantity: 2 })
    const purchase = await bench.buy(sold)
    await bench.send(purchase)
    await bench.receiveAll(purchase)
    return sold
  }
  const shipped = await arrived()
  await arrived()
  const cut = await arrived()
  await bench.ship(shipped.orderId, { carrier: 'SF', numbers: ['SF0000000001'] })
  await simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
  await simulator.control('POST', `/shopify/${cut.shop}/orders/${cut.number.slice(1)}/cancel`, {})
  const failed = await bench.ship(cut.orderId, { carrier: 'UPS', numbers: ['1Z900'] })
  await bench.shipment(failed, 'failed')
}

/** Four returns, two requested and two open; each of its own order, since answering a return reads its whole order. */
async function returns({ app, simulator, sell, staff, offers }: DeliveryBench): Promise<void> {
  for (const requested of [true, true, false, false]) {
    const sold = await sell({ offer: offers[0]!, quantity: 1 })
    await staff(sold, 'fulfil')
    const lines = [{ lineId: sold.remoteLines[0], quantity: 1 }]
    const path = `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/return`
    await simulator.control('POST', path, { lines, requested })
    await app.ok('refreshOrder', { orderId: sold.orderId })
    await until(
      async () => (await app.ok('getOrderReturns', { orderId: sold.orderId })).returns,
      (all) => all.length === 1,
    )
  }
}

/** Products: drafts, one of them deleted; on sale; collected, claimed or not. */
async function productsOf({ app }: DeliveryBench, storeIds: string[]): Promise<{ batches: string[]; onSale: string }> {
  const create = async (title: string) => app.ok('createProduct', productFields({ title, storeIds }))
  const [a, b, binned, onSale] = [await create('A'), await create('B'), await create('C'), await create('On sale')]
  await app.ok('batchDeleteProducts', { productIds: [binned.id] })
  await app.ok('syncToShopify', { productIds: [onSale.id], storeIds })
  await until(
    () => app.ok('getProduct', { productId: onSale.id }),
    ({ state }) => state === 'online',
    ({ state }) => `the product is ${state}`,
  )
  const { list } = await app.ok('keywordQuery', { keyword: '灯', pageSize: 10 })
  const ids = list.map(({ offerId }) => offerId)
  await app.ok('claimProducts', { lines: [...ids.slice(0, 2), '1'], storeIds }, { query: { origin: '1688' } })
  await app.ok('collectProducts', { lines: ids.slice(2, 5) })
  const change = (vendor: string) => ({ items: [a, b].map(({ id }) => ({ productId: id })), change: { vendor } })
  const { batchId } = await app.ok('modifyProducts', change('First'))
  await app.ok('modifyProducts', { items: [{ productId: b.id }], change: { vendor: 'Second' } })
  return { batches: [batchId], onSale: onSale.id }
}

async function notedTwice({ app }: DeliveryBench, purchaseIds: string[]): Promise<string> {
  const { batchId } = await app.ok('modifyPurchaseOrders', { purchaseIds, change: { note: '一起改' } })
  await app.ok('modifyPurchaseOrders', { purchaseIds: purchaseIds.slice(1), change: { note: '后来又改' } })
  return batchId
}

async function peopleOf({ app }: DeliveryBench): Promise<{ clerk: string; role: string }> {
  const role = (await app.ok('addRole', { name: '走查' })).id
  await app.ok('addRole', { name: '没有人' })
  const add = async (userAccount: string) =>
    (await app.ok('addAdminUser', { userAccount, name: userAccount, roleType: 0, roleIds: [role] })).user.id
  await add('walker-a')
  await app.ok('suspend', { ids: [await add('walker-b')] })
  await app.login('clerk', 'clerk888')
  const accounts = (await app.ok('pagingQuery', {})).list
  return { role, clerk: accounts.find(({ userAccount }) => userAccount === 'clerk')!.id }
}

/** A product with a machine-made text, a locked one, and one that find and replace has changed; and one on sale with an approved title. */
async function translatedIn({ app }: DeliveryBench, storeIds: string[], onSale: string) {
  const { version } = await app.ok('queryTranslationLanguages')
  await app.ok('saveTranslationLanguages', { locales: ['de'], version })
  const { id: productId } = await app.ok('createProduct', productFields({ title: 'Walked table', storeIds }))
  const { fields } = await app.ok('getProductTranslations', { productId, locale: 'de' })
  await app.ok('saveTranslations', {
    productId,
    locale: 'de',
    edits: fields.slice(0, 1).map(({ field }) => ({ field, text: 'Ein altes Wort und ein blaues', version: 0 })),
  })
  const title = { field: 'title', text: 'Im Angebot', version: 0 }
  await app.ok('saveTranslations', { productId: onSale, locale: 'de', edits: [title] })
  const { batchId } = await app.ok('replaceTranslations', { locale: 'de', find: 'blaues', replaceWith: 'rotes' })
  // Only a translation provider creates such texts.
  await app.db.pool.query(
    `insert into translation (id, product_id, locale, field, text, origin, is_approved, locked, source_text, source_digest, version)
     select $1, $2, 'de', $3, 'Text', 'machine', false, false, $4, encode(sha256(convert_to($4, 'UTF8')), 'hex'), 1`,
    [randomUUID(), productId, fields[1]!.field, fields[1]!.source],
  )
  const term = { kind: 'forced', source: 'table', target: 'Tisch', locale: 'de' } as const
  const { id } = await app.ok('addGlossaryTerm', term)
  return { batches: [batchId], terms: [id] }
}
