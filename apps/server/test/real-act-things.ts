import { openBuyingFixture } from '../src/features/placement/placement.testing.ts'
import type { BuyingFixture } from '../src/features/placement/placement.testing.ts'
import type { Sold } from '../src/features/purchases/purchases-selling.testing.ts'
import { sampleProduct } from '../src/features/listings/listings.testing.ts'
import { openDeliveryBench } from './delivery-bench.ts'
import type { DeliveryBench } from './delivery-bench.ts'
import type { TestApp } from './harness.ts'
import { testShop } from './shop.ts'
import type { TestSimulator } from './simulator.ts'
import { inTurn, until } from './until.ts'

/** A row on which an act is carried out. */
export type Thing = { id: string; number: string; orderId: string; shop: Sold | undefined; gid: string; mark: string }

/** The shop on the plan with ten times the points, so that nothing waits for points. */
export const ROOMY_SHOP = 'bridge-eu'

type Things = Record<string, Thing[]>

const thing = (made: Partial<Thing> & { id: string }): Thing => ({
  number: '',
  orderId: '',
  shop: undefined,
  gid: '',
  mark: '',
  ...made,
})

/** `count` things of each kind, ready for their act. */
export async function readyThings(app: TestApp, simulator: TestSimulator, count: number): Promise<Things> {
  const fixture = await openBuyingFixture((name, input, options) => app.ok(name, input, options), simulator)
  const bench = await openDeliveryBench(app, simulator, ROOMY_SHOP)
  const bought = await boughtThings(fixture, bench, count)
  const sent = await sentThings(app, bench, count)
  const returned = await returnedThings(app, simulator, bench, count)
  const listed = await listedThings(app, simulator, count)
  // From now on no push messages arrive: the app has to read what became of an act.
  await fixture.quirk('pushLossPercent', 100)
  await simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
  return { ...bought, ...sent, ...returned, ...listed }
}

/** Products to push, and pushed ones: some to remove from sale and to lose a variant, some with a German title, the others to delete. */
async function listedThings(app: TestApp, simulator: TestSimulator, count: number): Promise<Things> {
  await simulator.control('POST', '/quirks', { name: 'shopify.fetch-media', value: false })
  const storeId = (await app.ok('getAllShopifyStores')).find(({ currency }) => currency === 'EUR')!.id
  const made = await Promise.all(
    Array.from({ length: 4 * count }, (_, nr) => app.ok('createProduct', sampleProduct(storeId, 1000 + nr))),
  )
  const [fresh, there] = [made.slice(0, count), made.slice(count)]
  const productIds = there.map(({ id }) => id)
  const { taskId } = await app.ok('syncToShopify', { productIds, storeIds: [storeId], approvals: [] })
  await until(
    () => app.ok('queryProductsSyncStates', { taskId: taskId! }),
    ({ task }) => task!.state === 'succeeded',
  )
  const shop = await testShop(simulator, ROOMY_SHOP)
  const pushed = await Promise.all(
    there.map(async ({ id }) => {
      const { listings } = await app.ok('getProduct', { productId: id })
      const gid = listings[0]!.shopifyProductId!
      const { variants } = (await shop.product(gid))!
      return thing({ id, orderId: storeId, gid, mark: variants[1]!.id })
    }),
  )
  const [kept, going] = [pushed.slice(0, count), pushed.slice(count, 2 * count)]
  return {
    push: fresh.map(({ id, title }) => thing({ id, orderId: storeId, mark: title })),
    sale: kept,
    'delete-variants': kept,
    'delete-product': going,
    'push-translations': await translatedThings(app, simulator, pushed.slice(2 * count)),
    'create-product': Array.from({ length: count }, (_, nr) =>
      thing({ id: `direct-${nr}`, number: `form-${nr}`, orderId: storeId, mark: `Made ${100 + nr}` }),
    ),
  }
}

async function boughtThings(
  fixture: BuyingFixture,
  bench: Pick<DeliveryBench, 'receiveAll'>,
  count: number,
): Promise<Things> {
  // Five kinds of act need purchases of their own; one more purchase serves all pay links, which may be requested repeatedly.
  const made = await fixture.readyMany(5 * count + 1)
  const [toPlace, others] = [made.slice(0, count), made.slice(count)]
  await fixture.place(...others.map(({ id }) => id))
  const placed = await inTurn(others, ({ id }) => fixture.until(id, 'to-pay'))
  const part = (nr: number) => placed.slice(nr * count, (nr + 1) * count)
  const asThings = (of: typeof placed): Thing[] =>
    of.map(({ id, number, alibabaOrderIds }) => thing({ id, number, orderId: alibabaOrderIds[0]! }))
  const [toRefund, toConfirm] = [part(0), part(1)]
  const control = (method: 'POST', path: string, body: object) => fixture.simulator.control(method, path, body)
  for (const { alibabaOrderIds } of [...toRefund, ...toConfirm])
    await control('POST', `/1688/orders/${alibabaOrderIds[0]!}/pay`, {})
  for (const { alibabaOrderIds } of toConfirm)
    await control('POST', `/1688/orders/${alibabaOrderIds[0]!}/ship`, { how: 'whole' })
  await fixture.ok('refreshAlibabaOrders', { purchaseIds: [...toRefund, ...toConfirm].map(({ id }) => id) })
  for (const purchase of toConfirm) await bench.receiveAll(purchase)
  // 1688 refuses to close an order in its first ten seconds.
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

/** Gives each product an approved German title, which contains its number. */
async function translatedThings(app: TestApp, simulator: TestSimulator, products: Thing[]): Promise<Thing[]> {
  await simulator.control('POST', `/shopify/${ROOMY_SHOP}/locales`, { action: 'enable', locale: 'de' })
  const { version } = await app.ok('queryTranslationLanguages')
  await app.ok('saveTranslationLanguages', { locales: ['de'], version })
  return Promise.all(
    products.map(async (one) => {
      const { title } = await app.ok('getProduct', { productId: one.id })
      const mark = title.replace('Lamp', 'Leuchte')
      const edits = [{ field: 'title', text: mark, version: 0 }]
      await app.ok('saveTranslations', { productId: one.id, locale: 'de', edits })
      return { ...one, number: title, mark }
    }),
  )
}

async function sentThings(app: TestApp, bench: Omit<DeliveryBench, 'later' | 'close'>, count: number): Promise<Things> {
  const [offer] = bench.offers
  const sold: Sold[] = []
  // One spare piece: the shop refuses to fulfil when it has no stock left.
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
    const { rows } = await app.ok('shipOrders', { items })
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

/** Returns of one piece each: some are requested, the others open. */
async function returnedThings(
  app: TestApp,
  simulator: TestSimulator,
  bench: Pick<DeliveryBench, 'sell' | 'staff' | 'offers'>,
  count: number,
): Promise<Things> {
  const returns = async (isRequested: boolean): Promise<Thing[]> => {
    const sold = await bench.sell({ offer: bench.offers[0]!, quantity: count })
    await bench.staff(sold, 'fulfil')
    const lines = [{ lineId: sold.remoteLines[0], quantity: 1 }]
    const path = `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/return`
    for (let nr = 0; nr < count; nr++) await simulator.control('POST', path, { lines, requested: isRequested })
    await app.ok('refreshOrder', { orderId: sold.orderId })
    const there = await until(
      async () => (await app.ok('getOrderReturns', { orderId: sold.orderId })).returns,
      (all) => all.length === count,
    )
    const { rows } = await app.db.pool.query<{ id: string; gid: string }>(
      'select id, shopify_gid as gid from sales_order_return where order_id = $1',
      [sold.orderId],
    )
    const gids = new Map(rows.map(({ id, gid }) => [id, gid]))
    return there.map(({ id }, nr) => thing({ id, number: `refund-${nr}`, orderId: sold.orderId, gid: gids.get(id)! }))
  }
  return { 'answer-return': await returns(true), 'refund-return': await returns(false) }
}
